// Metrics in the text format of Prometheus: GET /metrics, with a token or on a port of its own.
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { z } from 'zod'
import { askerFor } from '../../core/access/asker.ts'
import type { Gateway } from '../../core/gateway.ts'
import { watchedLevels } from '../../core/operations/levels.ts'
import type { Counts, Levels, Metrics } from '../../core/runtime/metrics.ts'
import type { Asker } from '../../threads/index.ts'
import { processCounts, sumOfAll } from '../counts.ts'
import { useErrors } from '../errors.ts'
import { requestHeaders } from '../headers.ts'
import { useMethods } from '../methods.ts'
import { requestIdOf, useRequestId } from '../request-id.ts'
import type { Routes } from '../zod.ts'

const taxRegimeNames = ['ae', 'sk'] as const
const unendedOrFailed = ['pending', 'sent', 'overdue', 'rejected', 'failed'] as const

const quick = [0.005, 0.02, 0.1, 0.5, 2, 10, 60]
const slow = [0.1, 0.5, 2, 10, 60, 300]
// Peppol Network Policy: 20 minutes (MLS-1), 25 minutes (MLS-2).
const minutes = [10, 60, 330, 600, 1_200, 1_500, 3_600]

/** The counts of all processes of this node, given those of this one. */
export type SumOf = (own: Counts) => Promise<Counts[]>

/** Counts from zero. docs/operations.md lists every name and label. */
export function openMetrics(sumOf: SumOf = async (own) => [own]): Metrics {
  const registry = new Registry()
  // The same in every process, and never added up: the process that is asked looks.
  const levels = new Registry()
  const own = openCounts([registry])
  const gauges = openGauges([levels])

  const counts = async () => [...(await registry.getMetricsAsJSON()), ...(await processCounts())]

  return {
    attemptEnded: (outcome, ms) => own.attempts.observe({ outcome }, ms / 1000),
    deliveryStarted: (result) => own.started.inc({ result }),
    lookedUp: (outcome, ms) => own.lookups.observe({ outcome }, ms / 1000),
    validated: (verdict, ms) => own.validations.observe({ verdict }, ms / 1000),
    received: (result, ms) => own.receptions.observe({ result }, ms / 1000),
    mlsReceived(code, ms) {
      own.mlsIn.inc({ code })
      if (ms !== undefined) own.mlsWaits.observe({ code }, ms / 1000)
    },
    mlsSent: (code, ms) => own.mlsOut.observe({ code }, ms / 1000),
    webhookCalled: (outcome, ms) => own.webhooks.observe({ outcome }, ms / 1000),
    unreportedFound: (count) => own.unreported.inc(count),
    answered({ method, route, status }, ms) {
      own.requests.inc({ method, route, status: `${Math.floor(status / 100)}xx` })
      own.answers.observe({ route }, ms / 1000)
    },
    counts,
    async print(found) {
      setGauges(gauges, found)
      const sum = sumOfAll(await sumOf(await counts()))
      const texts = await Promise.all([sum.metrics(), levels.metrics()])
      return { mediaType: registry.contentType, text: texts.join('\n') }
    },
  }
}

function openCounts(registers: Registry[]) {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const seconds = <Label extends string>(
    name: string,
    help: string,
    { label, buckets }: { label: Label; buckets: number[] },
  ) => new Histogram({ name, help, labelNames: [label], buckets, registers })
  return {
    attempts: seconds('fourcorner_attempt_seconds', 'Attempts to deliver', {
      label: 'outcome',
      buckets: slow,
    }),
    started: counter(
      'fourcorner_started_deliveries_total',
      'Deliveries started by their submission',
      ['result'],
    ),
    lookups: seconds('fourcorner_lookup_seconds', 'Lookups of receivers in the network', {
      label: 'outcome',
      buckets: quick,
    }),
    validations: seconds('fourcorner_validation_seconds', 'Validations of documents', {
      label: 'verdict',
      buckets: quick,
    }),
    receptions: seconds('fourcorner_reception_seconds', 'Messages from access points', {
      label: 'result',
      buckets: quick,
    }),
    mlsIn: counter('fourcorner_mls_received_total', 'Message Level Status received', ['code']),
    mlsWaits: seconds('fourcorner_mls_received_seconds', 'From our receipt to its MLS', {
      label: 'code',
      buckets: minutes,
    }),
    mlsOut: seconds('fourcorner_mls_sent_seconds', 'From a received message to our MLS', {
      label: 'code',
      buckets: minutes,
    }),
    webhooks: seconds('fourcorner_webhook_seconds', 'Attempts to deliver to webhooks', {
      label: 'outcome',
      buckets: quick,
    }),
    unreported: counter(
      'fourcorner_tax_reports_missing_total',
      'Documents found without their report',
      [],
    ),
    requests: counter('fourcorner_http_requests_total', 'Requests to the HTTP API', [
      'method',
      'route',
      'status',
    ]),
    answers: seconds('fourcorner_http_request_seconds', 'From a request to its answer', {
      label: 'route',
      buckets: quick,
    }),
  }
}

