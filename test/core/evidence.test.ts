// Evidence of a delivery: what an honest file proves, and that no forged one does.
import type { X509Certificate } from 'node:crypto'
import { unzipSync, zipSync } from 'fflate'
import { beforeEach, describe, expect, it } from 'vitest'
import { readSentMessage } from '../../src/as4/index.ts'
import { buildReceiptSignal } from '../../src/as4/signal.ts'
import { evidenceOf } from '../../src/core/evidence.ts'
import type { Manifest } from '../../src/core/evidence-file.ts'
import { type Check, verifyEvidence } from '../../src/core/verify-evidence.ts'
import { sha256 } from '../../src/crypto/index.ts'
import { parseProcess } from '../../src/peppol/index.ts'
import { smpAnswer } from '../../src/sandbox/smp.ts'
import { makeCertificate } from '../crypto/authority.ts'
import { invoice, jsonBody, openTestGateway } from './test-gateway.ts'

const testGateway = await openTestGateway()
const { gateway, caller, faultPlan } = testGateway
const { keys, network } = gateway.peppolAccess
const { trust } = network

async function zipOfDocument(id: string, on = gateway): Promise<Buffer> {
  const { zip } = await evidenceOf(on, caller, { id })
  const pieces: Uint8Array[] = []
  for await (const piece of zip) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function checksOf(zip: Uint8Array, trusted = trust): Promise<Check[]> {
  const checks: Check[] = []
  for await (const check of verifyEvidence(zip, () => trusted)) checks.push(check)
  return checks
}

function outcomes(checks: Check[]): Record<string, string> {
  return Object.fromEntries(checks.map(({ check, outcome }) => [check, outcome]))
}

const allProven = {
  file: 'proven',
  'audit log': 'proven',
  submission: 'proven',
  message: 'proven',
  receiver: 'proven',
  receipt: 'proven',
}

describe('an honest file', () => {
  it('proves a delivery, step by step', async () => {
    const { record } = await testGateway.submit()
    await testGateway.attempt()
    const checks = await checksOf(await zipOfDocument(record.id))
    expect(outcomes(checks)).toEqual(allProven)
    expect(checks.at(-1)?.detail).toMatch(/^access point P.. ?\d+ signed for everything/)
  })

  it('proves one whose audit log went on after the receipt', async () => {
    const { record } = await testGateway.submit()
    await testGateway.attempt()
    const later = { documentId: record.id, actor: 'node', at: new Date() }
    const detail = 'a status message came twice'
    await gateway.store.noteAbout({ ...later, event: 'mls-ignored', detail })
    expect(outcomes(await checksOf(await zipOfDocument(record.id)))).toEqual(allProven)
  })

  it('proves one that was sent twice with the same bytes', async () => {
    const { record } = await testGateway.submit()
    faultPlan.inject('empty-answer')
    await testGateway.attempt()
    faultPlan.clear()
    testGateway.clock.aheadMs += 3_600_000
    await testGateway.attempt()
    expect(outcomes(await checksOf(await zipOfDocument(record.id)))).toEqual(allProven)
  })

  it('proves one of more than a megabyte', async () => {
    const line = { name: 'Bicycle bell', quantity: '1', unitCode: 'C62', netPrice: '1.00' }
    const vat = { category: 'S', rate: '21' }
    const lines = Array.from({ length: 2_500 }, () => ({ ...line, vat }))
    const { record } = await testGateway.submit({ body: jsonBody({ ...invoice(), lines }) })
    await testGateway.attempt()
    expect(outcomes(await checksOf(await zipOfDocument(record.id)))).toEqual(allProven)
  })

  it('says that a message was sent, and that no receipt came', async () => {
    const { record } = await testGateway.submit()
    faultPlan.inject('empty-answer')
    await testGateway.attempt()
    faultPlan.clear()
    expect(outcomes(await checksOf(await zipOfDocument(record.id)))).toEqual({
      ...allProven,
      receipt: 'open',
    })
  })

  it('says that the receiver refused the message', async () => {
    const { record } = await testGateway.submit()
    faultPlan.inject('ebms-error')
    await testGateway.attempt()
    faultPlan.clear()
    const checks = await checksOf(await zipOfDocument(record.id))
    expect(outcomes(checks)).toEqual({ ...allProven, receipt: 'open' })
    expect(checks.at(-1)?.detail).toMatch(/^the receiver refused it: EBMS:\d{4}$/)
  })

  it('says that nothing was sent', async () => {
    const { record } = await testGateway.submit()
    const checks = await checksOf(await zipOfDocument(record.id))
    expect(checks.at(-1)).toEqual({
      check: 'message',
      outcome: 'open',
      detail: 'no message was sent',
    })
  })

  it('says that a test document left no machine', async () => {
    const { record } = await testGateway.submit({ testOnly: true })
    await testGateway.attempt()
    expect(outcomes(await checksOf(await zipOfDocument(record.id)))).toEqual({
      ...allProven,
      network: 'open',
    })
  })

  it('names where its authorities come from, if the verifier has none', async () => {
    const { record } = await testGateway.submit()
    await testGateway.attempt()
    const zip = await zipOfDocument(record.id)
    const checks: Check[] = []
    for await (const check of verifyEvidence(zip, () => undefined)) checks.push(check)
    expect(outcomes(checks)).toEqual({ ...allProven, authorities: 'open' })
  })
})

type Files = Record<string, Uint8Array>

/** A forger makes the manifest agree with what it lists. */
function sealed(files: Files, change: (manifest: Manifest) => void = () => {}): Uint8Array {
  const manifest = manifestOf(files)
  change(manifest)
  for (const file of manifest.files) {
    const bytes = files[file.name]
    if (bytes) Object.assign(file, { size: bytes.length, sha256: sha256(bytes).toString('hex') })
  }
  return zipSync({ ...files, 'manifest.json': Buffer.from(JSON.stringify(manifest)) })
}

function changed(files: Files, name: string, from: string | RegExp, to: string): Files {
  const path = Object.keys(files).find((candidate) => candidate.endsWith(name))!
  const before = Buffer.from(files[path]!).toString('latin1')
  const after = before.replace(from, to)
  if (after === before) throw new Error(`nothing changed in ${path}`)
  return { ...files, [path]: Buffer.from(after, 'latin1') }
}

function flipped(files: Files, name: string, at: number): Files {
  const path = Object.keys(files).find((candidate) => candidate.endsWith(name))!
  const bytes = Buffer.from(files[path]!)
  bytes[bytes.length - at]! ^= 1
  return { ...files, [path]: bytes }
}

/** What is forged, and which check must find it. */
const forgeries: [string, string, (files: Files, other: Files) => Uint8Array][] = [
  ['a changed byte', 'file', (files) => zipSync(flipped(files, 'document.xml', 20))],
  ['a file removed', 'file', ({ 'audit.json': _, ...files }) => zipSync(files)],
  ['a file added', 'file', (files) => zipSync({ ...files, 'files/note.txt': Buffer.from('paid') })],
  [
    'another submission under new digests',
    'submission',
    (files) => sealed(changed(files, 'submitted.json', 'Nordlys', 'Nordlis')),
  ],
  [
    'another document under new digests',
    'message',
    (files) => sealed(changed(files, 'document.xml', 'Nordlys', 'Nordlis')),
  ],
  [
    'another envelope under new digests',
    'message',
    (files) => sealed(changed(files, 'sbd.xml', 'Nordlys', 'Nordlis')),
  ],
  [
    'a changed audit line',
    'audit log',
    (files) => sealed(changed(files, 'audit.json', '"claimed"', '"claimeb"')),
  ],
  [
    'a cut audit log',
    'audit log',
    (files) => {
      const audit = JSON.parse(Buffer.from(files['audit.json']!).toString())
      audit.lines.pop()
      return sealed({ ...files, 'audit.json': Buffer.from(JSON.stringify(audit)) })
    },
  ],
  [
    'a head of another document',
    'audit log',
    (files, other) => sealed({ ...files, 'audit-head.json': other['audit-head.json']! }),
  ],
  [
    'a head with a changed signature',
    'audit log',
    (files) =>
      sealed(changed(files, 'audit-head.json', /"signature": "..../, '"signature": "AAAA')),
  ],
  [
    'a status that was never reached',
    'audit log',
    (files) => sealed(files, ({ document }) => Object.assign(document, { status: 'rejected' })),
  ],
  [
    'a flipped bit in the encrypted payload',
    'message',
    (files) => sealed(flipped(files, 'as4-request.mime', 200)),
  ],
  [
    'a changed header of the message',
    'message',
    (files) => sealed(changed(files, 'as4-request.mime', 'finalRecipient', 'finalRecipient2')),
  ],
  [
    'another session key',
    'message',
    (files) =>
      sealed(files, ({ message }) => Object.assign(message!, { sessionKey: '00'.repeat(16) })),
  ],
  [
    'metadata that names another endpoint',
    'receiver',
    (files) => sealed(changed(files, 'smp/1.xml', '/as4<', '/as5<')),
  ],
  [
    'the metadata removed',
    'receiver',
    (files) => sealed(files, ({ message }) => Object.assign(message!.smp, { answers: [] })),
  ],
  [
    'a changed receipt',
    'receipt',
    (files) =>
      sealed(changed(files, 'as4-response.xml', /<(\w+:)?Timestamp>20/, '<$1Timestamp>21')),
  ],
  [
    'the receipt of another message',
    'receipt',
    (files, other) => {
      const name = Object.keys(files).find((path) => path.endsWith('as4-response.xml'))!
      const others = Object.keys(other).find((path) => path.endsWith('as4-response.xml'))!
      return sealed({ ...files, [name]: other[others]! })
    },
  ],
  [
    'the whole message of another document',
    'message',
    (files, other) => {
      const name = Object.keys(files).find((path) => path.endsWith('as4-request.mime'))!
      const others = Object.keys(other).find((path) => path.endsWith('as4-request.mime'))!
      return sealed({ ...files, [name]: other[others]! })
    },
  ],
]

/** What the trusted SMP would say if `certificate` were that of the receiver's endpoint. */
async function withMetadataOf(files: Files, certificate: X509Certificate): Promise<Uint8Array> {
  const { document, message } = manifestOf(files)
  const [{ url, file } = { url: '', file: '' }] = message!.smp.answers
  const answer = await smpAnswer(url.slice(message!.smp.base.length), {
    url: message!.smp.base,
    keys: testGateway.smpKeys,
    directory: {
      isRegistered: () => true,
      documentTypesOf: () => [],
      processesOf: () => [parseProcess(document.processId)],
    },
    endpoint: { url: 'https://ap.example.com/as4', certificate },
  })
  return sealed({ ...files, [file]: Buffer.from(answer.body) })
}

async function withSecondReceipt(files: Files): Promise<Uint8Array> {
  const { message, answer } = manifestOf(files)
  const { file, mediaType: contentType } = message!.request
  const sent = readSentMessage({ contentType, body: Buffer.from(files[file]!) })
  const second = await buildReceiptSignal(sent, {
    keys: testGateway.receiverKeys,
    messageId: 'second@ap.example.com',
    timestamp: gateway.now(),
  })
  return sealed({ ...files, [answer!.file]: second.body })
}

function manifestOf(files: Files): Manifest {
  return JSON.parse(Buffer.from(files['manifest.json']!).toString()) as Manifest
}

describe('a forged file', () => {
  let files: Files
  let other: Files

  beforeEach(async () => {
    const ids: string[] = []
    for (const number of ['2026-1', '2026-2']) {
      const { record } = await testGateway.submit({ body: jsonBody({ ...invoice(), number }) })
      await testGateway.attempt()
      ids.push(record.id)
    }
    files = unzipSync(await zipOfDocument(ids[0]!))
    other = unzipSync(await zipOfDocument(ids[1]!))
  })

  it.each(forgeries)('with %s is found', async (_, check, forge) => {
    expect(outcomes(await checksOf(sealed(files)))).toEqual(allProven)
    const found = outcomes(await checksOf(forge(files, other)))
    expect(found).toMatchObject({ [check]: 'wrong' })
  })

  it('that strangers signed is found, whatever authorities it brings', async () => {
    const stranger = [makeCertificate({ name: 'Strangers', isAuthority: true }).certificate]
    const theirs = { roots: stranger, accessPointIssuers: stranger, smpIssuers: stranger }
    expect(outcomes(await checksOf(sealed(files), theirs))).toEqual({
      file: 'proven',
      'audit log': 'wrong',
      submission: 'proven',
      message: 'wrong',
      receiver: 'wrong',
      receipt: 'wrong',
    })
  })

  it('whose audit log another access point signed is found', async () => {
    const { record } = await testGateway.submit()
    await testGateway.attempt()
    const peppolAccess = { ...gateway.peppolAccess, keys: testGateway.receiverKeys }
    const zip = await zipOfDocument(record.id, { ...gateway, peppolAccess })
    expect(outcomes(await checksOf(zip))).toEqual({ ...allProven, message: 'wrong' })
  })

  it("with metadata of the receiver's SMP for another access point is found", async () => {
    const { certificate } = testGateway.receiverKeys
    const same = await withMetadataOf(files, certificate)
    expect(outcomes(await checksOf(same))).toEqual(allProven)
    const found = await checksOf(await withMetadataOf(files, keys.certificate))
    expect(outcomes(found)).toEqual({ ...allProven, receiver: 'wrong' })
    expect(found.find(({ check }) => check === 'receiver')?.detail).toMatch(/another access point/)
  })

  it('with a second receipt of the receiver for the same message is found', async () => {
    const found = await checksOf(await withSecondReceipt(files))
    expect(outcomes(found)).toEqual({ ...allProven, receipt: 'wrong' })
    expect(found.at(-1)?.detail).toBe('the audit log names another receipt')
  })

  it.each([
    ['no ZIP', Buffer.from('nothing')],
    ['an empty ZIP', zipSync({})],
    ['a ZIP of something else', zipSync({ 'manifest.json': Buffer.from('{}') })],
    ['a ZIP with a manifest that is no JSON', zipSync({ 'manifest.json': Buffer.from('{') })],
  ])('that is %s is refused in words', async (_, zip) => {
    const [check, ...others] = await checksOf(zip)
    expect(others).toEqual([])
    expect(check).toMatchObject({ check: 'file', outcome: 'wrong' })
  })
})

it('another tenant gets none of it', async () => {
  const { record } = await testGateway.submit()
  const stranger = { ...caller, tenant: { ...caller.tenant, id: gateway.newId() } }
  await expect(evidenceOf(gateway, stranger, record)).rejects.toMatchObject({
    code: 'document.not-found',
  })
})
