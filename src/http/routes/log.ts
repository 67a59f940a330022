// GET /api/v1/log: the log of the installation, for administrators and operators.
import { z } from 'zod'
import { type LogEntry, logEvents, readLog } from '../../core/access/installation-log.ts'
import type { Gateway } from '../../core/gateway.ts'
import { exactly } from '../exactly.ts'
import { requestHeaders } from '../headers.ts'
import { page } from '../page.ts'
import { pageHeaders, pageParameters, sendPage } from '../page-query.ts'
import { moment as momentWanted, repeated } from '../query.ts'
import { text } from '../reference-to-document.ts'
import type { Routes } from '../zod.ts'
import { count, mayGrow, moment } from './record.ts'

const logQuery = z.strictObject({
  tenantId: text
    .min(1)
    .max(100)
    .exactOptional()
    .meta({
      description:
        'Another tenant, `installation` for what belongs to none, or `all`: with the scope ' +
        '`operator`. Your own tenant by default',
    }),
  event: repeated(z.enum(logEvents)).meta({ description: 'What happened' }),
  from: momentWanted.exactOptional().meta({ description: 'At this time or later' }),
  to: momentWanted.exactOptional().meta({ description: 'Before this time' }),
  ...pageParameters,
})

const logEntry = exactly<LogEntry>()(
  z
    .object({
      tenantId: z
        .string()
        .nullable()
        .meta({ description: 'Whose chain it is in; null: that of the installation' }),
      sequence: count.meta({ description: 'In its chain: 1, 2, 3, …' }),
      at: moment,
      event: z.string().meta({ description: mayGrow, examples: ['token.created'] }),
      actor: z.string().meta({
        description:
          '`token:` and the id of a token, `command` (the command line), `start`, `first start`, ' +
          '`gateway`, or `unknown`: a program of the version before, or SQL by hand',
      }),
      subject: z.string().meta({
        description:
          'The id of the token, tenant, webhook or document; the participant; the receiver, ' +
          '`all` or `restored`',
      }),
      detail: z
        .record(z.string(), z.unknown())
        .meta({ description: 'What was set at first, then what is different; never a secret' }),
      hash: z
        .string()
        .meta({ description: 'SHA-256 in hexadecimal of this line and previousHash' }),
      previousHash: z.string(),
    })
    .meta({ id: 'LogEntry', description: 'A change of what belongs to a tenant, or to none' }),
)

const logList = z
  .object({ data: z.array(logEntry), page })
  .meta({ id: 'LogList', description: 'Lines of the log, newest first' })

export const log: Routes<{ gateway: Gateway }> = async (app, { gateway }) => {
  app.get(
    '/api/v1/log',
    {
      config: {
        ...({ scope: ['admin', 'operator'], testToken: 'read' } as const),
        problems: ['request.invalid-field'],
        answerHeaders: pageHeaders,
      },
      schema: {
        operationId: 'listLog',
        tags: ['Log'],
        summary: 'Show who changed what',
        description:
          'Tokens, registrations, webhooks and settings of your tenant, newest first; with the ' +
          'scope `operator` also those of others, pauses of the queue and reports. Each line ' +
          'contains the hash of the previous one of its chain.',
        headers: requestHeaders,
        querystring: logQuery,
        response: { 200: logList },
      },
    },
    async ({ caller, query, url }, reply) => {
      const { limit = 50, cursor, event, from, to, tenantId } = query
      const wish = {
        ...(tenantId ? { tenantId } : {}),
        ...(event ? { events: event } : {}),
        ...(from ? { from: new Date(from) } : {}),
        ...(to ? { to: new Date(to) } : {}),
      }
      const where = { limit, ...(cursor ? { cursor } : {}) }
      return sendPage(reply, url, await readLog(gateway, caller, wish, where))
    },
  )
}
