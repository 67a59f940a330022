// The evidence of a document that was reported to a tax authority: it has that of its reports.
import { unzipSync } from 'fflate'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { deliver } from '../../../src/core/deliver/deliver.ts'
import { evidenceOf } from '../../../src/core/evidence/evidence.ts'
import { type Check, verifyEvidence } from '../../../src/core/evidence/verify-evidence.ts'
import type { Caller } from '../../../src/core/gateway.ts'
import { reportAgain } from '../../../src/core/operations/report-again.ts'
import { playMls } from '../../../src/core/receive/play-mls.ts'
import type { TaxReporting } from '../../../src/store/index.ts'
import { openValidator } from '../../../src/validation/index.ts'
import { invoice, jsonBody, openTestGateway } from '../test-gateway.ts'
import { type Files, manifestOf, sealed } from './forged-evidence.ts'

const test = await openTestGateway()
const { clock, pool } = test
const validator = await openValidator({ engine: 'compiled', limits: limits.validation })
afterAll(() => validator.close())
const gateway = { ...test.gateway, validate: validator.validate }
const { store } = gateway
const { trust } = gateway.peppolAccess.network

const slovakia: TaxReporting = {
  ...{ regime: 'sk', participants: ['0208:0123456749'], receiver: '0242:900000-TAX_SK' },
  ...{ authority: { id: 'SK' }, from: '2026-01-01', holdOutcome: false, overdueMinutes: 25 },
}
const caller: Caller = {
  ...test.caller,
  tenant: { ...test.caller.tenant, taxReporting: [slovakia] },
}

beforeEach(async () => {
  clock.aheadMs = 0
  await store.changeTenant(
    { id: caller.tenant.id, taxReporting: [slovakia] },
    { actor: 'test', at: new Date() },
  )
})

async function settle(): Promise<void> {
  for (let round = 0; round < 10; round++) {
    for (const job of await test.claim()) await deliver(gateway, job)
    const played = await store.claimInbound({
      ...{ owner: 'test', now: gateway.now(), leaseMs: 60_000, limit: 100 },
    })
    for (const claim of played) await playMls(gateway, claim)
    clock.aheadMs += 300_000
  }
}

async function sent(change: object = {}): Promise<string> {
  const { record } = await test.submit({ caller, ...change })
  await settle()
  return record.id
}

