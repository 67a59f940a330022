// /console/log: who changed what, for administrators and operators.
import type { FastifyInstance } from 'fastify'
import { type LogEntry, readLog } from '../../core/access/installation-log.ts'
import { mayCall } from '../../core/access/may-call.ts'
import type { Gateway } from '../../core/gateway.ts'
import { choices } from '../components/chips.ts'
import { emptyList } from '../components/list-state.ts'
import { table } from '../components/table.ts'
import { exactTime } from '../components/time.ts'
import { foreign, plain } from '../foreign.ts'
import { queryOf, readFields } from '../form.ts'
import { type Html, html } from '../html.ts'
import { sendPage } from '../page.ts'
import { pageLinks, pathWith } from '../paging.ts'
import { brief } from '../show.ts'
import { logWords } from '../words/administration.ts'
import { labels } from '../words/labels.ts'

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
        title: labels.log,
        at: path,
        content: html`<p>${logWords.about}</p>
${isOperator && views(tenantId)}
${linesTable(list.data)}
${pageLinks(path, given, list.page.nextCursor)}`,
      })
    },
  )
}

function views(shown = ''): Html {
  return choices(
    logWords.whose,
    Object.entries(logWords.views).map(([tenantId, text]) => ({
      ...{ text, isHere: tenantId === shown },
      href: pathWith(path, { tenantId }),
    })),
  )
}

function linesTable(lines: readonly LogEntry[]): Html {
  if (lines.length === 0) return emptyList(logWords.none)
  return table(
    labels.log,
    logWords.heads,
    lines.map(({ at, event, subject, actor, detail, tenantId }) => [
      exactTime(at),
      plain(event),
      brief(subject),
      brief(actor),
      detailText(detail),
      brief(tenantId ?? logWords.installation),
    ]),
  )
}

function detailText(detail: LogEntry['detail']): Html | false {
  const entries = Object.entries(detail)
  return entries.length > 0 && foreign(entries.map(describeMember).join('; '))
}

function describeMember([name, value]: [string, unknown]): string {
  return `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`
}
