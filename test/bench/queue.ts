// Whether one access point that never answers holds up documents for the others: twenty receivers,
// each with an endpoint of its own, at a steady pace; once with all of them well, once with one
// that takes messages and never answers.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type App, startApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { invoiceJson } from '../e2e/invoice.ts'

const receivers = Array.from({ length: 20 }, (_, at) => `9915:bench${String(at).padStart(2, '0')}`)
const [hung] = receivers
const documents = 600
const perSecond = 30

export async function benchQueue(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'bench-'))
  const app = await startApp(
    readConfig({
      DATA_DIR: dataDir,
      PORT: '0',
      SANDBOX_RECEIVERS: receivers.join(','),
      ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
    }),
    { info() {}, warn() {}, error() {} },
    () => {},
  )
  const fault = giveEachItsEndpoint(app)
  try {
    await measure(app, 'warm-up')
    const well = await measure(app, 'all answer')
    fault.hang()
    const beside = await measure(app, 'one never answers')
    print({
      bench: 'queue',
      othersWith: 'one that never answers',
      timesMedian: beside.median / well.median,
      timesP95: beside.p95 / well.p95,
    })
  } finally {
    fault.release()
    await app.stop()
    rmSync(dataDir, { recursive: true })
  }
}

/** The sandbox has one endpoint; a query, cut off when sending, tells those of receivers apart. */
function giveEachItsEndpoint({ gateway }: App) {
  const { peppolAccess } = gateway
  const { endpoints, post } = peppolAccess
  const set = endpoints.set.bind(endpoints)
  endpoints.set = (key, kept) => {
    const receiver = receivers.find((one) => key.includes(one.split(':')[1] ?? one))
    const answer = kept.answer.then((found) => ({ ...found, url: `${found.url}?${receiver}` }))
    answer.catch(() => {})
    return set(key, Object.assign(kept, { answer }))
  }
  let isHung = false
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  peppolAccess.post = async (url, request) => {
    const [endpoint = '', receiver] = url.split('?')
    if (!isHung || receiver !== hung) return post(endpoint, request)
    await released
    return { kind: 'failed', reason: 'timeout', bodySent: true, detail: 'no answer' }
  }
  return {
    hang: () => {
      isHung = true
    },
    release: () => release(),
  }
}

type Figures = { median: number; p95: number }

/** Milliseconds from submission to receipt, of the documents for receivers that answer. */
async function measure({ gateway, server, firstToken }: App, title: string): Promise<Figures> {
  const begun = performance.now()
  const ids: string[] = []
  for (let count = 0; count < documents; count++) {
    const receiver = receivers[count % receivers.length]!
    const answer = await server.inject({
      method: 'POST',
      url: `/api/v1/invoices/submit?receiver=${receiver}`,
      headers: { 'x-api-token': firstToken!, 'content-type': 'application/json' },
      payload: invoiceJson(`${title} ${count}`),
    })
    if (answer.statusCode !== 202) throw new Error(answer.body)
    if (receiver !== hung) ids.push(answer.json().id)
    const due = begun + (count * 1000) / perSecond
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
  }
  const millis: number[] = []
  for (const id of ids) {
    const { status, createdAt, completedAt } = await finished(gateway, id)
    if (status !== 'delivered') throw new Error(`a document ended ${status}`)
    millis.push(completedAt!.getTime() - createdAt.getTime())
  }
  millis.sort((a, b) => a - b)
  const at = (share: number) => millis[Math.floor(millis.length * share)]!
  const figures = { median: at(0.5), p95: at(0.95) }
  print({ bench: 'queue', receivers: title, documents: millis.length, perSecond, ...figures })
  return figures
}

async function finished({ store }: App['gateway'], id: string) {
  const [{ id: tenantId } = { id: '' }] = (await store.listTokens()).map(({ tenant }) => tenant)
  for (;;) {
    const document = await store.documentById(tenantId, id)
    if (document?.completedAt) return document
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function print(figures: object): void {
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value
  console.log(JSON.stringify(figures, rounded))
}
