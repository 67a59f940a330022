// Two gateways, each a process with a database of its own: what the receiver says of a document,
// and what its sender reads of it.
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultServices } from '../../src/sandbox/participants.ts'
import { providerServices } from '../../src/sandbox/status-sender.ts'
import { type Laboratory, openLaboratory } from '../bench/laboratory.ts'
import { type GatewayProcess, startGateway } from './gateway-process.ts'
import { invoiceJson } from './invoice.ts'

const buyer = { scheme: '0208', id: '0685660237' }
const participant = `${buyer.scheme}:${buyer.id}`
const provider = '0242:900001'

const issue = { code: 'BV', location: '/Invoice/cbc:ID', text: 'There is no such order.' }
const words = { AP: {}, AB: {}, RE: { description: 'Not ours.', issues: [issue] } }
type Code = keyof typeof words
const meanings = { AP: 'accepted', AB: 'acknowledged', RE: 'rejected' }
const codes = Object.keys(words) as Code[]

type Mls = {
  status?: string
  code?: string
  dueAt?: string
  word?: { code: string; sent: boolean }
}
type Record = { id: string; status: string; outcome: string; mls?: Mls }

let laboratory: Laboratory
let sender: GatewayProcess
let receiver: GatewayProcess
let settings: { [name: string]: string }
let submitted = 0

beforeAll(async () => {
  laboratory = await openLaboratory()
  const ofSender = laboratory.settingsOf('gateway')
  sender = await startGateway(ofSender, ofSender.DATA_DIR)
  settings = laboratory.settingsOf('access-point')
  receiver = await startGateway(settings, settings.DATA_DIR)
  await call(receiver, '/api/v1/registrations', { participant, documentTypes: 'all' })
  const { sandbox, certificate } = laboratory
  sandbox.publish({
    // Another one after each start.
    get url() {
      return `${receiver.url}/as4`
    },
    certificate: () => certificate,
    participants: async () => [participant],
    servicesOf: async (asked) => (asked === participant ? defaultServices() : undefined),
  })
  const pki = dirname(settings.TRUST_ROOTS_FILE!)
  const itsCertificate = new X509Certificate(readFileSync(join(pki, 'gateway.pem')))
  sandbox.publish({
    url: `${sender.url}/as4`,
    certificate: () => itsCertificate,
    participants: async () => [provider],
    servicesOf: async (asked) => (asked === provider ? providerServices : undefined),
  })
})
afterAll(async () => {
  await Promise.all([sender, receiver].map((gateway) => gateway?.stop()))
  await laboratory?.close()
})

async function call<T>(gateway: GatewayProcess, path: string, body?: object): Promise<T> {
  const answer = await gateway.call(path, {
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    headers: { 'Content-Type': 'application/json' },
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Sends an invoice; its record on both sides. */
async function send(mlsType: string): Promise<{ sent: Record; arrived: Record }> {
  const number = `WORD-${submitted++}`
  const answer = await sender.call(`/api/v1/invoices/submit?mlsType=${mlsType}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Prefer: 'wait=30' },
    body: invoiceJson(number, buyer),
  })
  const sent = (await answer.json()) as Record
  expect(sent).toMatchObject({ status: 'delivered' })
  const list = `/api/v1/status?direction=inbound&number=${number}`
  const { data } = await call<{ data: Record[] }>(receiver, list)
  expect(data).toHaveLength(1)
  return { sent, arrived: data[0]! }
}

const say = (id: string, code: Code) =>
  call<Record>(receiver, `/api/v1/inbound/${id}/status`, { code, ...words[code] })

/** The sender's record once its status is no longer awaited. */
async function answered(id: string): Promise<Record> {
  for (;;) {
    const record = await call<Record>(sender, `/api/v1/status/${id}`)
    if (record.mls?.code) return record
    await pause(50)
  }
}

/** How many statuses the receiver has sent. */
async function told(): Promise<number> {
  const answer = await receiver.call('/metrics')
  const text = await answer.text()
  const counts = [...text.matchAll(/^fourcorner_mls_sent_seconds_count\{.*\} (\d+)$/gm)]
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}

describe.each(codes)('%s', (code) => {
  it('reaches a sender who asked for every status', async () => {
    const { sent, arrived } = await send('ALWAYS_SEND')
    expect(await say(arrived.id, code)).toMatchObject({ mls: { word: { code, sent: true } } })
    expect(await answered(sent.id)).toMatchObject({
      mls: { status: meanings[code], code },
      outcome: code === 'RE' ? 'rejected' : 'succeeded',
    })
    // The same word again is answered, and tells nothing twice; another one is refused.
    const before = await told()
    await say(arrived.id, code)
    const other = codes.find((one) => one !== code)!
    await expect(say(arrived.id, other)).rejects.toThrow(/409/)
    expect(await told()).toBe(before)
  })

  it('reaches a sender who asked for failures only, if it is one', async () => {
    const { sent, arrived } = await send('FAILURE_ONLY')
    const isSent = code === 'RE'
    expect(await say(arrived.id, code)).toMatchObject({ mls: { word: { code, sent: isSent } } })
    if (isSent) expect(await answered(sent.id)).toMatchObject({ mls: { code } })
    else
      expect(await call<Record>(sender, `/api/v1/status/${sent.id}`)).toMatchObject({
        mls: { status: 'not-expected' },
      })
  })
})

it('is not for another tenant', async () => {
  const { arrived } = await send('ALWAYS_SEND')
  const other = await call<{ id: string }>(receiver, '/api/v1/tenants', { name: 'another' })
  const wish = { name: 'erp', scopes: ['documents:read', 'documents:write'] }
  const { token } = await call<{ token: string }>(
    receiver,
    `/api/v1/tenants/${other.id}/tokens`,
    wish,
  )
  const answer = await receiver.call(`/api/v1/inbound/${arrived.id}/status`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Token': token },
    body: JSON.stringify({ code: 'AP' }),
  })
  expect(answer.status).toBe(404)
})

it('is sent once after a kill between the word and its sending', async () => {
  const { sent, arrived } = await send('ALWAYS_SEND')
  await call(receiver, '/api/v1/queue/pause', {})
  await say(arrived.id, 'RE')
  // A kill before it is queued waits for a lease of a minute (say-word.test.ts).
  const queued = new RegExp(`"documentId":"${arrived.id}".*a Message Level Status was queued`)
  while (!queued.test(receiver.output())) await pause(50)
  await receiver.stop('SIGKILL')
  receiver = await startGateway(settings, settings.DATA_DIR)
  expect((await call<Record>(sender, `/api/v1/status/${sent.id}`)).mls).not.toHaveProperty('code')
  await call(receiver, '/api/v1/queue/resume', {})
  expect(await answered(sent.id)).toMatchObject({ mls: { code: 'RE' }, outcome: 'rejected' })
  const path = `/api/v1/documents/${sent.id}/files`
  const { files } = await call<{ files: { kind: string }[] }>(sender, path)
  expect(files.filter(({ kind }) => kind === 'mls')).toHaveLength(1)
})
