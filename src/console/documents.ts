// /console/documents and /console/inbound: what was sent and what was received, newest first, by
// the filters of the API's own lists.
import type { FastifyInstance } from 'fastify'
import type { Caller, Gateway } from '../core/gateway.ts'
import { participantFilter } from '../core/given-participant.ts'
import type { ListPage } from '../core/list-page.ts'
import { type InboundRecord, listInbound } from '../core/receive/inbound.ts'
import {
  type DocumentRecord,
  directions,
  documentKinds,
  statuses,
  waitingReasons,
} from '../core/record.ts'
import { outcomes, statesOf } from '../core/status.ts'
import { listRecords, trackDocument } from '../core/tracking/track.ts'
import { Problem } from '../problem.ts'
import { oneOf, queryOf, readFields } from './form.ts'
import { type Html, html } from './html.ts'
import { isId } from './id.ts'
import { sendPage } from './page.ts'
import { pageLinks } from './paging.ts'
import { cell, linkTo, mark, nameOf, table, time } from './show.ts'

type ListQuery = Parameters<typeof listRecords>[2]
type Entry = DocumentRecord | InboundRecord

const fieldsOfReceived = [
  ...(['number', 'sender', 'receiver', 'status', 'outcome', 'type'] as const),
  ...(['messageId', 'from', 'to', 'cursor', 'find'] as const),
] as const
const fieldsOfSent = [
  ...fieldsOfReceived,
  ...(['reference', 'clientId', 'waitingReason'] as const),
] as const
type Field = (typeof fieldsOfSent)[number]
type Fields = { [name in Field]?: string }

type List = {
  path: string
  title: string
  fields: readonly Field[]
  read(gateway: Gateway, caller: Caller, query: ListQuery): Promise<ListPage<Entry>>
}

const lists: List[] = [
  {
    path: '/console/documents',
    title: 'Sent documents',
    fields: fieldsOfSent,
    read: listRecords,
  },
  {
    path: '/console/inbound',
    title: 'Received documents',
    fields: fieldsOfReceived,
    read: listInbound,
  },
]

export async function documentLists(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  for (const { path, title, fields, read } of lists)
    app.get(
      path,
      { config: { scope: 'documents:read', testToken: 'read' } },
      async ({ caller, url }, reply) => {
        const given: Fields = readFields(queryOf(url), fields)
        if (given.find) {
          const { id } = await found(gateway, caller, given.find)
          return reply.redirect(`/console/documents/${id}`, 303)
        }
        const { data, page } = await read(gateway, caller, toListQuery(given))
        return sendPage(reply, {
          title,
          at: path,
          caller,
          content: html`${findForm(path)}
${filterForm(path, fields, given)}
${data.length > 0 ? rowsOf(title, data) : html`<p>No document matches.</p>`}
${pageLinks(path, given, page.nextCursor)}`,
        })
      },
    )
}

/** Found by its id, its reference, or a MessageId: the newest, if two senders gave the same one. */
async function found(gateway: Gateway, caller: Caller, name: string): Promise<{ id: string }> {
  const { data } = await listRecords(gateway, caller, {
    ...{ direction: [...directions], messageId: [name] },
    ...{ sort: '-createdAt', limit: 1 },
  })
  const reference = { reference: name, ...(isId(name) ? { id: name } : {}) }
  return data[0] ?? trackDocument(gateway, caller, reference)
}

function toListQuery(given: Fields): ListQuery {
  const { number, reference, clientId, status, outcome, type, waitingReason } = given
  return {
    sort: '-createdAt',
    limit: 50,
    ...(number ? { number: [number] } : {}),
    ...(reference ? { reference: [reference] } : {}),
    ...(clientId ? { clientId: [clientId] } : {}),
    ...(given.messageId ? { messageId: [given.messageId] } : {}),
    ...(given.sender ? { sender: [participant('sender', given.sender)] } : {}),
    ...(given.receiver ? { receiver: [participant('receiver', given.receiver)] } : {}),
    ...(status ? { status: [oneOf('status', status, statuses)] } : {}),
    ...(outcome ? { states: statesOf([oneOf('outcome', outcome, outcomes)]) } : {}),
    ...(type ? { kind: [oneOf('type', type, documentKinds)] } : {}),
    ...(waitingReason
      ? { waitingReason: [oneOf('waitingReason', waitingReason, waitingReasons)] }
      : {}),
    ...(given.from ? { createdFrom: day('from', given.from) } : {}),
    ...(given.to ? { createdTo: new Date(day('to', given.to).getTime() + dayMs) } : {}),
    ...(given.cursor ? { cursor: given.cursor } : {}),
  }
}

const dayMs = 24 * 3_600_000

function participant(name: string, text: string): string {
  const wanted = participantFilter(text)
  if (wanted !== undefined) return wanted
  throw new Problem('request.invalid-field', {
    detail: `The field ${name} must be a participant, such as 0208:0123456749.`,
  })
}

function day(name: string, text: string): Date {
  const at = new Date(`${text}T00:00:00Z`)
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at.getTime())) return at
  throw new Problem('request.invalid-field', {
    detail: `The field ${name} must be a day, such as 2026-11-21.`,
  })
}

function findForm(path: string): Html {
  return html`<form action="${path}" class="row" role="search">
<label>Id, reference or MessageId <input name="find" required></label>
<button type="submit">Open</button></form>`
}

const labels: { [name in Field]?: [label: string, type: 'text' | 'date'] } = {
  number: ['Number', 'text'],
  reference: ['Reference', 'text'],
  clientId: ['Client', 'text'],
  sender: ['Sender', 'text'],
  receiver: ['Receiver', 'text'],
  messageId: ['MessageId', 'text'],
  from: ['From (UTC)', 'date'],
  to: ['Until (UTC)', 'date'],
}
const choices: { [name in Field]?: [label: string, values: readonly string[]] } = {
  status: ['Status', statuses],
  outcome: ['Outcome', outcomes],
  waitingReason: ['Waits because of', waitingReasons],
  type: ['Type', documentKinds],
}

function filterForm(path: string, fields: readonly Field[], given: Fields): Html {
  const inputs = fields.map((name) => {
    const [label, type] = labels[name] ?? []
    const value = given[name] ?? ''
    return (
      label && html`<label>${label} <input name="${name}" type="${type}" value="${value}"></label>`
    )
  })
  const selects = fields.map((name) => {
    const [label, values = []] = choices[name] ?? []
    return (
      label &&
      html`<label>${label} <select name="${name}"><option value="">any</option>${values.map(
        (value) => html`<option${given[name] === value && html` selected`}>${value}</option>`,
      )}</select></label>`
    )
  })
  const isFiltered = fields.some((name) => name !== 'cursor' && given[name])
  return html`<details${isFiltered && html` open`}><summary>Filters</summary>
<form action="${path}" class="filters">${inputs}${selects}
<button type="submit">Filter</button> ${isFiltered && html`<a href="${path}">Without filters</a>`}
</form></details>`
}

const heads = ['Number', 'Type', 'From', 'To', 'Status', 'Outcome', 'When'] as const

function rowsOf(title: string, data: readonly Entry[]): Html {
  return table(
    title,
    heads,
    data.map(
      (entry) => html`<tr><th scope="row">${linkTo(entry)}</th>
${cell(entry.type)}${cell(nameOf(entry.sender))}${cell(nameOf(entry.receiver))}
<td>${mark(entry.status)}</td><td>${mark(entry.outcome)}</td>
<td>${time('createdAt' in entry ? entry.createdAt : entry.receivedAt)}</td></tr>`,
    ),
  )
}
