// /console/documents/{id}: everything about one document, sent or received.
import type { FastifyInstance } from 'fastify'
import { mayCall } from '../core/access/may-call.ts'
import type { Gateway } from '../core/gateway.ts'
import { showInbound } from '../core/receive/inbound.ts'
import type { DocumentRecord, FileEntry } from '../core/record.ts'
import { answersTo } from '../core/tracking/answers.ts'
import { findingsOf } from '../core/tracking/findings.ts'
import { attemptsOf, filesOf, historyOf } from '../core/tracking/track.ts'
import { adviceOn } from './advice.ts'
import { answersSection, arrivalSection } from './arrival.ts'
import { attemptsSection } from './attempts.ts'
import { findingsSection } from './findings.ts'
import { foreign, plain, short } from './foreign.ts'
import { queryOf, readFields } from './form.ts'
import { type Html, html } from './html.ts'
import { idOf } from './id.ts'
import { sendPage } from './page.ts'
import { framingSecurityPolicy } from './security-policy.ts'
import { bytes, cell, facts, given, mark, table, time } from './show.ts'
import { timeline } from './timeline.ts'

type Params = { Params: { id: string } }

export async function documentPage(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  app.get<Params>(
    '/console/documents/:id',
    { config: { scope: 'documents:read', testToken: 'read' } },
    async ({ caller, params, url }, reply) => {
      readFields(queryOf(url), [])
      const reference = { id: idOf(params.id) }
      const { document, auditLog } = await historyOf(gateway, caller, reference)
      const [attempts, { files }, findings, answers, arrival] = await Promise.all([
        attemptsOf(gateway, caller, reference),
        filesOf(gateway, caller, reference),
        findingsOf(gateway, caller, reference),
        answersTo(gateway, caller, reference),
        document.direction === 'inbound' ? showInbound(gateway, caller, document.id) : undefined,
      ])
      const testToken = document.test ? 'test' : 'nothing'
      const mayChange = mayCall(caller, { scope: 'documents:write', testToken })
      reply.header('Content-Security-Policy', framingSecurityPolicy)
      return sendPage(reply, {
        title: titleOf(document),
        at: document.direction === 'inbound' ? '/console/inbound' : '/console/documents',
        caller,
        content: html`${stand(document)}
${mayChange && actions(document)}
${whatItIs(document)}
${arrival && arrivalSection(arrival)}
${findings.length > 0 && findingsSection(findings)}
${answers.length > 0 && answersSection(answers)}
<h2>History</h2>
${timeline(auditLog)}
${attempts.length > 0 && attemptsSection(attempts)}
${filesSection(document, files)}`,
      })
    },
  )
}

const names: Record<DocumentRecord['type'], string> = {
  invoice: 'Invoice',
  creditNote: 'Credit note',
  debitNote: 'Debit note',
  other: 'Document',
}

function titleOf({ type, number, id }: DocumentRecord): string {
  return `${names[type]} ${short(number ?? id, titleMax)}`
}

const titleMax = 80
function stand({ status, outcome, certainty, waiting, failure }: DocumentRecord): Html {
  return html`<section class="stand" aria-label="Where it stands">
<p>${mark(status)} ${status !== outcome && mark(outcome)}${
    certainty === 'unknown' && html` It may have arrived: ask the receiver before anything else.`
  }</p>
${
  waiting &&
  html`<p>Waits since ${time(waiting.since)} (<code>${waiting.reason}</code>); next attempt
${time(waiting.nextAttemptAt)}, given up ${time(waiting.givesUpAt)}.</p>`
}
${
  failure &&
  html`<p><code>${plain(failure.code)}</code> ${foreign(failure.detail)}</p>
${adviceOn(failure.code)}`
}
</section>`
}

function actions({ id, status, certainty, failure, direction }: DocumentRecord): Html | undefined {
  if (direction === 'inbound')
    return status === 'available'
      ? html`<p><a class="button" href="/console/documents/${id}/acknowledge">Acknowledge …</a></p>`
      : undefined
  const isWaiting = status === 'accepted' || status === 'waiting'
  if (isWaiting && certainty === 'not-sent')
    return html`<p><a class="button" href="/console/documents/${id}/cancel">Cancel …</a></p>`
  if (status === 'failed' && failure?.retryable)
    return html`<p><a class="button" href="/console/documents/${id}/retry">Try again …</a></p>`
  return undefined
}

function whatItIs(document: DocumentRecord): Html {
  const { direction, sender, receiver, totals, validation, mls, as4 } = document
  return html`<h2>Document</h2>
${facts([
  ['Id', html`<code>${document.id}</code>`],
  ['Number', given(document.number)],
  ['Issued', document.issueDate],
  ['From', party(sender)],
  ['To', party(receiver)],
  ['Amount', totals && `${totals.payable} ${totals.currency}`],
  ['Reference', given(document.reference)],
  ['Client', given(document.clientId)],
  ['Created', time(document.createdAt)],
  ['Last moved', time(document.updatedAt)],
  ['Test', document.test && 'yes: it never leaves this machine'],
  ['Document type', foreign(document.documentTypeId)],
  ['Process', foreign(document.processId)],
  ['MessageId', as4 && foreign(as4.messageId)],
  ['Receipt', given(as4?.receiptId)],
  ['Access point', given(as4?.accessPoint)],
  [
    'Message Level Status',
    direction === 'outbound' && `${mls.status}${mls.code ? `, ${mls.code}` : ''}`,
  ],
  ['Validation', findings(validation)],
])}
${document.warnings?.map((warning) => html`<p class="warning">${foreign(warning)}</p>`)}`
}

function findings({ verdict, errors, warnings, ruleSets }: DocumentRecord['validation']): Html {
  const rules = ruleSets.map(({ id, version }) => `${id} ${version}`).join(', ')
  if (verdict === 'not-validated') return html`not validated`
  return html`${mark(verdict)} ${errors} errors, ${warnings} warnings <bdi>${plain(rules)}</bdi>`
}

function party({ id, name }: { id: string; name?: string }): Html {
  return html`${name !== undefined && foreign(name)} <code><bdi>${plain(id)}</bdi></code>`
}

function filesSection({ id, direction }: DocumentRecord, files: readonly FileEntry[]): Html {
  const path = `/console/documents/${id}`
  const isUbl = files.some(({ kind }) => kind === 'ubl')
  return html`<h2>Files</h2>
${
  files.length > 0 &&
  table(
    'Files',
    ['Name', 'Kind', 'Size', 'Created'],
    files.map(
      (file) => html`<tr>
<th scope="row"><a href="${path}/files/${file.id}"><bdi>${plain(file.name)}</bdi></a></th>
${cell(file.kind)}${cell(bytes(file.size))}<td>${time(file.createdAt)}</td></tr>`,
    ),
  )
}
<p class="row">${isUbl && html`<a href="${path}/pdf">The document as PDF</a>`}
${
  direction === 'outbound' && html`<a href="${path}/evidence">Evidence of its delivery (ZIP)</a>`
}</p>
${
  isUbl &&
  html`<details><summary>Show the PDF here</summary>
<iframe src="${path}/pdf" title="The document as PDF" loading="lazy"></iframe></details>`
}`
}
