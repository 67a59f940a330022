// Documents per second from submission to verified receipt: the real gateway as a process
// of its own, with its sandbox, on the embedded database or on the server of
// DATABASE_URL, driven over HTTP.
import { Pool } from 'undici'
import { freshDatabase } from '../e2e/database.ts'
import { startGateway } from '../e2e/gateway-process.ts'
import { invoiceJson } from '../e2e/invoice.ts'

const warmUp = 60
const rounds = [
  { inFlight: 1, documents: 150 },
  { inFlight: 8, documents: 600 },
] as const

export async function benchPipeline(): Promise<void> {
  const server = process.env.DATABASE_URL
  const gateway = await startGateway({
    LOG_LEVEL: 'warn',
    DATABASE_URL: server ? await freshDatabase(server) : '',
  })
  // The driver shares the machine with what it measures, so it uses the cheapest client.
  const connections = new Pool(gateway.url)
  const submit: Submit = async (body) => {
    const headers = {
      'X-API-Token': gateway.token,
      'Content-Type': 'application/json',
      Prefer: 'wait=30',
    }
    const answer = await connections.request({
      path: '/api/v1/invoices/submit',
      method: 'POST',
      headers,
      body,
    })
    return (await answer.body.json()) as { status: string }
  }
  try {
    await measure(submit, 8, warmUp)
    for (const { inFlight, documents } of rounds) {
      const { perSecond, p50Millis } = await measure(submit, inFlight, documents)
      const database = server ? 'PostgreSQL server' : 'embedded'
      console.log(
        JSON.stringify({ bench: 'pipeline', database, inFlight, documents, perSecond, p50Millis }),
      )
    }
  } finally {
    await connections.close()
    await gateway.stop()
  }
}

type Submit = (body: string) => Promise<{ status: string }>

async function measure(
  submit: Submit,
  inFlight: number,
  documents: number,
): Promise<{ perSecond: number; p50Millis: number }> {
  const millis: number[] = []
  let next = 0
  async function lane(): Promise<void> {
    while (next < documents) {
      const body = invoiceJson(`BENCH-${next++}`)
      const begun = performance.now()
      const { status } = await submit(body)
      if (status !== 'delivered') throw new Error(`a document ended ${status}`)
      millis.push(performance.now() - begun)
    }
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: inFlight }, lane))
  const seconds = (performance.now() - begun) / 1000
  const p50 = millis.sort((a, b) => a - b)[Math.floor(millis.length / 2)]!
  return {
    perSecond: Math.round((documents / seconds) * 10) / 10,
    p50Millis: Math.round(p50 * 10) / 10,
  }
}
