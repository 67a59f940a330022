// A forecast of many stored documents, as an attack of test/e2e/neighbours is: beside a tenant that
// asks meanwhile.
import { readFileSync } from 'node:fs'
import type { Neighbourhood } from '../e2e/neighbours/neighbours.ts'
import { pause } from '../e2e/neighbours/sockets.ts'

const documents = 2_000
const atOnce = 50
/** Loading takes more calls than one tenant has a second. */
export const forecastSettings = { RATE_LIMIT_PER_SECOND: '100000' }

type Entry = { id: string; status: 'running' | 'completed'; documents: { judged: number } }

async function called<T>(
  { gateway }: Neighbourhood,
  path: string,
  init: Parameters<Neighbourhood['gateway']['call']>[1] = {},
): Promise<T> {
  const answer = await gateway.call(path, init)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** They wait, because sending is paused: what is measured is the forecast alone. */
async function load(at: Neighbourhood): Promise<void> {
  await called(at, '/api/v1/queue/pause', { method: 'POST' })
  const plain = readFileSync('test/fixtures/billing/invoice-minimal.out.xml', 'utf8')
  let next = 0
  const submit = async () => {
    while (next < documents) {
      next += 1
      await called(at, '/api/v1/invoices/submit', {
        ...{ method: 'POST', body: plain.replace('INV-2026-0001', `F-${next}`) },
        headers: { 'Content-Type': 'application/xml', 'X-Validation': 'false' },
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, submit))
}

async function forecast(at: Neighbourhood): Promise<string> {
  const begun = performance.now()
  let entry = await called<Entry>(at, '/api/v1/rules/forecasts', {
    ...{ method: 'POST', headers: { 'Content-Type': 'application/json' } },
    body: JSON.stringify({ on: '2027-02-24', days: 30 }),
  })
  while (entry.status === 'running') {
    await pause(200)
    entry = await called<Entry>(at, `/api/v1/rules/forecasts/${entry.id}`)
  }
  const seconds = (performance.now() - begun) / 1000
  return `${entry.documents.judged} judged in ${seconds.toFixed(1)} s`
}

export const forecastBeside = {
  name: `a forecast over ${documents.toLocaleString('en-GB')} documents`,
  prepare: load,
  run: forecast,
}
