// The tax authorities of the sandbox by themselves: what they list, and what they would say.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ParsedHeader } from '../../src/peppol/index.ts'
import { parseDocumentType, parseParticipant, parseProcess } from '../../src/peppol/index.ts'
import type { Said } from '../../src/sandbox/status-sender.ts'
import {
  type JudgeTaxReport,
  openTaxAuthorities,
  type TaxArrival,
  type TaxAuthorities,
} from '../../src/sandbox/tax-authority.ts'
import { reportOf } from '../five-corners.ts'

const slovak = reportOf('sk', readFileSync('test/fixtures/billing/invoice-complete.out.xml'))
const header = {
  sender: parseParticipant('0235:1987654321'),
  receiver: parseParticipant('0242:900000-TAX_SK'),
  documentType: parseDocumentType(
    'urn:peppol:schema:sk-taxdata:1.0::TaxData##urn:peppol:taxdata:sk-1::1.0',
  ),
  process: parseProcess('urn:peppol:taxreporting'),
  instanceIdentifier: 'sbdh-1',
} as ParsedHeader

const arrival = (messageId: string, more: object = {}, document = slovak) =>
  ({
    message: { messageId, from: 'POP900001' },
    header: { ...header, ...more },
    ...{ document, at: new Date('2027-01-14T09:00:00Z') },
  }) as TaxArrival

let folder: string
let authorities: TaxAuthorities
let said: (Said & { about: string })[]

function open(judge?: JudgeTaxReport): void {
  authorities = openTaxAuthorities({
    ...{ file: join(folder, 'tax-reports.jsonl'), judge },
    send: ({ header: about }, one) => said.push({ ...one, about: about.instanceIdentifier }),
  })
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'authorities-'))
  said = []
  open()
})
afterEach(() => {
  authorities.close()
  rmSync(folder, { recursive: true })
})

const file = () => readFileSync(join(folder, 'tax-reports.jsonl'), 'utf8')
const listed = () =>
  file()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const verdicts = () => listed().map(({ messageId, verdict }) => `${messageId} ${verdict}`)

describe('whom they serve', () => {
  it.each<[string, Partial<ParsedHeader>, boolean]>([
    ['a report of the regime', {}, true],
    ['one of another regime', { receiver: parseParticipant('0242:900000-tax_ae') }, false],
    ['another authority', { receiver: parseParticipant('0242:900000-tax_om') }, false],
    ['another process', { process: parseProcess('urn:peppol:bis:billing') }, false],
  ])('%s', (_, more, isServed) => expect(authorities.serves({ ...header, ...more })).toBe(isServed))
})

it('list a message once, however often it comes, also after a restart', async () => {
  await Promise.all([authorities.take(arrival('a')), authorities.take(arrival('a'))])
  await authorities.take(arrival('a'))
  authorities.close()
  open()
  await authorities.take(arrival('a'))
  await authorities.take(arrival('b'))
  await authorities.take({
    ...arrival('a'),
    message: { messageId: 'a', from: 'POP900003' },
  } as never)
  expect(listed().map(({ messageId, from }) => `${messageId} ${from}`)).toEqual([
    ...['a POP900001', 'b POP900001', 'a POP900003'],
  ])
  expect(said).toHaveLength(3)
})

it('go on after a line that a crash left incomplete, and refuse a damaged file', async () => {
  await authorities.take(arrival('a'))
  authorities.close()
  const whole = file()
  appendFileSync(join(folder, 'tax-reports.jsonl'), '{"messageId":"b"')
  open()
  await authorities.take(arrival('b'))
  expect(verdicts()).toEqual(['a AP', 'b AP'])
  authorities.close()
  writeFileSync(join(folder, 'tax-reports.jsonl'), `{}\n${whole}`)
  expect(() => open()).toThrow(/Line 1 of .*tax-reports.jsonl is damaged/)
  rmSync(join(folder, 'tax-reports.jsonl'))
  open()
})

describe('reject', () => {
  it.each([
    ['ReportingParty', { sender: parseParticipant('0235:1987654322') }],
    ['ReceivingParty', { receiver: parseParticipant('0242:900000-tax_ae') }],
  ])('what does not agree with its envelope: %s', async (element, more) => {
    await authorities.take(arrival('a', more))
    expect(verdicts()).toEqual(['a RE'])
    expect(said[0]?.issues.map(({ line }) => line)).toContain(`/TaxData/${element}/EndpointID`)
  })

  it.each([
    ['no XML', 'no XML'],
    ['another document', '<TaxData xmlns="urn:peppol:schema:taxdata:1.0"/>'],
  ])('%s', async (_, text) => {
    await authorities.take(arrival('a', {}, Buffer.from(text)))
    expect(verdicts()).toEqual(['a RE'])
    expect(said).toMatchObject([{ code: 'RE', about: 'sbdh-1' }])
    expect(said[0]?.issues[0]).toMatchObject({ reason: 'SV' })
  })

  it('what breaks rules that are installed, and say which', async () => {
    const broken = { rule: 'ibr-tdd-17', message: 'No scheme.', xpath: '/TaxData' }
    const asked: string[] = []
    authorities.close()
    open(async (regime, document) => {
      asked.push(regime)
      return document.equals(slovak) ? Array(50).fill(broken) : []
    })
    await authorities.take(arrival('a'))
    expect(asked).toEqual(['sk'])
    expect(said[0]?.issues).toHaveLength(20)
    const issue = { line: '/TaxData', text: 'ibr-tdd-17: No scheme.', reason: 'BV' }
    expect(said).toMatchObject([{ code: 'RE', issues: Array(20).fill(issue) }])
    expect(listed()[0].issues).toHaveLength(20)
  })

  it('nothing where none are installed, or nothing is found', async () => {
    for (const findings of [undefined, []]) {
      authorities.close()
      open(async () => findings)
      await authorities.take(arrival(`${findings}`))
    }
    expect(verdicts()).toEqual(['undefined AP', ' AP'])
  })
})

it('list nothing that could not be judged, and judge it when it comes again', async () => {
  let calls = 0
  authorities.close()
  open(async () => {
    if (calls++ === 0) throw new Error('no thread is free')
    return []
  })
  await expect(authorities.take(arrival('a'))).rejects.toThrow('no thread is free')
  expect([listed(), said]).toEqual([[], []])
  await authorities.take(arrival('a'))
  expect([verdicts(), said.length]).toEqual([['a AP'], 1])
})

describe('say', () => {
  it.each([
    ['right', [{ code: 'AP', about: 'sbdh-1' }]],
    ['none', []],
    ['rejected', [{ code: 'RE', about: 'sbdh-1', issues: [{ reason: 'BV' }] }]],
    ['twice', [{ code: 'AP' }, { code: 'AP' }]],
    ['wrong', [{ code: 'AP', documentId: 'not-AP' }]],
    ['late', []],
  ] as const)('%s', async (answers, expected) => {
    authorities.set({ answers })
    await authorities.take(arrival('a'))
    expect(said).toMatchObject(expected)
    expect(said).toHaveLength(expected.length)
  })

  it('late, what something else that is set says then', async () => {
    authorities.set({ answers: 'late' })
    await authorities.take(arrival('a'))
    authorities.set({ answers: 'late' })
    expect(said).toEqual([])
    authorities.set({ answers: 'right' })
    authorities.set({ answers: 'right' })
    expect(said).toHaveLength(1)
  })
})
