import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { readCrl, revocationAddresses, sha256 } from '../../src/crypto/index.ts'
import { openNet } from '../../src/net/index.ts'
import { parseDocumentType, parseParticipant, parseProcess } from '../../src/peppol/index.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { defaultServices } from '../../src/sandbox/participants.ts'
import { build, deliver, find, type PeppolAccess, send, testMessage } from './exchange.ts'
import { type FaultPlan, faults } from './fault-plan.ts'
import { copyKeysTo, startSandboxIn } from './shared.ts'

type Joined = { peppolAccess: PeppolAccess; close(): Promise<void> }

/** The gateway's side, as with PEPPOL_NETWORK=custom and these settings. */
function joinNetwork({ settings }: Sandbox): Joined {
  const { smlZone, dnsServers, trustRoots: roots, keys, ...issuers } = settings
  const net = openNet({ dnsServers, plainHttpAllowed: true, limits: limits.sending })
  const trust = { roots, ...issuers }
  const network = { name: 'sandbox' as const, smlZone, trust, plainHttpAllowed: true }
  return {
    peppolAccess: { network, keys, ...net, revocationOf: async () => 'good' },
    close: () => net.close(),
  }
}

let dataDir: string
let sandbox: Sandbox
let faultPlan: FaultPlan
let joined: Joined
let peppolAccess: PeppolAccess

function joinSandbox(): void {
  joined = joinNetwork(sandbox)
  peppolAccess = joined.peppolAccess
}

async function restart(): Promise<void> {
  sandbox = await startSandbox({
    dataDir,
    receivers: [],
    respond: faultPlan.respond,
    limits: limits.reception,
  })
  joinSandbox()
}

async function stop(): Promise<void> {
  await joined.close()
  await sandbox.close()
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  ;({ sandbox, faultPlan } = await startSandboxIn(dataDir, { receivers: ['9915:extra'] }))
  joinSandbox()
})

afterAll(async () => {
  await stop()
  rmSync(dataDir, { recursive: true, force: true })
})

afterEach(() => faultPlan.clear())

