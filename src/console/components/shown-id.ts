// An id: its end tells it from its neighbours, the whole can be copied.
import { plain } from '../foreign.ts'
import { type Html, html } from '../html.ts'
import { icon } from './icon.ts'

const shownCharacters = 8

/** The beginning of a UUID of version 7 is the same for a minute; its end is not. */
export function shortId(id: string): Html {
  const whole = plain(id)
  const shown = whole.length > shownCharacters ? `…${whole.slice(-shownCharacters)}` : whole
  return html`<span class="id"><code title="${whole}">${shown}</code>${copyButton(whole)}</span>`
}

/** All of it, in a line of its own. */
export function wholeId(id: string): Html {
  const whole = plain(id)
  return html`<span class="id"><code>${whole}</code>${copyButton(whole)}</span>`
}

// Hidden until the script, without which it could do nothing, shows it.
function copyButton(text: string): Html {
  return html`<button type="button" class="copy" data-copy="${text}" hidden>${icon('copy')}<span
 class="unseen">Copy ${text}</span></button>`
}
