// What is counted, what it is called, and who may see it.
import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { submitExamples } from '../../../src/http/reference/examples.ts'
import { buildMetricsServer } from '../../../src/http/routes/metrics.ts'
import { expectProblem, openTestGateway } from '../gateway.ts'

const test = await openTestGateway()
const invoice = submitExamples.invoice['application/json']!.usual!.value as object

async function submit(query = ''): Promise<string> {
  const answer = await test.call({
    method: 'POST',
    url: `/api/v1/invoices/submit${query}`,
    headers: { 'x-validation': 'report' },
    payload: invoice,
  })
  expect(answer.statusCode).toBe(202)
  return answer.json().id
}

/** The values by name and labels, as Prometheus reads them. */
async function measured(app = test.app): Promise<Map<string, number>> {
  const answer = await app.inject({ url: '/metrics', headers: { 'x-api-token': test.token } })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  const lines = answer.body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

it('a document that is submitted and delivered moves the counters', async () => {
  const id = await submit()
  const waiting = await measured()
  expect(waiting.get('fourcorner_queue_documents')).toBe(1)
  expect(waiting.get('fourcorner_queue_oldest_seconds')).toBeGreaterThan(0)
  expect(waiting.get('fourcorner_queue_oldest_seconds')).toBeLessThan(60)
  expect(waiting.get('fourcorner_validation_seconds_count{verdict="valid"}')).toBe(1)
  expect(waiting.has('fourcorner_attempt_seconds_count{outcome="delivered"}')).toBe(false)

  test.startDelivering()
  await vi.waitFor(async () => {
    const { status } = (await test.call({ url: `/api/v1/status/${id}` })).json()
    expect(status).toBe('delivered')
  }, 10_000)
  const values = await measured()
  expect(values.get('fourcorner_attempt_seconds_count{outcome="delivered"}')).toBe(1)
  expect(values.get('fourcorner_attempt_seconds_sum{outcome="delivered"}')).toBeGreaterThan(0)
  expect(values.get('fourcorner_lookup_seconds_count{outcome="found"}')).toBe(1)
  expect(values.get('fourcorner_queue_documents')).toBe(0)
  expect(values.get('fourcorner_queue_oldest_seconds')).toBe(0)
  const route = '/api/v1/invoices/submit'
  const submits = `fourcorner_http_requests_total{method="POST",route="${route}",status="2xx"}`
  expect(values.get(submits)).toBe(1)
  expect(values.get(`fourcorner_http_request_seconds_count{route="${route}"}`)).toBe(1)
  expect(values.get('fourcorner_certificate_days')).toBeGreaterThan(1)
  expect(values.get('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0)
  expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
})

it('a receiver who is not registered is counted by the code of the failure', async () => {
  test.startDelivering()
  await submit(`?receiver=${test.gateway.service.sandbox!.unregistered}`)
  await vi.waitFor(async () => {
    const values = await measured()
    for (const name of ['attempt', 'lookup'])
      expect(
        values.get(`fourcorner_${name}_seconds_count{outcome="receiver.not-registered"}`),
      ).toBe(1)
  }, 10_000)
})

it('what callers make up becomes no label', async () => {
  for (const url of ['/wp-login.php', '/api/v1/status/made-up', '/api/v1/participants/0208:1'])
    await test.call({ url })
  await test.call({ method: 'DELETE', url: '/health/live' })
  const values = await measured()
  const names = [...values.keys()].join('\n')
  expect(names).toContain('{method="GET",route="none",status="4xx"}')
  expect(names).toContain('{method="GET",route="/api/v1/status/:id",status="4xx"}')
  expect(names).toContain('{method="DELETE",route="/health/live",status="4xx"}')
  expect(names).not.toMatch(/wp-login|made-up|0208|default/)
})

it('needs the scope metrics, or a port of its own', async () => {
  const token = await test.makeToken({ scopes: ['documents:read', 'admin', 'operator'] })
  const refused = await test.app.inject({ url: '/metrics', headers: { 'x-api-token': token } })
  expectProblem(refused, 403, 'auth.scope-missing')
  expectProblem(await test.app.inject({ url: '/metrics' }), 401, 'auth.token-missing')

  const own = buildMetricsServer(test.gateway)
  expect((await own.inject({ url: '/metrics' })).body).toContain('fourcorner_queue_documents ')
  for (const url of ['/', '/health/live', '/api/identity/check'])
    expectProblem(await own.inject({ url }), 404, 'request.not-found')
  const posted = await own.inject({ method: 'POST', url: '/metrics', payload: {} })
  expectProblem(posted, 405, 'request.method-not-allowed')
  await own.close()
})

it('is there while the database is not', async () => {
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const store = { ...test.gateway.store, oldestInQueue: () => Promise.reject(away) }
  const values = await measured(await test.serverWith({ store }))
  expect(values.get('fourcorner_queue_documents')).toBeNaN()
  expect(values.get('fourcorner_circuits_open')).toBeNaN()
  expect(values.get('fourcorner_certificate_days')).toBeGreaterThan(1)
})

it('tells how many endpoints do not work, and leaves out those that are played', async () => {
  const lanes = ['https://ap.example/as4', 'lookup 3', 'simulation of timeout']
  const failingLanes = async () => lanes.map((lane) => ({ lane, failures: 5, documents: 1 }))
  const store = { ...test.gateway.store, failingLanes }
  const values = await measured(await test.serverWith({ store }))
  expect(values.get('fourcorner_circuits_open')).toBe(2)
  expect((await measured()).get('fourcorner_circuits_open')).toBe(0)
})

it('tells the share of statuses in time, and nothing while there is none', async () => {
  const share = async (mlsShare: () => Promise<number | undefined>) =>
    (await measured(await test.serverWith({ mlsShare }))).get('fourcorner_mls_sent_in_time_ratio')
  expect(await share(async () => 0.99496)).toBe(0.99496)
  expect(await share(async () => undefined)).toBeNaN()
  expect(await share(() => Promise.reject(new Error('a fault')))).toBeNaN()
  expect((await measured()).get('fourcorner_mls_sent_in_time_ratio')).toBeNaN()
})

it('tells where tax reports stand, and nothing while they cannot be counted', async () => {
  const overdue = 'fourcorner_tax_reports{regime="sk",status="overdue"}'
  const oldest = 'fourcorner_tax_reports_oldest_seconds'
  const counts = [{ regime: 'sk', status: 'overdue' as const, count: 3 }]
  const app = await test.serverWith({ taxReportLevels: async () => ({ counts, oldestSeconds: 7 }) })
  const values = await measured(app)
  expect([values.get(overdue), values.get(oldest)]).toEqual([3, 7])
  expect(values.get('fourcorner_tax_reports{regime="ae",status="overdue"}')).toBe(0)
  const none = await measured()
  expect([none.get(overdue), none.get(oldest)]).toEqual([0, 0])
  const taxReportLevels = () => Promise.reject(new Error('a fault'))
  const away = await measured(await test.serverWith({ taxReportLevels }))
  expect([away.get(overdue), away.get(oldest)]).toEqual([Number.NaN, Number.NaN])
  expect(none.get('fourcorner_tax_reports_missing_total')).toBe(0)
})

it('tells how many sources of revocations are stale', async () => {
  const revocationConcerns = () => ['http://crl.example cannot be fetched since yesterday.']
  const values = await measured(await test.serverWith({ revocationConcerns }))
  expect(values.get('fourcorner_revocation_stale')).toBe(1)
  expect((await measured()).get('fourcorner_revocation_stale')).toBe(0)
})

it.each([
  ['of an embedded database', async () => 123_456, 123_456],
  ['that a server has', async () => undefined, Number.NaN],
  ['that cannot be read', () => Promise.reject(new Error('ENOENT')), Number.NaN],
])('tells the free space on the disk %s', async (_, diskFreeBytes, bytes) => {
  const store = { ...test.gateway.store, diskFreeBytes }
  const values = await measured(await test.serverWith({ store }))
  expect(values.get('fourcorner_disk_free_bytes')).toBe(bytes)
})

it('has the names and labels that docs/operations.md lists, and no others', async () => {
  const answer = await test.call({ url: '/metrics' })
  const names = [...answer.body.matchAll(/^# TYPE (fourcorner_\w+)/gm)].map(([, name]) => name)
  const page = readFileSync('docs/operations.md', 'utf8')
  const listed = [...page.matchAll(/^\| `(fourcorner_\w+)`/gm)].map(([, name]) => name)
  expect(listed.sort()).toEqual(names.sort())
  for (const [, label] of answer.body.matchAll(/^fourcorner_\w+\{(?:le="[^"]*",)?(\w+)=/gm))
    expect(page).toContain(`\`${label}\``)
})
