// What every page has around it.
import type { FastifyReply } from 'fastify'
import { mayCall, type Requirements } from '../core/access/may-call.ts'
import type { Caller } from '../core/gateway.ts'
import { plain } from './foreign.ts'
import { type Html, html } from './html.ts'
import { stylesheetPath } from './stylesheet.ts'

const menu: ({ path: string; name: string } & Required<Requirements>)[] = [
  { path: '/console', name: 'Now', scope: 'any', testToken: 'read' },
  { path: '/console/documents', name: 'Sent', scope: 'documents:read', testToken: 'read' },
  { path: '/console/inbound', name: 'Received', scope: 'documents:read', testToken: 'read' },
  { path: '/console/queue', name: 'Queue', scope: 'documents:read', testToken: 'read' },
  { path: '/console/network', name: 'Network', scope: 'any', testToken: 'nothing' },
  { path: '/console/webhooks', name: 'Webhooks', scope: 'admin', testToken: 'nothing' },
  { path: '/console/tokens', name: 'Tokens', scope: 'admin', testToken: 'test' },
  { path: '/console/tenants', name: 'Tenants', scope: 'operator', testToken: 'nothing' },
  { path: '/console/reports', name: 'Reports', scope: 'operator', testToken: 'nothing' },
  { path: '/console/log', name: 'Log', scope: ['admin', 'operator'], testToken: 'read' },
]

export type Page = {
  title: string
  /** Which entry of the menu it belongs to. */
  at?: string
  content: Html
  /** Without a successful sign-in there is no menu. */
  caller?: Caller | undefined
}

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply.header('Content-Type', 'text/html; charset=utf-8').send(toMarkup(page))
}

function toMarkup({ title, at, content, caller }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${plain(title)} – Fourcorner</title>
<link rel="stylesheet" href="${stylesheetPath}">
<link rel="icon" href="data:,">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<p class="brand">Fourcorner</p>
${caller && menuOf(caller, at)}
</header>
<main id="content" tabindex="-1">
<h1>${plain(title)}</h1>
${content}
</main>
</body>
</html>
`.toString()
}

function menuOf(caller: Caller, at: string | undefined): Html {
  const { token, tenant } = caller
  const entries = menu.filter((entry) => mayCall(caller, entry))
  return html`<nav aria-label="Console"><ul>
${entries.map(
  ({ path, name }) =>
    html`<li><a href="${path}"${path === at && html` aria-current="page"`}>${name}</a></li>`,
)}
</ul></nav>
<form method="post" action="/console/sign-out">
<span class="who"><bdi>${plain(tenant.name)}</bdi>, <bdi>${plain(token.name)}</bdi></span>
<button type="submit" class="quiet">Sign out</button>
</form>`
}
