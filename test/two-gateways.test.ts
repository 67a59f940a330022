// Two gateways of one network: a document goes out as JSON at one and comes in as JSON at the
// other, and its sender hears what became of it.
import { mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { type App, startApp } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import { signAudit } from '../src/core/evidence/sign-audit.ts'
import { verifyAudit } from '../src/core/evidence/verify-audit.ts'
import { servicesOf } from '../src/core/network/registrations.ts'
import { commonName } from '../src/crypto/index.ts'
import { accessPointSettings } from './access-point-settings.ts'
import { invoice } from './core/test-gateway.ts'
import { startSandboxIn } from './sandbox/shared.ts'
import { copyTemplate, temporaryFolder, testDatabase } from './store/database.ts'

const silent = { info() {}, warn() {}, error() {} }
const buyer = { scheme: '0208', id: '0685660237' }
const database = await testDatabase()
const laboratory = await temporaryFolder()
const { sandbox } = await startSandboxIn(laboratory)
afterAll(() => sandbox.close())

type Side = { app: App; call(path: string, body?: object): Promise<Answer> }
type Answer = { status: number; text: string; json: Json }
// biome-ignore lint/suspicious/noExplicitAny: answers are compared, not typed
type Json = any

async function start(identity: 'gateway' | 'access-point', changes: object): Promise<Side> {
  const dataDir = mkdtempSync(join(laboratory, 'side-'))
  await copyTemplate(dataDir)
  const settings = accessPointSettings({ laboratory, sandbox }, dataDir, identity)
  const app = await startApp(readConfig({ ...settings, ...changes }), silent, () => {})
  // A gateway that went on would deliver what later files store in the same database.
  onTestFinished(() => app.stop())
  const { gateway } = app
  const url = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`
  sandbox.publish({
    url: `${url}/as4`,
    certificate: () => gateway.peppolAccess.keys.certificate,
    participants: gateway.store.registeredParticipants,
    servicesOf: (participant) => servicesOf(gateway, participant),
  })
  return {
    app,
    async call(path, body) {
      const headers = {
        'x-api-token': app.firstToken!,
        ...(body ? { 'content-type': 'application/json', prefer: 'wait=20' } : {}),
        accept: path.endsWith('/content') ? 'application/json' : '*/*',
      }
      const answer = await fetch(
        url + path,
        body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
      )
      const text = await answer.text()
      return { status: answer.status, text, json: text.startsWith('{') ? JSON.parse(text) : {} }
    },
  }
}

/** Asks until the answer is as wished. */
async function until(ask: () => Promise<Json>, isSo: (answer: Json) => boolean): Promise<Json> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const answer = await ask()
    if (isSo(answer) || Date.now() > deadline) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function auditFaults({ app: { gateway } }: Side): Promise<unknown[]> {
  await signAudit(gateway)
  const faults: unknown[] = []
  const { store, peppolAccess } = gateway
  const { keys, network } = peppolAccess
  const seatId = commonName(keys.certificate)!
  for await (const fault of verifyAudit({ store, trust: network.trust, seatId })) faults.push(fault)
  return faults
}

it('JSON in at one, the same JSON out at the other, and the answer back', async () => {
  await database.empty()
  const sender = await start('gateway', { DATABASE_URL: database.url })
  const receiver = await start('access-point', {})
  const participant = `${buyer.scheme}:${buyer.id}`
  const wish = { participant, documentTypes: ['invoice'], country: 'BE', endUser: 'customer-17' }
  expect((await receiver.call('/api/v1/registrations', wish)).status).toBe(201)

  const sent = (await sender.call('/api/v1/invoices/submit', invoice(buyer))).json
  expect(sent).toMatchObject({ status: 'delivered', mls: { status: 'awaited' } })

  const { data } = await until(
    async () => (await receiver.call('/api/v1/inbound?status=available')).json,
    ({ data }) => data.length > 0,
  )
  expect(data).toMatchObject([
    {
      number: 'F-2026-1',
      sender: { id: '0208:0123456749' },
      receiver: { id: participant },
      messageId: sent.as4.messageId,
      instanceIdentifier: sent.id,
      mls: { requested: 'ALWAYS_SEND', status: 'awaited' },
    },
  ])
  const [{ id }] = data
  const came = (await receiver.call(`/api/v1/inbound/${id}/content`)).json
  expect(came.unmapped).toEqual([])
  // The totals and what else the first gateway has computed are there, too.
  expect(came.document).toMatchObject(invoice(buyer))

  await receiver.call(`/api/v1/inbound/${id}/acknowledge`, {})
  const told = await until(
    async () => (await sender.call(`/api/v1/status/${sent.id}`)).json,
    ({ mls }) => mls.status !== 'awaited',
  )
  expect(told).toMatchObject({ outcome: 'succeeded', mls: { status: 'accepted', code: 'AP' } })
  expect(Date.parse(told.mls.receivedAt) - Date.parse(sent.as4.receivedAt)).toBeLessThan(60_000)
  const answers = (await sender.call(`/api/v1/documents/${sent.id}/answers`)).json
  expect(answers).toMatchObject({ data: [{ kind: 'mls', code: 'AP' }] })

  expect(await auditFaults(sender)).toEqual([])
  expect(await auditFaults(receiver)).toEqual([])
})
