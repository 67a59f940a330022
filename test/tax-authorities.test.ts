// The fifth corner of the sandbox, without official rules: what it takes, lists and says.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FiveCorners, openFiveCorners, reportOf } from './five-corners.ts'
import { temporaryFolder, testDatabase } from './store/database.ts'

const database = await testDatabase()
const dataDir = mkdtempSync(join(await temporaryFolder(), 'gateway-'))
const invoice = readFileSync('test/fixtures/billing/invoice-complete.out.xml')
const emirati = Buffer.from(
  `${invoice}`.replace(/(<cbc:ID>[^<]*<\/cbc:ID>)/, `$1<cbc:UUID>${randomUUID()}</cbc:UUID>`),
)

let corners: FiveCorners
beforeAll(async () => {
  await database.empty()
  const rules = join(dataDir, 'no-rules')
  const settings = { DATA_DIR: dataDir, DATABASE_URL: database.url, RULES_DIR: rules }
  corners = await openFiveCorners(settings)
})
afterEach(() => corners.sandbox.setTaxAuthorities({ answers: 'right' }))
afterAll(() => corners.stop())

/** The report, submitted and delivered. */
async function send(report: Buffer): Promise<{ id: string }> {
  const sent = await corners.submit(report)
  expect(sent).toMatchObject({ status: 'delivered', mls: { status: 'awaited' } })
  return sent
}

describe('a report of the right structure', () => {
  it.each([
    ['ae', { type: 'S', role: '01', transportHeaderId: expect.stringMatching(/^11111111-/) }],
    ['sk', { type: 'S', role: 'C2', uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) }],
  ] as const)('is accepted, and listed: %s', async (regime, listed) => {
    const { id } = await send(reportOf(regime, emirati))
    expect(await corners.answered(id)).toMatchObject({
      outcome: 'succeeded',
      mls: { status: 'accepted', code: 'AP' },
    })
    const lines = corners.listedOf(id)
    expect(lines).toEqual([
      {
        ...{ regime, ...listed, reporter: '0235:1987654321', verdict: 'AP' },
        documentUuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        ...{ instanceIdentifier: id, from: 'POP900001' },
        messageId: (await corners.record(id)).as4.messageId,
        at: expect.stringMatching(/^20.*Z$/),
      },
    ])
  })

  it('may be the type F of the receiver', async () => {
    const { id } = await send(reportOf('ae', emirati, { type: 'failed', role: 'receiver' }))
    expect(await corners.answered(id)).toMatchObject({ mls: { code: 'AP' } })
    expect(corners.listedOf(id)).toMatchObject([{ type: 'F', role: '02' }])
  })
})

describe('a report of another structure', () => {
  it.each([
    ['without its type', /<pxs:DocumentTypeCode>S<\/pxs:DocumentTypeCode>/, 'DocumentTypeCode'],
    ['without a role', /<pxs:ReporterRole>01<\/pxs:ReporterRole>/, 'ReporterRole'],
    [
      'without who represents',
      /<pxs:ReportersRepresentative>.*?Representative>/s,
      'Representative',
    ],
  ])('is rejected: %s', async (_, part, element) => {
    const report = reportOf('ae', emirati).toString()
    expect(report).toMatch(part)
    const { id } = await send(Buffer.from(report.replace(part, '')))
    const { outcome, mls } = await corners.answered(id)
    expect({ outcome, code: mls.code }).toEqual({ outcome: 'rejected', code: 'RE' })
    const issue = expect.stringContaining(element)
    expect(mls.issues).toEqual([expect.objectContaining({ text: issue, code: 'SV' })])
    expect(corners.listedOf(id)).toMatchObject([{ verdict: 'RE', issues: [issue] }])
  })
})

describe('an authority that is told to be', () => {
  const { set } = { set: (answers: Answers) => corners.sandbox.setTaxAuthorities({ answers }) }
  type Answers = NonNullable<Parameters<FiveCorners['sandbox']['setTaxAuthorities']>[0]['answers']>

  it('late, answers once it is told to be right', async () => {
    set('late')
    const { id } = await send(reportOf('ae', emirati))
    set('right')
    const next = await send(reportOf('sk', emirati))
    for (const sent of [id, next.id])
      expect(await corners.answered(sent)).toMatchObject({ mls: { code: 'AP' } })
  })

  it('silent, takes and lists it, and says nothing', async () => {
    set('none')
    const silent = await send(reportOf('ae', emirati))
    set('right')
    const { id } = await send(reportOf('ae', emirati))
    await corners.answered(id)
    expect(corners.listedOf(silent.id)).toMatchObject([{ verdict: 'AP' }])
    expect(await corners.record(silent.id)).toMatchObject({ mls: { status: 'awaited' } })
  })

  it('wrong, speaks of another document', async () => {
    set('wrong')
    const wronged = await send(reportOf('ae', emirati))
    set('right')
    const { id } = await send(reportOf('ae', emirati))
    await corners.answered(id)
    expect(await corners.record(wronged.id)).toMatchObject({ mls: { status: 'awaited' } })
  })

  it('against it, rejects what is right', async () => {
    set('rejected')
    const { id } = await send(reportOf('sk', emirati))
    expect(await corners.answered(id)).toMatchObject({ outcome: 'rejected', mls: { code: 'RE' } })
    expect(corners.listedOf(id)).toMatchObject([{ verdict: 'RE' }])
  })

  it('doubtful of itself, answers twice, and once counts', async () => {
    set('twice')
    const { id } = await send(reportOf('ae', emirati))
    expect(await corners.answered(id)).toMatchObject({ mls: { code: 'AP' } })
    expect(corners.listedOf(id)).toHaveLength(1)
  })
})
