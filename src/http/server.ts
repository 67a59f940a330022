// The HTTP server: what every request passes, then the areas, in order.
import fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { type Gate, openGate } from '../core/access/admit.ts'
import type { Gateway } from '../core/gateway.ts'
import { beginInTurn } from '../reception/index.ts'
import { useAnswers } from './answers.ts'
import { useAuth } from './auth.ts'
import { useBodies } from './body.ts'
import { useBodyStreams } from './body-stream.ts'
import { answerError, useErrors } from './errors.ts'
import { noticeDroppedAddresses } from './forwarded.ts'
import { openLongPolls } from './long-polls.ts'
import { useMethods } from './methods.ts'
import { failurePages } from './reference/failure-pages.ts'
import { problemPages } from './reference/problem-pages.ts'
import { type ReferenceOptions, useReference } from './reference/reference.ts'
import { requestIdOf, useRequestId } from './request-id.ts'
import { as4 } from './routes/as4.ts'
import { convert } from './routes/convert.ts'
import { creditNotes } from './routes/credit-notes.ts'
import { debitNotes } from './routes/debit-notes.ts'
import { documentFiles } from './routes/document-files.ts'
import { events } from './routes/events.ts'
import { figures } from './routes/figures.ts'
import { forgetting } from './routes/forgetting.ts'
import { health } from './routes/health.ts'
import { identity } from './routes/identity.ts'
import { inbound } from './routes/inbound.ts'
import { interventions } from './routes/interventions.ts'
import { invoices } from './routes/invoices.ts'
import { log } from './routes/log.ts'
import { metrics, useMetrics } from './routes/metrics.ts'
import { otherDocuments } from './routes/other-documents.ts'
import { participants } from './routes/participants.ts'
import { pdfs } from './routes/pdf.ts'
import { publications } from './routes/publications.ts'
import { registrations } from './routes/registrations.ts'
import { reports } from './routes/reports.ts'
import { rules } from './routes/rules.ts'
import { status } from './routes/status.ts'
import { taxReports } from './routes/tax-reports.ts'
import { tenants } from './routes/tenants.ts'
import { tokens } from './routes/tokens.ts'
import { validate } from './routes/validate.ts'
import { webhooks } from './routes/webhooks.ts'
import { useCallsUnderWay, writeListsInTurn } from './under-way.ts'
import { answerUnreadable, httpOptions, useHttp } from './unreadable.ts'
import { useZod, zodCompilers } from './zod.ts'

type ServerOptions = {
  /** Access points deliver on the same port. */
  withAs4?: boolean
  /** Pages for people, who are admitted by the same gate as the callers of the API. */
  pages?: FastifyPluginAsync<{ gateway: Gateway; gate: Gate }>
  reference?: ReferenceOptions
  /** Given the server before it has routes, which it may describe (openapi.ts). */
  describe?: (app: FastifyInstance) => Promise<void>
}

/** Ready to listen, or for `inject`. */
export async function buildServer(
  gateway: Gateway,
  { withAs4 = true, pages, reference, describe }: ServerOptions = {},
): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: gateway.submission.bodyBytesMax,
    requestTimeout: gateway.requests.timeoutMs,
    http: httpOptions,
    routerOptions: { maxParamLength: 1000 },
    schemaController: { compilersFactory: zodCompilers(gateway.log) },
    // X-Forwarded-For of any other address is not believed.
    trustProxy: gateway.trustedProxies.length > 0 ? [...gateway.trustedProxies] : false,
    // While the gateway stops, `core` refuses each new document with a problem of its own;
    // everything else is still answered.
    return503OnClosing: false,
    genReqId: (request) => requestIdOf(request, gateway.newId),
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, gateway.newId()),
    frameworkErrors: (error, request, reply) => void answerError(gateway, error, request, reply),
  })
  // Node silently drops headers above a number; their size limits them instead, 16 KB in all.
  app.server.maxHeadersCount = 0
  beginInTurn(app.server)
  useRequestId(app)
  useMetrics(app, gateway)
  useErrors(app, gateway)
  useHttp(app)
  noticeDroppedAddresses(app, gateway)
  const gate = openGate(gateway)
  useCallsUnderWay(app, gateway, gate)
  useAnswers(app, gateway.requests, gateway.sharedUse)
  await describe?.(app)
  if (reference) useReference(app, reference)
  const refuseOtherMethods = useMethods(app)
  await app.register(async (open) => {
    useZod(open)
    await open.register(health, { gateway })
    await open.register(problemPages, {})
    await open.register(failurePages, {})
  })
  if (withAs4) await app.register(as4, { gateway })
  if (pages) await app.register(pages, { gateway, gate })
  await app.register(async (api) => {
    useZod(api)
    useAuth(api, gate)
    useBodies(api, gateway.submission)
    useBodyStreams(api, gateway.requests, gateway.sharedUse)
    writeListsInTurn(api, gateway)
    const longPolls = openLongPolls(gateway.requests, gateway.sharedUse)
    await api.register(identity, { gateway })
    await api.register(invoices, { gateway, longPolls })
    await api.register(creditNotes, { gateway, longPolls })
    await api.register(debitNotes, { gateway, longPolls })
    await api.register(otherDocuments, { gateway, longPolls })
    await api.register(status, { gateway, longPolls })
    await api.register(figures, { gateway })
    await api.register(inbound, { gateway, longPolls })
    await api.register(registrations, { gateway })
    await api.register(publications, { gateway })
    await api.register(reports, { gateway })
    await api.register(events, { gateway, longPolls })
    await api.register(webhooks, { gateway })
    await api.register(convert, { gateway })
    await api.register(validate, { gateway })
    await api.register(rules, { gateway })
    await api.register(documentFiles, { gateway })
    await api.register(participants, { gateway })
    await api.register(interventions, { gateway })
    await api.register(taxReports, { gateway })
    await api.register(forgetting, { gateway })
    await api.register(tokens, { gateway })
    await api.register(tenants, { gateway })
    await api.register(log, { gateway })
    await api.register(metrics, { gateway })
    await api.register(pdfs, { gateway })
  })
  await app.register(async (rest) => refuseOtherMethods(rest))
  await app.ready()
  return app
}
