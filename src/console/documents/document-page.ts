// /console/documents/{id}: one document, sent or received. First what it is and what to do about
// it, then how it came there, last what only technicians need.
import type { FastifyInstance } from 'fastify'
import type { Gateway } from '../../core/gateway.ts'
import { badge, tag } from '../components/badge.ts'
import { short } from '../foreign.ts'
import { queryOf, readFields } from '../form.ts'
import { type Html, html } from '../html.ts'
import { idOf } from '../id.ts'
import { sendPage } from '../page.ts'
import { section } from '../show.ts'
import { kinds } from '../words/labels.ts'
import { documentAside } from './aside.ts'
import { attemptsList } from './attempts.ts'
import { filesSection } from './file-list.ts'
import { findingsTable } from './findings.ts'
import { history } from './history.ts'
import { documentLead } from './lead.ts'
import { lists } from './lists.ts'
import { neighboursIn } from './neighbours.ts'
import { paper } from './paper.ts'
import { readShown, type Shown } from './shown.ts'
import { technicalPart } from './technical.ts'

const titleCharacters = 80

export async function documentPage(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  app.get<{ Params: { id: string } }>(
    '/console/documents/:id',
    { config: { scope: 'documents:read', testToken: 'read' } },
    async ({ caller, params, url }, reply) => {
      const { in: from } = readFields(queryOf(url), ['in'])
      const shown = await readShown(gateway, caller, idOf(params.id))
      const { document, state } = shown
      const { path, title } = lists[document.direction]
      const { direction, id } = document
      const around = from && (await neighboursIn(gateway, caller, { list: from, id, direction }))
      return sendPage(reply, {
        title: `${kinds[document.type]} ${short(document.number ?? document.id, titleCharacters)}`,
        at: path,
        up: { text: title, href: around ? around.back : path },
        paging: around ? around.shown : undefined,
        beside: html`${badge(state)}${document.test && html` ${tag('test')}`}`,
        content: contentOf(shown),
      })
    },
  )
}

function contentOf(shown: Shown): Html {
  const { document, auditLog, names, attempts, findings, files } = shown
  const attemptsTitle = `Attempts (${attempts.length})`
  return html`<div class="document">
<div class="section lead-part" data-refresh="lead">${documentLead(shown)}</div>
<div class="sheet-part">${
    typeof shown.sheet === 'string'
      ? html`<p class="quiet-text">${shown.sheet}</p>`
      : paper(shown.sheet, `/console/documents/${document.id}/pdf`)
  }</div>
<aside aria-label="About this document" data-refresh="aside">${documentAside(shown)}</aside>
</div>
<nav class="anchors" aria-label="On this page"><a href="#history">History</a>
${attempts.length > 0 && html`<a href="#attempts">${attemptsTitle}</a>`}
${findings.length > 0 && html`<a href="#findings">Findings (${findings.length})</a>`}
<a href="#files">Files (${files.length})</a> <a href="#technical">Technical</a></nav>
${section('history', 'History', history(auditLog, names, document))}
${attempts.length > 0 && section('attempts', attemptsTitle, attemptsList(attempts))}
${findings.length > 0 && section('findings', 'Findings', findingsTable(findings))}
${section('files', 'Files', filesSection(document, files, attempts))}
${section('technical', 'Technical', technicalPart(shown))}`
}
