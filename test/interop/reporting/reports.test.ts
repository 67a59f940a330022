// The monthly reports, by the official schemas and rules (TSR 1.0.5, EUSR 1.1.5): generated months
// pass them, and what is changed in them is found. REPORT_EXCHANGES is the size of the large month;
// beyond the usual one, the time is measured as well.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { buildEndUserReport, buildTransactionReport } from '../../../src/reporting/index.ts'
import { openValidator, type Validator } from '../../../src/validation/index.ts'
import { countEndUsers, countTransactions, monthOf } from '../../reporting/exchanges.ts'
import { compare } from '../validation/compare.ts'
import { describeWithRules, rulesFolder } from '../validation/official.ts'
import { openSaxon, saxonLack } from '../validation/saxon.ts'

const usual = 2000
const size = Number(process.env.REPORT_EXCHANGES ?? usual)
const seed = Number(process.env.REPORT_SEED ?? 20261123)
const header = { month: '2026-10', reporter: 'POP000306' }

const transactionsOf = (count: number) =>
  buildTransactionReport({ ...header, exchanges: countTransactions(monthOf(count, seed)) })
const endUsersOf = (count: number) =>
  buildEndUserReport({ ...header, endUsers: countEndUsers(monthOf(count, seed)) })

type Edit = [rules: string[], from: string | RegExp, to: string | ((found: string) => string)]

/** Adds one to the count in the element found. */
const oneMore = (found: string) => found.replace(/\d+(?=<)/, (count) => String(Number(count) + 1))
const subtotal = (type: string) => new RegExp(`<Subtotal type="${type}">.*?</Subtotal>`)
const subset = (type: string) => new RegExp(`<Subset type="${type}">.*?</Subset>`)
const every = (pattern: RegExp) => new RegExp(pattern.source, 'g')
const twice = (found: string) => found + found
/** The same subtotal again, without what it counts, so that only its keys are there twice. */
const again = (found: string) => found + found.replace(/(?<=<(In|Out)[^>]*>)\d+(?=<)/g, '0')
const firstKey = /<Key metaSchemeID="SP" schemeID="CertSubjectCN">/

