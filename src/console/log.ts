// /console/log: who changed what, for administrators and operators.
import type { FastifyInstance } from 'fastify'
import { type LogEntry, readLog } from '../core/access/installation-log.ts'
import { mayCall } from '../core/access/may-call.ts'
import type { Gateway } from '../core/gateway.ts'
import { foreign, plain } from './foreign.ts'
import { queryOf, readFields } from './form.ts'
import { type Html, html } from './html.ts'
import { sendPage } from './page.ts'
import { pageLinks } from './paging.ts'
import { cell, table, time } from './show.ts'

const path = '/console/log'

export async function logPage(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  app.get(
    path,
    { config: { scope: ['admin', 'operator'], testToken: 'read' } },
    async ({ caller, url }, reply) => {
      const given = readFields(queryOf(url), ['cursor', 'tenantId'])
      const { cursor, tenantId } = given
      const where = { limit: 50, ...(cursor ? { cursor } : {}) }
      const list = await readLog(gateway, caller, tenantId ? { tenantId } : {}, where)
      const isOperator = mayCall(caller, { scope: 'operator', testToken: 'read' })
      return sendPage(reply, {
        title: 'Log',
        at: path,
        caller,
        content: html`<p>Who changed tokens, registrations, webhooks and settings.</p>
${isOperator && views(tenantId)}
${linesTable(list.data)}
${pageLinks(path, given, list.page.nextCursor)}`,
      })
    },
  )
}

const names = { '': 'Your tenant', installation: 'The installation', all: 'All' }

function views(shown = ''): Html {
  return html`<p class="row">${Object.entries(names).map(([tenantId, name]) =>
    tenantId === shown
      ? html`<strong>${name}</strong> `
      : html`<a href="${tenantId ? `${path}?tenantId=${tenantId}` : path}">${name}</a> `,
  )}</p>`
}

function linesTable(lines: readonly LogEntry[]): Html {
  if (lines.length === 0) return html`<p>There are no lines.</p>`
  return table(
    'Log',
    ['At (UTC)', 'What', 'Of', 'By', 'Details', 'Tenant'],
    lines.map(
      ({ at, event, subject, actor, detail, tenantId }) => html`<tr><td>${time(at)}</td>
<th scope="row">${plain(event)}</th>
${cell(subject)}
${cell(actor)}
<td>${detailText(detail)}</td>
${cell(tenantId ?? 'the installation')}</tr>`,
    ),
  )
}

function detailText(detail: LogEntry['detail']): Html | false {
  const entries = Object.entries(detail)
  return entries.length > 0 && foreign(entries.map(describeMember).join('; '))
}

function describeMember([name, value]: [string, unknown]): string {
  return `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`
}
