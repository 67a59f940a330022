// The head of every page: whose console it is, the search, which network, and who is signed in.
import { plain, short } from '../foreign.ts'
import { type Html, html } from '../html.ts'
import { frameWords } from '../words/frame.ts'
import { labels, networks } from '../words/labels.ts'
import type { Tone } from '../words/tone.ts'
import { icon } from './icon.ts'

export type Header = {
  name: string
  logoPath?: string | undefined
  network: string
  /** Absent before a sign-in. */
  signedIn?: { tenant: string; token: string; nav: Html; searched?: string | undefined } | undefined
}

function networkTone(network: string): Tone {
  if (network === 'production') return 'quiet'
  return network === 'sandbox' ? 'care' : 'info'
}

export function header({ name, logoPath, network, signedIn }: Header): Html {
  return html`<header class="head ${networkTone(network)}">
${signedIn && menu(signedIn.nav)}
<a class="brand" href="/console">${
    logoPath ? html`<img src="${logoPath}" alt="" height="28">` : corners
  }<span>${plain(name)}</span></a>
${signedIn && search(signedIn.searched)}
<span class="badge ${networkTone(network)} mark">${networks[network] ?? plain(network)}</span>
${signedIn && person(signedIn)}
</header>`
}

// The four corners of a delivery.
const corners = html`<svg class="corners" viewBox="0 0 24 24" aria-hidden="true"><path
 d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"/></svg>`

function menu(nav: Html): Html {
  return html`<details class="menu"><summary>${icon('menu')}<span
 class="unseen">${frameWords.menu}</span></summary>
${nav}</details>`
}

function search(searched: string | undefined): Html {
  return html`<form class="search" action="/console/search" role="search">
<label class="unseen" for="search">${frameWords.searchBy}</label>${icon('search')}
<input id="search" name="q" type="search" value="${searched}"
 placeholder="${frameWords.searchBy}"
 autocomplete="off" spellcheck="false" required maxlength="255">
<button type="submit" class="unseen">${labels.search}</button></form>
<a class="to-search" href="/console/search">${icon('search')}<span
 class="unseen">${labels.search}</span></a>`
}

function person({ tenant, token }: NonNullable<Header['signedIn']>): Html {
  return html`<details class="person"><summary>${icon('person')}<span
 class="tenant"><bdi>${short(tenant, 40)}</bdi></span><span
 class="unseen">${frameWords.signedIn}</span></summary>
<div><p>${frameWords.signedInAs} <bdi>${plain(token)}</bdi><br><span class="hint"><bdi>${plain(
    tenant,
  )}</bdi></span></p>
<form method="post" action="/console/sign-out"><button type="submit"
 class="button secondary">${labels.signOut}</button></form></div></details>`
}
