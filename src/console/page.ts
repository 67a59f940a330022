// What every page has around it.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { banner, callout } from './components/callout.ts'
import { header } from './components/header.ts'
import { plain } from './foreign.ts'
import type { AttentionCounts } from './frame.ts'
import { type Html, html } from './html.ts'
import { navigation } from './navigation.ts'
import { type Asset, favicon, script } from './stylesheet.ts'
import { doneIn } from './words/done.ts'
import { frameWords } from './words/frame.ts'

/** What is the same around every page of one answer. */
type Frame = {
  /** The name of the console and its colours. */
  look: Look
  network: string
  /** Names the scripts that may run in this answer. */
  nonce: string
  /** What is paused, in sentences; absent before a sign-in, as the next one. */
  pauses?: readonly string[]
  attention?: AttentionCounts
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
  /** Where it stands in a list. */
  paging?: Html | undefined
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
  const { request } = reply
  const markup = toMarkup(request, page).toString()
  reply.header('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'GET' && reply.statusCode === 200) {
    const etag = `"${createHash('sha256').update(markup).digest('base64url')}"`
    reply.header('ETag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  }
  return reply.send(markup.replace(nonceMark, request.frame.nonce))
}

/**
 * Stands for the nonce, so that two answers with the same content have the same ETag. Nothing that
 * a stranger wrote stands before it.
 */
const nonceMark = 'nonce-of-this-answer'

function toMarkup({ frame, caller, url }: FastifyRequest, page: Page): Html {
  const { look, network } = frame
  const menu = caller && navigation(caller, page.at, frame.attention)
  const isOperator = caller?.token.scopes.includes('operator')
  const signedIn = menu && {
    ...{ tenant: caller.tenant.name, token: caller.token.name },
    ...{ nav: menu, searched: page.searched },
  }
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<script type="module" nonce="${nonceMark}" src="${script.path}"></script>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${plain(page.title)} – ${plain(look.name)}</title>
<link rel="stylesheet" href="${look.stylesheet.path}">
<link rel="icon" href="${favicon.path}">
</head>
<body${!menu && html` class="alone"`}>
<a class="skip" href="#content">${frameWords.skip}</a>
${header({ name: look.name, logoPath: look.logo?.path, network, signedIn })}
<div data-refresh="banners">${frame.pauses?.map((said) =>
    banner(
      'care',
      said,
      isOperator ? { text: frameWords.resume, href: '/console/queue' } : undefined,
    ),
  )}</div>
<div${menu && html` class="body"`}>${
    menu && html`<div class="side" data-refresh="nav">${menu}</div>`
  }
<main id="content" tabindex="-1">${contentOf(page, doneIn(url))}</main></div>
<p class="unseen" role="status" data-announced></p>
</body>
</html>
`
}

function contentOf(page: Page, done: string | undefined): Html {
  const { title, up, paging, beside, actions, content } = page
  return html`${up && html`<div class="crumbs"><a href="${up.href}">${up.text}</a>${paging}</div>`}
<div class="title"><h1>${plain(title)}</h1>${
    beside && html`<span class="beside" data-refresh="beside">${beside}</span>`
  }${actions && html`<div class="actions">${actions}</div>`}</div>
${done && callout({ tone: 'good', happened: done, isDone: true })}
<p class="news" role="status" data-news hidden></p>
${content}`
}