const lines = () =>
  readFileSync(join(sandbox.inbox, 'arrivals.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
const linesOf = (messageId: string) => lines().filter((line) => line.messageId === messageId)
const folders = () => readdirSync(sandbox.inbox).filter((name) => /^[0-9]{6}$/.test(name))
const fileOf = (number: number, name: string) =>
  readFileSync(join(sandbox.inbox, String(number).padStart(6, '0'), name))

it('answers with HTTP 500, and says why, when it cannot store a message', async () => {
  const own = mkdtempSync(join(tmpdir(), 'sandbox-'))
  await copyKeysTo(join(own, 'sandbox', 'pki'))
  const said: string[] = []
  const report = (line: string) => void said.push(line)
  const broken = await startSandbox({
    dataDir: own,
    receivers: [],
    report,
    limits: limits.reception,
  })
  const { peppolAccess, close } = joinNetwork(broken)
  const message = testMessage()
  const endpoint = await find(peppolAccess, message)
  rmSync(broken.inbox, { recursive: true })
  writeFileSync(broken.inbox, '')
  const request = await build(peppolAccess, message, endpoint)
  expect(await peppolAccess.post(endpoint.url, request)).toMatchObject({ status: 500 })
  expect(said).toEqual([expect.stringMatching(/^The sandbox could not answer: E/)])
  await close()
  await broken.close()
  rmSync(own, { recursive: true })
})

it('publishes the lists that its certificates name, and nothing else', async () => {
  const { certificate } = sandbox.settings.keys
  const [url = ''] = revocationAddresses(certificate).lists
  const list = await fetch(url)
  expect([list.status, list.headers.get('content-type')]).toEqual([200, 'application/pkix-crl'])
  const [issuer] = sandbox.settings.accessPointIssuers
  expect(readCrl(Buffer.from(await list.arrayBuffer()), issuer!, new Date())).toBeDefined()
  expect((await fetch(new URL('/no-list', url))).status).toBe(404)
})

// Documents have no '*' in their type.
const ofDocuments = defaultServices().filter(
  ({ documentType }) => !documentType.value.includes('*'),
)

describe('a lookup', () => {
  it('finds the second access point for each receiver, by DNS, SMP and signature', async () => {
    expect(sandbox.receivers).toContain('9915:extra')
    for (const receiver of sandbox.receivers)
      for (const service of ofDocuments) {
        const endpoint = await find(peppolAccess, testMessage({ receiver, ...service }))
        expect(endpoint.seatId).toBe('POP900002')
        expect(endpoint.url).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+\/as4$/)
      }
  })

  it('says that the unregistered one is not registered', async () => {
    await expect(
      find(peppolAccess, testMessage({ receiver: sandbox.unregistered })),
    ).rejects.toMatchObject({
      code: 'receiver.not-registered',
    })
    expect(sandbox.receivers).not.toContain(sandbox.unregistered)
  })

  it('finds a document type once it is registered, and not before', async () => {
    const weights = {
      receiver: '9915:new',
      documentType: parseDocumentType(
        'urn:oasis:names:specification:ubl:schema:xsd:WeightStatement-2::WeightStatement##urn:fdc:peppol.eu:logistics:trns:weight_statement:1::2.3',
      ),
      process: parseProcess('urn:fdc:peppol.eu:logistics:bis:weight_statement:1'),
    }
    await expect(find(peppolAccess, testMessage(weights))).rejects.toMatchObject({
      code: 'receiver.not-registered',
    })
    sandbox.register(
      weights.receiver,
      defaultServices()[0]!.documentType,
      defaultServices()[0]!.process,
    )
    await expect(find(peppolAccess, testMessage(weights))).rejects.toMatchObject({
      code: 'receiver.document-type-unsupported',
    })
    sandbox.register(weights.receiver, weights.documentType, weights.process)
    expect(await find(peppolAccess, testMessage(weights))).toMatchObject({ seatId: 'POP900002' })
    expect(sandbox.receivers).toContain('9915:new')
  })
})

describe('a message', () => {
  it('gets a valid receipt, and is in the inbox byte for byte', async () => {
    const sent = testMessage()
    const { verdict, body } = await send(peppolAccess, sent)
    expect(verdict).toMatchObject({ kind: 'receipt', warnings: [] })
    const [line, ...others] = linesOf(sent.messageId)
    expect(others).toEqual([])
    expect(line).toMatchObject({
      instanceIdentifier: sent.instanceIdentifier,
      documentSha256: sha256(sent.document).toString('hex'),
    })
    const keys = ['number', 'instanceIdentifier', 'messageId', 'from', 'documentSha256', 'at']
    expect(Object.keys(line)).toEqual(keys)
    expect(fileOf(line.number, 'document.xml')).toEqual(sent.document)
    expect(fileOf(line.number, 'sbd.xml').includes(sent.document)).toBe(true)
    expect(fileOf(line.number, 'receipt.xml')).toEqual(body)
  })

  it('that comes twice gets the very same receipt and lies there once', async () => {
    const sent = testMessage()
    const endpoint = await find(peppolAccess, sent)
    const request = await build(peppolAccess, sent, endpoint)
    const first = await deliver(peppolAccess, request, endpoint)
    const before = folders()
    const second = await deliver(peppolAccess, request, endpoint)
    expect(second.verdict).toMatchObject({ kind: 'receipt' })
    expect(second.body).toEqual(first.body)
    expect(folders()).toEqual(before)
    const [one, two] = linesOf(sent.messageId)
    expect(two).toEqual({ ...one, at: two.at, repeat: true })
  })

  it('with a MessageId that was used before with another document is refused', async () => {
    const sent = testMessage()
    await send(peppolAccess, sent)
    const { verdict } = await send(peppolAccess, testMessage({ messageId: sent.messageId }))
    expect(verdict).toMatchObject({ kind: 'error', errors: [{ code: 'EBMS:0004' }] })
    expect(linesOf(sent.messageId)).toHaveLength(1)
  })

  it('that comes many at a time is numbered without gaps', async () => {
    const messages = Array.from({ length: 24 }, () => testMessage())
    const answers = await Promise.all(messages.map((message) => send(peppolAccess, message)))
    expect(answers.every(({ verdict }) => verdict !== 'failed' && verdict.kind === 'receipt')).toBe(
      true,
    )
    const numbers = lines()
      .filter(({ repeat }) => !repeat)
      .map(({ number }) => number)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })

  const refused = { kind: 'error', errors: [{ code: 'EBMS:0004', severity: 'failure' }] }

  it.each([
    ['another final recipient', { finalRecipient: parseParticipant('0192:987654325') }],
    ['another original sender', { originalSender: parseParticipant('0192:987654325') }],
    [
      'another document type',
      { action: `busdox-docid-qns::${defaultServices()[4]!.documentType.value}` },
    ],
  ])('whose header names %s than its SBD is refused and not kept', async (_, header) => {
    const sent = testMessage({ header })
    const { verdict } = await send(peppolAccess, sent)
    expect(verdict).toMatchObject(refused)
    expect(linesOf(sent.messageId)).toEqual([])
  })

  it('for whom the access point does not serve is answered PEPPOL:NOT_SERVICED', async () => {
    const endpoint = await find(peppolAccess, testMessage())
    const sent = testMessage({ receiver: sandbox.unregistered })
    const { verdict } = await deliver(
      peppolAccess,
      await build(peppolAccess, sent, endpoint),
      endpoint,
    )
    expect(verdict).toMatchObject({
      kind: 'error',
      errors: [{ code: 'EBMS:0004', detail: 'PEPPOL:NOT_SERVICED' }],
    })
    expect(linesOf(sent.messageId)).toEqual([])
  })

  it('gets nothing elsewhere, nor by another method', async () => {
    const { url, smp } = await find(peppolAccess, testMessage())
    const request = { contentType: 'text/plain', body: Buffer.from('x') }
    expect(await peppolAccess.post(`${url}/x`, request)).toMatchObject({ status: 404 })
    expect(await peppolAccess.get(url)).toMatchObject({ status: 405 })
    expect(await peppolAccess.get(`${smp}/`)).toMatchObject({ status: 404 })
    // phoss SMP says so, too.
    expect(await peppolAccess.post(`${smp}/`, request)).toMatchObject({ status: 404 })
    const [list = ''] = revocationAddresses(sandbox.settings.keys.certificate).lists
    expect(await peppolAccess.post(list, request)).toMatchObject({ status: 413 })
    expect(await peppolAccess.post(list, { ...request, body: Buffer.alloc(0) })).toMatchObject({
      status: 405,
    })
  })
})

describe('an access point with a fault', () => {
  const judged: Record<string, object | 'failed'> = {
    'receipt-bad-signature': { kind: 'no-receipt', code: 'as4.receipt-signature-invalid' },
    'receipt-unsigned': { kind: 'no-receipt', code: 'as4.receipt-signature-invalid' },
    'receipt-by-stranger': { kind: 'no-receipt', code: 'as4.receipt-signature-invalid' },
    'receipt-by-neighbour': { kind: 'no-receipt', code: 'as4.receipt-signature-invalid' },
    'receipt-part-missing': { kind: 'no-receipt', code: 'as4.receipt-digest-mismatch' },
    'receipt-for-another': { kind: 'no-receipt', code: 'as4.receipt-wrong-reference' },
    'empty-answer': { kind: 'no-receipt', code: 'as4.receipt-missing' },
    'http-503': { kind: 'no-receipt', code: 'transport.http-status' },
    'ebms-error': { kind: 'error', errors: [{ code: 'EBMS:0004', severity: 'failure' }] },
    'hang-up': 'failed',
  }

  it('is tried with every fault there is', () => {
    expect([...Object.keys(judged), 'slow'].sort()).toEqual([...faults].sort())
  })

  it.each(faults.filter((fault) => fault !== 'slow'))('gives no receipt: %s', async (fault) => {
    const sent = testMessage()
    const endpoint = await find(peppolAccess, sent)
    const request = await build(peppolAccess, sent, endpoint)
    faultPlan.inject(fault)
    const { verdict } = await deliver(peppolAccess, request, endpoint)
    if (judged[fault] === 'failed') expect(verdict).toBe('failed')
    else expect(verdict).toMatchObject(judged[fault]!)
    const isKept = fault !== 'http-503' && fault !== 'ebms-error'
    expect(linesOf(sent.messageId)).toHaveLength(isKept ? 1 : 0)

    faultPlan.clear()
    expect((await deliver(peppolAccess, request, endpoint)).verdict).toMatchObject({
      kind: 'receipt',
    })
    expect(linesOf(sent.messageId).filter(({ repeat }) => !repeat)).toHaveLength(1)
  })

  it('holds its answer back until the fault is cleared: slow', async () => {
    const sent = testMessage()
    const endpoint = await find(peppolAccess, sent)
    const request = await build(peppolAccess, sent, endpoint)
    faultPlan.inject('slow')
    let isAnswered = false
    const answer = deliver(peppolAccess, request, endpoint).finally(() => {
      isAnswered = true
    })
    await expect.poll(() => linesOf(sent.messageId).length).toBe(1)
    expect(isAnswered).toBe(false)
    faultPlan.clear()
    expect((await answer).verdict).toMatchObject({ kind: 'receipt' })
  })

  it('knows that a hang-up came after the message had left', async () => {
    const endpoint = await find(peppolAccess, testMessage())
    const request = await build(peppolAccess, testMessage(), endpoint)
    faultPlan.inject('hang-up')
    expect(await peppolAccess.post(endpoint.url, request)).toMatchObject({
      kind: 'failed',
      bodySent: true,
    })
  })
})

describe('a restart', () => {
  it('keeps keys, participants, MessageIds and receipts; and survives a torn line', async () => {
    const sent = testMessage()
    const endpoint = await find(peppolAccess, sent)
    const request = await build(peppolAccess, sent, endpoint)
    const first = await deliver(peppolAccess, request, endpoint)
    const lastNumber = Math.max(...lines().map(({ number }) => number))
    const { receivers } = sandbox
    const key = sandbox.settings.keys.certificate.fingerprint256
    await stop()
    appendFileSync(join(dataDir, 'sandbox', 'inbox', 'arrivals.jsonl'), '{"number":99,"inst')

    await restart()
    expect(sandbox.settings.keys.certificate.fingerprint256).toBe(key)
    expect(sandbox.receivers).toEqual(receivers)
    const moved = await find(peppolAccess, sent)
    expect(moved.certificate.fingerprint256).toBe(endpoint.certificate.fingerprint256)
    const again = await deliver(peppolAccess, request, moved)
    expect(again.verdict).toMatchObject({ kind: 'receipt' })
    expect(again.body).toEqual(first.body)
    const next = testMessage()
    await send(peppolAccess, next)
    expect(linesOf(sent.messageId).map(({ repeat }) => repeat)).toEqual([undefined, true])
    expect(linesOf(next.messageId)).toMatchObject([{ number: lastNumber + 1 }])
  })

  it('answers what is in hand first', async () => {
    const sent = testMessage()
    const endpoint = await find(peppolAccess, sent)
    const request = await build(peppolAccess, sent, endpoint)
    faultPlan.inject('slow')
    const answer = deliver(peppolAccess, request, endpoint)
    await expect.poll(() => linesOf(sent.messageId).length).toBe(1)
    const closed = sandbox.close()
    faultPlan.clear()
    await closed
    expect((await answer).verdict).toMatchObject({ kind: 'receipt' })
    await joined.close()
    await restart()
    expect(
      (await deliver(peppolAccess, request, await find(peppolAccess, sent))).verdict,
    ).toMatchObject({
      kind: 'receipt',
    })
  })

  it('leaves neither a listener nor an unfinished file', async () => {
    const { url } = await find(peppolAccess, testMessage())
    await sandbox.close()
    expect(
      await peppolAccess.post(url, { contentType: 'text/plain', body: Buffer.from('x') }),
    ).toMatchObject({
      kind: 'failed',
    })
    await joined.close()
    const folder = join(dataDir, 'sandbox')
    expect(readdirSync(folder).sort()).toEqual([
      ...['inbox', 'participants.json', 'pki', 'sml', 'smp'],
    ])
    expect(existsSync(join(folder, 'pki.new'))).toBe(false)
    await restart()
  })
})