async function zipOfDocument(id: string): Promise<Buffer> {
  const { zip } = await evidenceOf(gateway, caller, { id })
  const pieces: Uint8Array[] = []
  for await (const piece of zip) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function checksOf(zip: Uint8Array): Promise<Map<string, Check>> {
  const checks = new Map<string, Check>()
  for await (const check of verifyEvidence(zip, () => trust)) checks.set(check.check, check)
  return checks
}

const wrongIn = (checks: Map<string, Check>) =>
  [...checks.values()].flatMap(({ check, outcome, detail }) =>
    outcome === 'wrong' ? [`${check}: ${detail}`] : [],
  )

describe('an honest file', () => {
  it('proves that the report was delivered', async () => {
    const id = await sent()
    const document = await store.documentById(caller.tenant.id, id)
    expect(document?.taxReport?.status).toBe('sent')
    const reports = await store.reportsAbout(id)
    const zip = await zipOfDocument(id)
    const checks = await checksOf(zip)
    expect(wrongIn(checks)).toEqual([])
    expect(checks.get('receipt')?.outcome).toBe('proven')
    expect(checks.get('tax reports')?.detail).toBe('1 in the file, as in the audit log')
    expect(checks.get('tax report 1')).toMatchObject({
      outcome: 'proven',
      detail: `${reports[0]!.id} was delivered to 0242:900000-TAX_SK, which has not answered it`,
    })
    const files = Object.entries(unzipSync(zip))
    const [, taxData] = files.find(([name]) => /^tax-report-1\/.*tax-data\.xml$/.test(name))!
    expect(Buffer.from(taxData).toString()).toContain('TaxDataTypeCode>S<')
    expect(checks.get('rest')?.detail).not.toContain('tax-report-1/files/')
  })

  it('has the answer of the authority, and every report', async () => {
    const id = await sent({ testOnly: true, scenario: { name: 'tax-rejected', speed: 1 } })
    await reportAgain(gateway, caller, { id }, { action: 'resubmit' })
    await settle()
    const zip = await zipOfDocument(id)
    const checks = await checksOf(zip)
    expect(wrongIn(checks)).toEqual([])
    for (const name of ['tax report 1', 'tax report 2'])
      expect(checks.get(name)).toMatchObject({
        outcome: 'open',
        detail: expect.stringMatching(/which answered it with RE$/),
      })
    const names = Object.keys(unzipSync(zip))
    for (const folder of ['tax-report-1', 'tax-report-2'])
      expect(names.filter((name) => name.startsWith(`${folder}/`)).join()).toMatch(/mls/)
  })

  it('is of the form before where nothing was reported', async () => {
    const { record } = await test.submit()
    const files = unzipSync(await zipOfDocument(record.id))
    expect(manifestOf(files)).toMatchObject({ format: 'fourcorner evidence 2' })
    expect(manifestOf(files)).not.toHaveProperty('reports')
  })

  it('says that the files of a report were removed', async () => {
    const id = await sent()
    const [report] = await store.reportsAbout(id)
    await pool.query(
      `delete from payload_chunks where payload_id in
         (select payload_id from files where document_id = $1)`,
      [report!.id],
    )
    const checks = await checksOf(await zipOfDocument(id))
    expect(wrongIn(checks)).toEqual([])
    expect(checks.get('tax report 1')).toMatchObject({
      outcome: 'open',
      detail: `the files of ${report!.id} were removed`,
    })
  })
})

/** The files of a folder, under the name of another one or none. */
function moved(files: Files, from: string, to: string): Files {
  return Object.fromEntries(
    Object.entries(files).flatMap(([name, bytes]) =>
      name.startsWith(from) ? [[to + name.slice(from.length), bytes]] : [],
    ),
  )
}

const without = (files: Files, folder: string): Files =>
  Object.fromEntries(Object.entries(files).filter(([name]) => !name.startsWith(folder)))

/** The files with those of a folder as they are given, listed anew. */
function withReport(files: Files, folder: Files): Uint8Array {
  const all = { ...without(files, 'tax-report-1/'), ...folder }
  return sealed(all, (manifest) => {
    manifest.files = [
      ...manifest.files.filter(({ name }) => !name.startsWith('tax-report-1/')),
      ...Object.keys(folder).map((name) => ({ name, size: 0, sha256: '' })),
    ]
  })
}

describe('a forged one is found', () => {
  it('without its report', async () => {
    const files = unzipSync(await zipOfDocument(await sent()))
    const zip = sealed(without(files, 'tax-report-1/'), (manifest) => {
      manifest.files = manifest.files.filter(({ name }) => !name.startsWith('tax-report-1/'))
      delete manifest.reports
    })
    expect(wrongIn(await checksOf(zip))).toEqual([
      'tax reports: the audit log names 1 reports, and 0 are in the file',
    ])
  })

  it('with the report of another document', async () => {
    const files = unzipSync(await zipOfDocument(await sent()))
    const body = jsonBody({ ...invoice(), number: 'F-2' })
    const other = unzipSync(await zipOfDocument(await sent({ body })))
    const folder = moved(other, 'tax-report-1/', 'tax-report-1/')
    expect(wrongIn(await checksOf(withReport(files, folder)))).toEqual([
      'tax reports: report 1 is not the one that was made then',
      'tax report 1: it is about another document',
    ])
  })

  it('with a report whose content was changed', async () => {
    const files = unzipSync(await zipOfDocument(await sent()))
    const report = moved(files, 'tax-report-1/', '')
    const name = Object.keys(report).find((one) => one.endsWith('tax-data.xml'))!
    const bytes = Buffer.from(report[name]!)
    const changed = Buffer.from(
      bytes.toString().replace('TaxDataTypeCode>S<', 'TaxDataTypeCode>R<'),
    )
    const folder = moved(unzipSync(sealed({ ...report, [name]: changed })), '', 'tax-report-1/')
    const wrong = wrongIn(await checksOf(withReport(files, folder)))
    expect(wrong).toHaveLength(1)
    expect(wrong[0]).toMatch(/^tax report 1: /)
  })

  it('with a report that stands elsewhere than its document says', async () => {
    const { record } = await test.submit({ caller })
    const early = unzipSync(await zipOfDocument(record.id))
    await settle()
    const files = unzipSync(await zipOfDocument(record.id))
    const folder = moved(early, 'tax-report-1/', 'tax-report-1/')
    expect(wrongIn(await checksOf(withReport(files, folder)))).toEqual([
      'tax report 1: it does not say that the report is sent',
    ])
  })

  it('with another status of the report in the record', async () => {
    const files = unzipSync(await zipOfDocument(await sent()))
    const zip = sealed(files, ({ document }) => {
      document.taxReport!.status = 'accepted'
    })
    expect(wrongIn(await checksOf(zip)).map((one) => one.split(':')[0])).toEqual([
      'record',
      'tax report 1',
    ])
  })

  it('with a file in the folder of a report that its manifest does not list', async () => {
    const files = unzipSync(await zipOfDocument(await sent()))
    const folder = moved(files, 'tax-report-1/', 'tax-report-1/')
    const zip = withReport(files, { ...folder, 'tax-report-1/note.txt': Buffer.from('no') })
    expect(wrongIn(await checksOf(zip))).toEqual([
      "file: in 'tax-report-1/': 'note.txt' is not in the manifest",
    ])
  })
})
