// /console/export/documents and /console/export/inbound: a list as it is filtered, as CSV
// (RFC 4180), read page by page while it is sent.
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { csvLine } from '../../core/csv.ts'
import type { Caller, Gateway } from '../../core/gateway.ts'
import { listInbound } from '../../core/receive/inbound.ts'
import { listRecords } from '../../core/tracking/track.ts'
import { Problem } from '../../problem.ts'
import { queryOf, readFields } from '../form.ts'
import type { ListQuery } from '../list-query.ts'
import { kinds } from '../words/labels.ts'
import { exportHeads } from '../words/lists.ts'
import { stateOf } from '../words/states.ts'
import { type Direction, filterNames, readFilters } from './filters.ts'
import type { ListEntry } from './rows.ts'

export const exportPaths = {
  outbound: '/console/export/documents',
  inbound: '/console/export/inbound',
} as const

/** A file that a spreadsheet opens; the API gives what is more. */
export const exportRowsMax = 10_000
const pageRows = 200
const reads = { outbound: listRecords, inbound: listInbound } as const

export async function listExports(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  for (const [direction, path] of Object.entries(exportPaths) as [Direction, string][])
    app.get(
      path,
      { config: { scope: 'documents:read', testToken: 'read' } },
      async ({ caller, url }, reply) => {
        const given = readFields(queryOf(url), filterNames(direction))
        const { query, errors } = readFilters(given, direction)
        if (errors[0]) throw new Problem('request.invalid-field', { detail: errors[0].message })
        const lines = linesOf(gateway, caller, { direction, query })
        return reply
          .header('Content-Type', 'text/csv; charset=utf-8')
          .header('Content-Disposition', `attachment; filename="${direction}.csv"`)
          .send(Readable.from(lines, { objectMode: false }))
      },
    )
}

/** One page is in memory at a time. */
async function* linesOf(
  gateway: Gateway,
  caller: Caller,
  { direction, query }: { direction: Direction; query: ListQuery },
): AsyncGenerator<string> {
  yield csvLine(exportHeads)
  let cursor: string | undefined
  let left = exportRowsMax
  do {
    const limit = Math.min(pageRows, left)
    const wanted = { sort: '-createdAt', ...query, limit, ...(cursor ? { cursor } : {}) } as const
    const { data, page } = await reads[direction](gateway, caller, wanted)
    if (data.length > 0) yield data.map(rowOf).join('')
    left -= data.length
    cursor = page.nextCursor
  } while (cursor !== undefined && left > 0)
}

function rowOf(entry: ListEntry): string {
  const { id, type, number, sender, receiver, issueDate, totals, reference, clientId } = {
    ...{ reference: undefined, clientId: undefined },
    ...entry,
  }
  const { word, reason } = stateOf(entry)
  const isTest = 'test' in entry && entry.test
  return csvLine([
    ...[number, kinds[type], sender.name, sender.id, receiver.name, receiver.id],
    ...[totals?.payable, totals?.currency, issueDate, word, reason],
    ...['createdAt' in entry ? entry.createdAt : entry.receivedAt, reference, clientId],
    ...[isTest ? 'test' : undefined, id],
  ])
}
