// What every page has around it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { header } from './components/header.ts'
import { plain } from './foreign.ts'
import { type Html, html } from './html.ts'
import { navigation } from './navigation.ts'
import { type Asset, favicon } from './stylesheet.ts'

/** What is the same around every page of one answer. */
export type Frame = {
  /** The name of the console and its colours. */
  look: Look
  network: string
}

export type Look = { name: string; logo?: Asset; stylesheet: Asset }

declare module 'fastify' {
  interface FastifyRequest {
    frame: Frame
  }
}

export type Page = {
  title: string
  /** Which entry of the navigation it belongs to. */
  at?: string | undefined
  /** Where it lies: the link that leads one page up. */
  up?: { text: string; href: string }
  /** Beside the title: a badge, a tag. */
  beside?: Html | undefined
  /** At the end of the line of the title: what can be done here. */
  actions?: Html | undefined
  content: Html
  /** What was searched for. */
  searched?: string | undefined
}

/** Without a successful sign-in there is no navigation. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .header('Content-Type', 'text/html; charset=utf-8')
    .send(toMarkup(reply.request, page).toString())
}

function toMarkup({ frame, caller }: FastifyRequest, page: Page): Html {
  const { look, network } = frame
  const menu = caller && navigation(caller, page.at)
  const signedIn = menu && {
    ...{ tenant: caller.tenant.name, token: caller.token.name },
    ...{ nav: menu, searched: page.searched },
  }
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${plain(page.title)} – ${plain(look.name)}</title>
<link rel="stylesheet" href="${look.stylesheet.path}">
<link rel="icon" href="${favicon.path}">
</head>
<body${!menu && html` class="alone"`}>
<a class="skip" href="#content">Skip to the content</a>
${header({ name: look.name, logoPath: look.logo?.path, network, signedIn })}
<div${menu && html` class="body"`}>${menu && html`<div class="side">${menu}</div>`}
<main id="content" tabindex="-1">${contentOf(page)}</main></div>
</body>
</html>
`
}

function contentOf({ title, up, beside, actions, content }: Page): Html {
  return html`${up && html`<p class="crumbs"><a href="${up.href}">${up.text}</a></p>`}
<div class="title"><h1>${plain(title)}</h1>${beside}${
    actions && html`<div class="actions">${actions}</div>`
  }</div>
${content}`
}