function openGauges(registers: Registry[]) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  return {
    documents: gauge('fourcorner_queue_documents', 'Documents waiting or being sent'),
    oldest: gauge('fourcorner_queue_oldest_seconds', 'Age of the oldest of them'),
    circuits: gauge('fourcorner_circuits_open', 'Endpoints that do not work'),
    revocations: gauge('fourcorner_revocation_stale', 'Revocation sources without an answer'),
    disk: gauge('fourcorner_disk_free_bytes', 'Of the embedded database'),
    payloads: gauge('fourcorner_payload_store_up', 'Whether the payload store works'),
    mlsShare: gauge('fourcorner_mls_sent_in_time_ratio', 'MLS of this month sent in time'),
    taxReports: new Gauge({
      name: 'fourcorner_tax_reports',
      help: 'Reported documents of 30 days by their last report',
      labelNames: ['regime', 'status'],
      registers,
    }),
    oldestTaxReport: gauge(
      'fourcorner_tax_reports_oldest_seconds',
      'Age of the oldest report without an end',
    ),
    certificate: gauge('fourcorner_certificate_days', 'Until our own certificate ends'),
  }
}

function setGauges(gauges: ReturnType<typeof openGauges>, levels: Levels): void {
  const { queue, mlsShare, certificateDays, taxReports } = levels
  const { revocationsStale, diskFreeBytes, payloadStoreWorks } = levels
  gauges.documents.set(queue?.documents ?? Number.NaN)
  gauges.oldest.set(queue?.oldestSeconds ?? Number.NaN)
  gauges.circuits.set(queue?.circuitsOpen ?? Number.NaN)
  gauges.mlsShare.set(mlsShare ?? Number.NaN)
  gauges.certificate.set(certificateDays)
  // Zeros, so that the first one is seen to come.
  for (const regime of taxRegimeNames)
    for (const status of unendedOrFailed)
      gauges.taxReports.set({ regime, status }, taxReports ? 0 : Number.NaN)
  for (const { regime, status, count } of taxReports?.counts ?? [])
    gauges.taxReports.set({ regime, status }, count)
  gauges.oldestTaxReport.set(taxReports?.oldestSeconds ?? Number.NaN)
  gauges.revocations.set(revocationsStale)
  gauges.disk.set(diskFreeBytes ?? Number.NaN)
  gauges.payloads.set(payloadStoreWorks === undefined ? Number.NaN : Number(payloadStoreWorks))
}

/** Counts every request of this app, whatever becomes of it. */
export function useMetrics(app: FastifyInstance, { metrics }: Pick<Gateway, 'metrics'>): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    metrics.answered({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime)
  })
}

export const metrics: Routes<{ gateway: Gateway }> = async (app, { gateway }) => {
  app.get(
    '/metrics',
    {
      config: { scope: 'metrics', testToken: 'read' },
      schema: {
        operationId: 'showMetrics',
        tags: ['Health'],
        summary: 'Show the metrics',
        description:
          'Counters, durations and levels in the text format of Prometheus. With METRICS_PORT, ' +
          'also on that port, without a token.',
        headers: requestHeaders,
        response: {
          200: { description: 'The metrics', content: { 'text/plain': { schema: z.string() } } },
        },
      },
    },
    async ({ caller }, reply) => sendMetrics(gateway, reply, askerFor(gateway, caller)),
  )
}

/** Serves the metrics and nothing else, without a token. */
export function buildMetricsServer(gateway: Gateway): FastifyInstance {
  const app = fastify({
    requestTimeout: gateway.requests.timeoutMs,
    genReqId: (request) => requestIdOf(request, gateway.newId),
  })
  useRequestId(app)
  useErrors(app, gateway)
  const refuseOtherMethods = useMethods(app)
  app.get('/metrics', async (_, reply) => sendMetrics(gateway, reply))
  refuseOtherMethods(app)
  return app
}

async function sendMetrics(
  gateway: Gateway,
  reply: FastifyReply,
  asker?: Asker,
): Promise<FastifyReply> {
  const levels = await watchedLevels(gateway)
  const print = () => gateway.metrics.print(levels)
  const { mediaType, text } = await gateway.inlineWork.run(asker, print)
  return reply.type(mediaType).send(text)
}
