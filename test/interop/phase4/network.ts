// A network of three: the sandbox, where participants are found; a gateway that receives for two
// tenants; and phase4, as the access point of everybody else.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type App, startApp } from '../../../src/app.ts'
import { readConfig } from '../../../src/config/config.ts'
import { limits } from '../../../src/config/limits.ts'
import { servicesOf } from '../../../src/core/network/registrations.ts'
import { revocationAddresses } from '../../../src/crypto/index.ts'
import { formatParticipant, parseSbdTree } from '../../../src/peppol/index.ts'
import { mlsDocumentType, mlsProcess, readStatusMessage } from '../../../src/reporting/index.ts'
import { makeCertificate, newKeyPair } from '../../../src/sandbox/certificate.ts'
import { startSandbox } from '../../../src/sandbox/index.ts'
import { readPki } from '../../../src/sandbox/pki-folder.ts'
import { accessPointSettings } from '../../access-point-settings.ts'
import { keystoreOf, password } from '../as4/laboratory.ts'
import type { Exchange, Received, Status } from './judge.ts'
import { type Peer, sendOrder, startPeer } from './peer.ts'
import { type Order, registrations, statusReceivers } from './sendings.ts'

const silent = { info() {}, warn() {}, error() {} }
const day = 24 * 3_600_000
/** For so long the gateway waits for its tenants' word, instead of five minutes. */
const tenantMs = 20_000

export type Network = Awaited<ReturnType<typeof openNetwork>>
export type ReceivedStatus = Status & { ubl: Buffer }
// biome-ignore lint/suspicious/noExplicitAny: answers are compared, not typed
export type Json = any

/**
 * In the new folder `folder`; on the embedded database unless `databaseUrl` names another. `more`
 * are settings of the gateway.
 */
export async function openNetwork(
  folder: string,
  databaseUrl: string | undefined,
  more: Record<string, string> = {},
) {
  const sandbox = await startSandbox({ dataDir: folder, receivers: [], limits: limits.reception })
  const pkiFolder = join(folder, 'sandbox', 'pki')
  const settings = await phase4Settings(folder, pkiFolder)
  const inbox = join(folder, 'inbox')
  mkdirSync(inbox)
  const receiver = startPeer('receive', {
    ...{ ...settings, out: inbox },
    participants: statusReceivers.join(',').toLowerCase(),
  })
  const sender = startPeer('send', settings)
  const [listening] = await Promise.all([receiver.next('listening'), sender.next('ready')])
  const dataDir = mkdtempSync(join(folder, 'gateway-'))
  const config = readConfig({
    ...accessPointSettings({ laboratory: folder, sandbox }, dataDir),
    INBOUND_VALIDATION: 'rules',
    ...more,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  })
  const short = { ...config.limits, mls: { ...config.limits.mls, tenantMs } }
  const app = await startApp({ ...config, limits: short }, silent, () => {})
  const { port } = app.server.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  sandbox.publish({
    url: listening.url!,
    certificate: () => settings.certificate,
    participants: async () => statusReceivers,
    servicesOf: async (participant) =>
      statusReceivers.some((one) => one.toLowerCase() === participant.toLowerCase())
        ? [{ documentType: mlsDocumentType, process: mlsProcess }]
        : undefined,
  })
  sandbox.publish({
    url: `${url}/as4`,
    certificate: () => app.gateway.peppolAccess.keys.certificate,
    participants: app.gateway.store.registeredParticipants,
    servicesOf: (participant) => servicesOf(app.gateway, participant),
  })
  const tenants = await openTenants(app, url)
  const gatewayCertificate = join(pkiFolder, 'gateway.pem')
  return {
    url,
    app,
    tenants,
    /** One after the other in the order given, up to four at a time. */
    send: (orders: readonly Order[]) =>
      sendAll(sender, orders, { folder, url: `${url}/as4`, certificate: gatewayCertificate }),
    /** What phase4's receiver has got so far. */
    statuses: () => receiver.lines.filter(({ word }) => word === 'received').map(toStatus),
    refusals: () => receiver.lines.filter(({ word }) => word === 'refused'),
    async close() {
      await app.stop()
      await Promise.all([sender.stop(), receiver.stop()])
      await sandbox.close()
    },
  }
}

/** A third access point that everybody trusts. */
async function phase4Settings(folder: string, pkiFolder: string) {
  const { root, 'access-point-ca': issuer, 'access-point': neighbour } = readPki(pkiFolder)
  const [revocationList = ''] = revocationAddresses(neighbour.certificate).lists
  const pair = await newKeyPair()
  const certificate = makeCertificate({
    ...{ commonName: 'POP900003', organisationalUnit: 'PEPPOL TEST AP', role: 'leaf' },
    ...{ ...pair, issuer, revocationList },
    notBefore: new Date(Date.now() - 3_600_000),
    notAfter: new Date(Date.now() + day),
  })
  const keystore = join(folder, 'phase4.p12')
  const own = { certificate, privateKey: pair.privateKey }
  writeFileSync(keystore, keystoreOf(own, [issuer, root]))
  const [rootFile, issuerFile] = ['root.pem', 'access-point-ca.pem'].map((name) =>
    join(pkiFolder, name),
  )
  return { keystore, password, root: rootFile!, issuer: issuerFile!, certificate }
}

