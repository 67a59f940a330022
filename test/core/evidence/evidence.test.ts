// Evidence of a delivery: what an honest file proves, and that no forged one does.
import type { X509Certificate } from 'node:crypto'
import { unzipSync, zipSync } from 'fflate'
import { beforeEach, describe, expect, it } from 'vitest'
import { readSentMessage } from '../../../src/as4/index.ts'
import { buildReceiptSignal } from '../../../src/as4/signal.ts'
import { evidenceOf } from '../../../src/core/evidence/evidence.ts'
import type { Manifest } from '../../../src/core/evidence/evidence-file.ts'
import { type Check, verifyEvidence } from '../../../src/core/evidence/verify-evidence.ts'
import { parseProcess } from '../../../src/peppol/index.ts'
import { smpAnswer } from '../../../src/sandbox/smp.ts'
import { makeCertificate } from '../../crypto/authority.ts'
import { invoice, jsonBody, openTestGateway } from '../test-gateway.ts'
import { type Files, manifestOf, recordForgeries, sealed, withRecord } from './forged-evidence.ts'

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
  files: 'proven',
  message: 'proven',
  receiver: 'proven',
  receipt: 'proven',
  record: 'proven',
  rest: 'not covered',
}

const detailOf = (checks: Check[], name: string) =>
  checks.find(({ check }) => check === name)?.detail