const wrongTransactions: Edit[] = [
  [['01'], 'transaction-statistics-reporting:1.0', 'transaction-statistics-reporting:2.0'],
  [['02'], 'bis:reporting:1.0', 'bis:reporting:2.0'],
  [['03', '04', '05'], every(subtotal('PerTP')), ''],
  [['04', '08', '12'], /<Total><Incoming>\d+</, oneMore],
  [['05', '09'], /(?<=<Total>.*)<Outgoing>\d+</, oneMore],
  [['06'], subtotal('PerTP'), again],
  [['07', '08', '09'], every(subtotal('PerSP-DT-PR')), ''],
  [['10'], subtotal('PerSP-DT-PR'), again],
  [['11', '12'], every(subtotal('PerSP-DT-PR-CC')), ''],
  [['14'], subtotal('PerSP-DT-PR-CC'), again],
  [['18'], '>POP000306<', '>000306<'],
  [['19'], /CertSubjectCN">P[A-Z]{2}\d{6}<\/Key>/, 'CertSubjectCN">306</Key>'],
  [['20'], 'schemeID="SenderCountry">BE<', 'schemeID="SenderCountry">QQ<'],
  [['28'], firstKey, '<Key metaSchemeID="SP" schemeID="X">'],
  [['40'], '<StartDate>2026-10-01<', '<StartDate>2026-10-01Z<'],
  [['42'], '<EndDate>2026-10-31<', '<EndDate>2026-09-30<'],
  [['43'], /(?<=PerSP-DT-PR-CC.*)<Outgoing>0</, oneMore],
]

const wrongEndUsers: Edit[] = [
  [['01'], 'end-user-statistics-report:1.1</', 'end-user-statistics-report:1.0</'],
  [['02'], 'bis:reporting:1.0', 'bis:reporting:2.0'],
  [['08'], '>POP000306<', '>000306<'],
  [['13'], subset('PerDT-PR'), twice],
  [['15'], every(subset('PerDT-PR')), ''],
  [['16'], '<StartDate>2026-10-01<', '<StartDate>2026-10-01Z<'],
  [['18'], '<EndDate>2026-10-31<', '<EndDate>2026-09-30<'],
  [['22', '20', '21'], /<SendingOrReceivingEndUsers>\d+</, '<SendingOrReceivingEndUsers>1<'],
  [['19'], /<SendingOrReceivingEndUsers>\d+</, '<SendingOrReceivingEndUsers>9999<'],
  [['29'], subset('PerDT-PR-EUC'), twice],
  [['30'], every(/"EndUserCountry">BE</), '"EndUserCountry">QQ<'],
  [['33'], subset('PerEUC'), counting(0, 0, 1)],
  [['34'], subset('PerEUC'), counting(2, 0, 1)],
  [['35'], subset('PerEUC'), counting(0, 2, 1)],
  [['36'], subset('PerEUC'), counting(0, 0, 0)],
  [['03', '22'], subset('PerEUC'), counting(999, 0, 999)],
  [['04', '22'], subset('PerEUC'), counting(0, 999, 999)],
  [['37'], every(subset('PerDT-EUC')), ''],
  [['38'], subset('PerDT-EUC'), twice],
  [['39'], every(subset('PerEUC')), ''],
  [['40'], subset('PerEUC'), twice],
]

/** Puts these counts in place of those found, in the order of the report. */
function counting(...counts: number[]) {
  return (found: string) => {
    const left = [...counts]
    return found.replace(/(?<=EndUsers>)\d+(?=<)/g, () => String(left.shift()))
  }
}

describeWithRules('the monthly reports', () => {
  let validator: Validator
  beforeAll(async () => {
    validator = await openValidator({
      engine: 'compiled',
      pack: 'official',
      rulesDir: rulesFolder,
      limits: { ...limits.validation, timeMs: 300_000 },
    })
  })
  afterAll(() => validator.close())

  async function judge(bytes: Uint8Array, id: string) {
    const { findings, ruleSets } = await validator.validate(bytes, { layers: 'all' })
    expect(ruleSets.map((set) => `${set.pack} ${set.id}`)).toEqual([`official ${id}`])
    return [...new Set(findings.map(({ rule }) => rule))].sort()
  }

  test.each([0, 1, 20, 500, size])('pass their rules in a month of %d exchanges', async (count) => {
    expect(await judge(transactionsOf(count), 'peppol-tsr')).toEqual([])
    expect(await judge(endUsersOf(count), 'peppol-eusr')).toEqual([])
  })

  test.each(wrongTransactions)('TSR: would be refused by %s', async (rules, from, to) => {
    const edited = change(transactionsOf(200).toString(), from, to)
    const expected = rules.map((rule) => `SCH-TSR-${rule}`).sort()
    expect(await judge(Buffer.from(edited), 'peppol-tsr')).toEqual(expected)
  })

  test.each(wrongEndUsers)('EUSR: would be refused by %s', async (rules, from, to) => {
    const edited = change(endUsersOf(200).toString(), from, to)
    const expected = rules.map((rule) => `SCH-EUSR-${rule}`).sort()
    expect(await judge(Buffer.from(edited), 'peppol-eusr')).toEqual(expected)
  })

  test.skipIf(saxonLack).each([
    ['peppol-tsr', transactionsOf, wrongTransactions],
    ['peppol-eusr', endUsersOf, wrongEndUsers],
  ] as const)('are judged as Saxon-HE judges them: %s', async (id, reportOf, wrong) => {
    const texts = [
      ...[0, 1, 20, 500].map((count) => reportOf(count).toString()),
      ...wrong.map(([, from, to]) => change(reportOf(200).toString(), from, to)),
    ]
    const saxon = await openSaxon()
    try {
      const { alike, different } = await compare(saxon, id, saxon.write(texts))
      expect(different).toEqual([])
      expect(alike).toBe(texts.length)
    } finally {
      saxon.close()
    }
  })

  // Not in each run: other work on the machine decides as well.
  if (size > usual)
    test('take time that grows with their rows', () => {
      const rows = countTransactions(monthOf(size, seed))
      const secondsFor = (share: number) => {
        const start = performance.now()
        buildTransactionReport({ ...header, exchanges: rows.slice(0, rows.length * share) })
        return (performance.now() - start) / 1000
      }
      secondsFor(1)
      const [some, all] = [secondsFor(0.25), secondsFor(1)]
      console.log(
        `${rows.length} rows: ${all.toFixed(2)} s; a quarter of them: ${some.toFixed(2)} s`,
      )
      expect(all / some).toBeLessThan(8)
    })
})

function change(text: string, from: Edit[1], to: Edit[2]): string {
  const edited = typeof to === 'string' ? text.replace(from, to) : text.replace(from, to)
  expect(edited).not.toBe(text)
  return edited
}
