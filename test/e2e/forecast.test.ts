// The forecast of many stored documents: killed in the middle and resumed, it gives the list of a
// run in one go.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type GatewayProcess, startGateway } from './gateway-process.ts'

// FORECAST_DOCUMENTS=10000 is for a change of the forecast; few are enough beside everything else.
const documents = Number(process.env.FORECAST_DOCUMENTS ?? 1_000)
const atOnce = 50
const on = '2027-02-24'
const environment = { RATE_LIMIT_PER_SECOND: '100000', LOG_LEVEL: 'fatal' }
const plain = readFileSync('test/fixtures/billing/invoice-minimal.out.xml', 'utf8')

type Entry = {
  id: string
  status: 'running' | 'completed'
  documents: { judged: number; refused: number; withoutBytes: number; notJudged: number }
  rules: { rule: string; documents: number; documentIds: string[] }[]
}

/** Every fourth one has a total that the rules refuse; they wait, because sending is paused. */
async function load(gateway: GatewayProcess): Promise<void> {
  const paused = await gateway.call('/api/v1/queue/pause', { method: 'POST' })
  expect(paused.ok).toBe(true)
  let next = 0
  const submit = async () => {
    while (next < documents) {
      next += 1
      const text = plain.replace('INV-2026-0001', `F-${next}`)
      const response = await gateway.call('/api/v1/invoices/submit', {
        ...{ method: 'POST', headers: { 'Content-Type': 'application/xml', ...unvalidated } },
        body: next % 4 === 0 ? text.replace(/1250\.00(?=<\/cbc:Pay)/, '1250.01') : text,
      })
      expect(response.status).toBe(202)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, submit))
}

const unvalidated = { 'X-Validation': 'false' }

async function begin(gateway: GatewayProcess, days: number): Promise<Entry> {
  const response = await gateway.call('/api/v1/rules/forecasts', {
    ...{ method: 'POST', headers: { 'Content-Type': 'application/json' } },
    body: JSON.stringify({ on, days }),
  })
  expect(response.status).toBe(202)
  return (await response.json()) as Entry
}

async function until(
  gateway: GatewayProcess,
  { id }: Entry,
  isThere: (entry: Entry) => boolean,
): Promise<Entry> {
  let entry: Entry | undefined
  const read = async () => {
    entry = (await (await gateway.call(`/api/v1/rules/forecasts/${id}`)).json()) as Entry
    return isThere(entry)
  }
  await expect.poll(read, { timeout: 300_000, interval: 200 }).toBe(true)
  return entry!
}

const isOver = ({ status }: Entry) => status === 'completed'

it('is the same list, in one go and after kill -9 in the middle', {
  timeout: 900_000,
}, async () => {
  const first = await startGateway(environment)
  await load(first)
  const whole = await until(first, await begin(first, 30), isOver)
  expect(whole.documents).toEqual({
    ...{ judged: documents, refused: documents / 4, withoutBytes: 0, notJudged: 0 },
  })
  expect(whole.rules).toMatchObject([{ rule: 'BR-CO-16', documents: documents / 4 }])
  expect(whole.rules[0]?.documentIds).toHaveLength(20)

  const begun = await begin(first, 31)
  const middle = await until(first, begun, (entry) => entry.documents.judged > documents / 10)
  expect(middle.status).toBe('running')
  await first.stop('SIGKILL')

  const second = await startGateway(environment, first.dataDir)
  const resumed = await until(second, begun, isOver)
  expect(resumed.documents).toEqual(whole.documents)
  expect(resumed.rules).toEqual(whole.rules)
  expect(await second.stop()).toBe(0)
})