describe('an honest file', () => {
  it('proves a delivery, step by step', async () => {
    const { record } = await testGateway.submit()
    await testGateway.attempt()
    const checks = await checksOf(await zipOfDocument(record.id))
    expect(outcomes(checks)).toEqual(allProven)
    expect(detailOf(checks, 'receipt')).toMatch(/^access point P.. ?\d+ signed for everything/)
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
    expect(detailOf(checks, 'receipt')).toMatch(/^the receiver refused it: EBMS:\d{4}$/)
  })

  it('says that nothing was sent', async () => {
    const { record } = await testGateway.submit()
    const checks = await checksOf(await zipOfDocument(record.id))
    expect(outcomes(checks)).toMatchObject({ message: 'open', record: 'proven' })
    expect(detailOf(checks, 'message')).toBe('no message was sent')
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
    ({ 'smp/1.xml': _, ...files }) =>
      sealed(files, (manifest) => {
        Object.assign(manifest.message!.smp, { answers: [] })
        manifest.files = manifest.files.filter(({ name }) => name !== 'smp/1.xml')
      }),
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

/** With another entry, which the manifest lists as a file of that kind. */
function withEntry(files: Files, name: string, kind?: string): Uint8Array {
  const entry = { name, ...(kind ? { kind } : {}), size: 0, sha256: '' }
  return sealed({ ...files, [name]: Buffer.from('<paid/>') }, (manifest) => {
    manifest.files.push(entry as Manifest['files'][number])
  })
}

/** The same ZIP, with its bytes changed. */
function spliced(zip: Uint8Array, change: (bytes: Buffer, directory: number) => Buffer): Buffer {
  const bytes = Buffer.from(zip)
  return change(bytes, bytes.readUInt32LE(bytes.length - 6))
}

/** A local entry before the directory, which does not name it. */
function withHiddenEntry(zip: Uint8Array): Buffer {
  const other = Buffer.from(zipSync({ 'manifest.json': Buffer.from('{"paid":true}') }))
  const hidden = other.subarray(0, other.readUInt32LE(other.length - 6))
  return spliced(zip, (bytes, directory) => {
    bytes.writeUInt32LE(directory + hidden.length, bytes.length - 6)
    return Buffer.concat([bytes.subarray(0, directory), hidden, bytes.subarray(directory)])
  })
}

/** Two entries of one name, both with their place in the directory. */
function withTwoManifests(files: Files): Buffer {
  const [name, other] = ['manifest.json', 'manifest.jsox']
  const zip = Buffer.from(zipSync({ ...files, [other]: Buffer.from('{"paid":true}') }))
  for (let at = zip.indexOf(other); at >= 0; at = zip.indexOf(other)) zip.write(name, at)
  return zip
}

function withNameOfItsOwn(zip: Uint8Array): Buffer {
  return spliced(zip, (bytes, directory) => {
    bytes.write('MANIFEST.json', bytes.indexOf('manifest.json'))
    expect(bytes.indexOf('MANIFEST.json')).toBeLessThan(directory)
    return bytes
  })
}

function withComment(zip: Uint8Array): Buffer {
  return spliced(zip, (bytes) => {
    bytes.writeUInt16LE(4, bytes.length - 2)
    return Buffer.concat([bytes, Buffer.from('paid')])
  })
}

/** What is added to a file, or told twice, and which check finds it. */
const additions: [string, string, (files: Files) => Uint8Array][] = [
  [
    'a contract as an attachment',
    'files',
    (files) => withEntry(files, 'files/9-a.pdf', 'attachment'),
  ],
  ['a contract of no kind', 'file', (files) => withEntry(files, 'files/9-contract.pdf')],
  [
    'a contract beside the files',
    'file',
    (files) => withEntry(files, 'contract.pdf', 'attachment'),
  ],
  ['a status message', 'files', (files) => withEntry(files, 'files/9-mls.xml', 'mls')],
  ['findings', 'files', (files) => withEntry(files, 'files/9-findings.json', 'findings')],
  ['a second document', 'message', (files) => withEntry(files, 'files/9-document.xml', 'ubl')],
  ['a second answer', 'files', (files) => withEntry(files, 'files/9-answer.xml', 'as4-response')],
  ['a file listed twice', 'file', (files) => sealed(files, ({ files: all }) => all.push(all[0]!))],
  ['two entries of one name', 'file', withTwoManifests],
  ['an entry that its directory does not name', 'file', (files) => withHiddenEntry(sealed(files))],
  ['an entry with two names', 'file', (files) => withNameOfItsOwn(sealed(files))],
  ['bytes before it', 'file', (files) => Buffer.concat([Buffer.from('paid'), sealed(files)])],
  ['bytes behind it', 'file', (files) => Buffer.concat([sealed(files), Buffer.from('paid')])],
  ['a comment', 'file', (files) => withComment(sealed(files))],
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

describe('a forged file', () => {
  let files: Files
  let other: Files

  beforeEach(async () => {
    if (files) return
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

  it.each(recordForgeries)('with %s in its record is found', async (_, change) => {
    const found = await checksOf(withRecord(files, change))
    expect(outcomes(found)).toMatchObject({ record: 'wrong' })
  })

  it.each(additions)('with %s is found', async (_, check, add) => {
    expect(outcomes(await checksOf(add(files)))).toMatchObject({ [check]: 'wrong' })
  })

  it('with another row of the document, or none, is found', async () => {
    const other = { ...JSON.parse(Buffer.from(files['record.json']!).toString()), number: '2026-9' }
    const changes = { 'record.json': Buffer.from(JSON.stringify(other)) }
    const renumbered = (record: Manifest['document']) => ({ ...record, number: '2026-9' })
    const withRow = await checksOf(withRecord({ ...files, ...changes }, renumbered))
    expect(outcomes(withRow)).toMatchObject({ record: 'wrong' })
    const { 'record.json': _, ...rest } = files
    const withoutRow = (change: (record: Manifest['document']) => unknown) =>
      sealed(rest, (manifest) => {
        manifest.files = manifest.files.filter(({ name }) => name !== 'record.json')
        Object.assign(manifest, { document: change(manifest.document) })
      })
    // The document itself says its number; nothing says whose client it is.
    expect(outcomes(await checksOf(withoutRow(renumbered)))).toMatchObject({ record: 'wrong' })
    const found = await checksOf(withoutRow((record) => ({ ...record, clientId: 'client-7' })))
    expect(outcomes(found)).toEqual(allProven)
    expect(detailOf(found, 'rest')?.split(', ')).toContain('document.clientId')
  })

  it('that says when its message was made, wrongly, is found', async () => {
    const zip = sealed(files, ({ message }) =>
      Object.assign(message!, { sentAt: '2025-01-01T00:00:00.000Z' }),
    )
    expect(outcomes(await checksOf(zip))).toMatchObject({ message: 'wrong' })
  })

  it('names what no signature covers', async () => {
    const rest = detailOf(await checksOf(sealed(files)), 'rest')?.split(', ')
    expect(rest).toEqual([
      ...['authorities/roots.pem', 'authorities/access-points.pem', 'authorities/smps.pem'],
      ...['README.txt', 'createdAt', 'network', 'document.documentTypeName'],
      ...['document.mls.status'],
      ...['document.mls.dueAt', 'document.attempts'],
      ...['document.as4.sentAt', 'document.as4.receivedAt'],
      ...['document.updatedAt', 'document.completedAt'],
    ])
  })

  it('that strangers signed is found, whatever authorities it brings', async () => {
    const stranger = [makeCertificate({ name: 'Strangers', isAuthority: true }).certificate]
    const theirs = { roots: stranger, accessPointIssuers: stranger, smpIssuers: stranger }
    expect(outcomes(await checksOf(sealed(files), theirs))).toEqual({
      file: 'proven',
      'audit log': 'wrong',
      submission: 'proven',
      files: 'proven',
      message: 'wrong',
      receiver: 'wrong',
      receipt: 'wrong',
      rest: 'not covered',
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
    expect(outcomes(found)).toEqual({ ...allProven, files: 'wrong', receipt: 'wrong' })
    expect(detailOf(found, 'receipt')).toBe('the audit log names another receipt')
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