/** The tenants of the registrations, and the gateway's own, each with a way to call the API. */
async function openTenants({ firstToken }: App, url: string) {
  const operator = calling(url, firstToken!)
  const { data } = await operator.json('/api/v1/tenants?limit=200')
  const tokenOf = async (name: string) => {
    const found = data.find((tenant: Json) => tenant.name === name)
    const own = registrations.filter(({ tenant }) => tenant === name)
    const participants = own.map(({ participant }) => participant)
    const { id } = found ?? (await operator.json('/api/v1/tenants', { name, participants }))
    const scopes = ['documents:read', 'documents:write', 'admin']
    return (await operator.json(`/api/v1/tenants/${id}/tokens`, { name: 'test', scopes })).token
  }
  const tenants = {
    default: operator,
    other: calling(url, await tokenOf('other')),
    'service-provider': calling(url, await tokenOf('service-provider')),
  }
  for (const { tenant, ...wish } of registrations)
    await tenants[tenant].json('/api/v1/registrations', { ...wish, country: 'BE', endUser: 'x' })
  return tenants
}

export type Tenant = ReturnType<typeof calling>

function calling(url: string, token: string) {
  async function call(path: string, body?: object): Promise<Buffer> {
    const headers = { 'x-api-token': token, accept: '*/*' }
    const request = body
      ? {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }
      : { headers }
    const answer = await fetch(url + path, request)
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${bytes.toString().slice(0, 500)}`)
    return bytes
  }
  const json = async (path: string, body?: object): Promise<Json> =>
    JSON.parse((await call(path, body)).toString())
  return {
    call,
    json,
    /** All pages of a list. */
    async all(path: string): Promise<Json[]> {
      const pages: Json[] = []
      let cursor = ''
      do {
        const { data, page } = await json(
          `${path}${path.includes('?') ? '&' : '?'}limit=200${cursor}`,
        )
        pages.push(...data)
        cursor = page.hasMore ? `&cursor=${encodeURIComponent(page.nextCursor)}` : ''
      } while (cursor)
      return pages
    },
  }
}

/** Until the gateway owes nobody a status, and has sent those that it owed. */
export async function allAnswered({ tenants }: Network): Promise<void> {
  const { 'service-provider': own, ...receivers } = tenants
  const deadline = Date.now() + 240_000
  while (Date.now() < deadline) {
    const lists = Object.values(receivers).map((tenant) => tenant.all('/api/v1/inbound'))
    const documents = (await Promise.all(lists)).flat()
    const sent = await own.all('/api/v1/status?direction=outbound')
    const open = [
      ...documents.filter(({ status, mls }) => status === 'received' || mls?.status === 'awaited'),
      ...sent.filter(({ status }) => status !== 'delivered'),
    ]
    if (open.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 2_000))
  }
}

async function sendAll(
  sender: Peer,
  orders: readonly Order[],
  { folder, url, certificate }: { folder: string; url: string; certificate: string },
): Promise<Exchange[]> {
  const batch = mkdtempSync(join(folder, 'batch-'))
  const fileOf = (at: number, name: string) => join(batch, `${at}.${name}`)
  const lines = orders.map(({ messageId, sbd, cut, isCompressed }, at) => {
    writeFileSync(fileOf(at, 'sbd'), sbd)
    const files = ['sbd', 'sent', 'answer'].map((name) => `${name}=${fileOf(at, name)}`)
    const how = [...(cut ? [`cut=${cut}`] : []), ...(isCompressed ? [] : ['plain=1'])]
    return [`messageId=${messageId}`, ...files, ...how].join('\t')
  })
  const list = join(batch, 'list')
  writeFileSync(list, `${lines.join('\n')}\n`)
  const said = await sendOrder(sender, {
    ...{ url, certificate, party: 'POP900003', list, concurrency: '4' },
    sbd: fileOf(0, 'sbd'),
  })
  return orders.map((sending, at) => {
    const line = said.find(({ messageId }) => messageId === sending.messageId)
    const reported = line?.reported ?? ''
    if (!existsSync(fileOf(at, 'answer')))
      throw new Error(`phase4 got no answer to ${sending.messageId}: ${reported}`)
    const bytes = readFileSync(fileOf(at, 'answer'))
    const answer = { isReceipt: line?.result === 'SUCCESS', reported, bytes }
    return { sending, wire: readFileSync(fileOf(at, 'sent')), answer }
  })
}

function toStatus({ file = '' }: Record<string, string>): ReceivedStatus {
  const { header, document: ubl } = parseSbdTree(readFileSync(file))
  const message = readStatusMessage(ubl)
  if (message?.kind !== 'mls') throw new Error(`${file} is no Message Level Status`)
  const { code, documentId, issues, sender, receiver } = message
  const named = (endpoint: typeof sender) => `${endpoint?.scheme}:${endpoint?.id}`
  return {
    ...{ documentId, code, ubl },
    ...(header.mlsType ? { mlsType: header.mlsType } : {}),
    reasons: issues.flatMap(({ reason = '' }) => (reason === 'BW' ? [] : [reason])),
    ...{ sender: named(sender), receiver: named(receiver) },
    envelopeSender: formatParticipant(header.sender),
    envelopeReceiver: formatParticipant(header.receiver),
  }
}

/** All that a tenant received, with its bytes. */
export async function receivedBy(name: string, tenant: Tenant): Promise<Received[]> {
  const records = await tenant.all('/api/v1/inbound')
  const received: Received[] = []
  for (const record of records) {
    const { files } = await tenant.json(`/api/v1/documents/${record.id}/files`)
    received.push({
      ...{ tenant: name, record },
      content: await tenant.call(`/api/v1/inbound/${record.id}/content`),
      files: await Promise.all(
        files.map(async ({ kind, url }: Json) => ({ kind, bytes: await tenant.call(url) })),
      ),
    })
  }
  return received
}
