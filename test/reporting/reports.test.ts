// The monthly reports say what happened, add up, and are not written when they would not. The
// official rules themselves are asked in test/interop/reporting.
import { describe, expect, it } from 'vitest'
import { countries } from '../../src/billing/codelists/index.ts'
import {
  buildEndUserReport,
  buildTransactionReport,
  type EndUserCount,
  type ExchangeCount,
  endUserReportDocumentType,
  mlsDocumentType,
  mlsProcess,
  reportedCountry,
  transactionReportDocumentType,
} from '../../src/reporting/index.ts'
import {
  attributeOf,
  child,
  children,
  parseXml,
  textOf,
  type XmlElement,
} from '../../src/xml/index.ts'
import { countEndUsers, countTransactions, exchangesOf, monthOf } from './exchanges.ts'

const header = { month: '2026-02', reporter: 'POP000306' }
const month = monthOf(2000, 20261123)
const transactions = (exchanges: readonly ExchangeCount[]) =>
  buildTransactionReport({ ...header, exchanges })
const endUsers = (rows: readonly EndUserCount[]) =>
  buildEndUserReport({ ...header, endUsers: rows })

const rootOf = (bytes: Uint8Array) => parseXml(bytes).root
const numberIn = (element: XmlElement | undefined, local: string) =>
  Number(textOf(child(element, local)!))
const typed = (root: XmlElement, local: string, type: string) =>
  children(root, local).filter((each) => attributeOf(each, 'type') === type)
const sum = (elements: XmlElement[], local: string) =>
  elements.reduce((total, each) => total + numberIn(each, local), 0)

/** By meta scheme; the two countries by scheme. */
function keysIn(element: XmlElement): Map<string, string> {
  const entries = children(element, 'Key').map((key): [string, string] => {
    const meta = attributeOf(key, 'metaSchemeID')!
    return [meta === 'CC' ? attributeOf(key, 'schemeID')! : meta, textOf(key)]
  })
  return new Map(entries)
}

describe('a Transaction Statistics Report', () => {
  const root = rootOf(transactions(countTransactions(month)))

  it('names month, reporter and what it is', () => {
    const bytes = buildTransactionReport({ month: '2028-02', reporter: 'PDE000001', exchanges: [] })
    expect(bytes.toString()).toBe(
      '<TransactionStatisticsReport xmlns="urn:fdc:peppol:transaction-statistics-report:1.0">' +
        '<CustomizationID>' +
        'urn:fdc:peppol.eu:edec:trns:transaction-statistics-reporting:1.0</CustomizationID>' +
        '<ProfileID>urn:fdc:peppol.eu:edec:bis:reporting:1.0</ProfileID><Header><ReportPeriod>' +
        '<StartDate>2028-02-01</StartDate><EndDate>2028-02-29</EndDate></ReportPeriod>' +
        '<ReporterID schemeID="CertSubjectCN">PDE000001</ReporterID></Header>' +
        '<Total><Incoming>0</Incoming><Outgoing>0</Outgoing></Total>' +
        '</TransactionStatisticsReport>',
    )
  })

  it('counts each exchange of the month once in its total, and MLS among them', () => {
    const counted = exchangesOf(month, new Map())
    const isMls = ({ documentType }: { documentType: unknown }) => documentType === mlsDocumentType
    expect(counted.filter(isMls).length).toBeGreaterThan(100)
    expect(counted.length).toBeLessThan(month.length - 200)
    const total = child(root, 'Total')
    const incoming = counted.filter(({ direction }) => direction === 'incoming').length
    expect(numberIn(total, 'Incoming')).toBe(incoming)
    expect(numberIn(total, 'Outgoing')).toBe(counted.length - incoming)
  })

  it.each(['PerTP', 'PerSP-DT-PR', 'PerSP-DT-PR-CC'])(
    'has in each subtotal %s the exchanges that its keys name, and in all of them the total',
    (type) => {
      const subtotals = typed(root, 'Subtotal', type)
      const hasCountries = type.endsWith('CC')
      for (const subtotal of subtotals) {
        const meant = exchangesOf(month, keysIn(subtotal))
        const incoming = meant.filter(({ direction }) => direction === 'incoming').length
        const outgoing = hasCountries ? 0 : meant.length - incoming
        expect([...keysIn(subtotal), numberIn(subtotal, 'Incoming')]).toEqual([
          ...keysIn(subtotal),
          incoming,
        ])
        expect(numberIn(subtotal, 'Outgoing')).toBe(outgoing)
        expect(incoming + outgoing).toBeGreaterThan(0)
      }
      const total = child(root, 'Total')
      expect(sum(subtotals, 'Incoming')).toBe(numberIn(total, 'Incoming'))
      expect(sum(subtotals, 'Outgoing')).toBe(hasCountries ? 0 : numberIn(total, 'Outgoing'))
      const names = subtotals.map((each) => JSON.stringify([...keysIn(each)]))
      expect(new Set(names).size).toBe(names.length)
    },
  )

  it('is the same for the same facts, in any order and cut in any way', () => {
    const rows = countTransactions(month)
    const single = rows.flatMap((row) => Array(row.count).fill({ ...row, count: 1 }))
    const empty = { ...rows[0]!, seatId: 'PXX999999', count: 0 }
    expect(transactions([...single.reverse(), empty])).toEqual(transactions(rows))
  })

  it('says ZZ of a country that is not known, and adds up what is the same then', () => {
    const row = countTransactions(month).find(({ direction }) => direction === 'incoming')!
    const bytes = transactions([
      { ...row, senderCountry: undefined, count: 2 },
      { ...row, senderCountry: 'QQ', count: 3 },
    ])
    const [subtotal, ...others] = typed(rootOf(bytes), 'Subtotal', 'PerSP-DT-PR-CC')
    expect(others).toEqual([])
    expect(keysIn(subtotal!).get('SenderCountry')).toBe('ZZ')
    expect(numberIn(subtotal, 'Incoming')).toBe(5)
  })

  const row: ExchangeCount = countTransactions(month)[0]!
  it.each<[string, Partial<ExchangeCount>]>([
    ['SCH-TSR-19: ', { seatId: 'pop000306' }],
    ['Reports are not counted', { documentType: transactionReportDocumentType }],
    ['Reports are not counted', { documentType: endUserReportDocumentType }],
    ['is not a count', { count: -1 }],
    ['is not a count', { count: 0.5 }],
    ['is not a count', { count: 2 ** 53 }],
    ['has no transport profile', { transportProfile: '' }],
  ])('is not written when a row is wrong: %s', (message, change) => {
    expect(() => transactions([row, { ...row, ...change }])).toThrow(message)
    expect(() => transactions([row, row])).not.toThrow()
  })

  it.each([
    ['SCH-TSR-40: ', { month: '2026-13' }],
    ['SCH-TSR-40: ', { month: '2026-1' }],
    ['SCH-TSR-18: ', { reporter: '000306' }],
  ])('is not written without month and reporter: %s', (message, change) => {
    const build = () => buildTransactionReport({ ...header, exchanges: [row], ...change })
    expect(build).toThrow(message)
  })
})

describe('an End User Statistics Report', () => {
  const rows = countEndUsers(month)
  const root = rootOf(endUsers(rows))

  it('counts nobody in a month in which nothing was exchanged', () => {
    const nobody = { sending: 0, receiving: 0, sendingOrReceiving: 0 }
    expect(endUsers([]).toString()).toBe(
      '<EndUserStatisticsReport xmlns="urn:fdc:peppol:end-user-statistics-report:1.1">' +
        '<CustomizationID>' +
        'urn:fdc:peppol.eu:edec:trns:end-user-statistics-report:1.1</CustomizationID>' +
        '<ProfileID>urn:fdc:peppol.eu:edec:bis:reporting:1.0</ProfileID><Header><ReportPeriod>' +
        '<StartDate>2026-02-01</StartDate><EndDate>2026-02-28</EndDate></ReportPeriod>' +
        '<ReporterID schemeID="CertSubjectCN">POP000306</ReporterID></Header>' +
        '<FullSet><SendingEndUsers>0</SendingEndUsers>' +
        '<ReceivingEndUsers>0</ReceivingEndUsers>' +
        '<SendingOrReceivingEndUsers>0</SendingOrReceivingEndUsers></FullSet>' +
        '</EndUserStatisticsReport>',
    )
    expect(endUsers([nobody])).toEqual(endUsers([]))
  })

  it('counts each end user once, whatever they exchanged', () => {
    const business = month.filter(
      ({ process }) => process.value !== mlsProcess.value && !process.value.includes('reporting'),
    )
    const count = (direction?: string) =>
      new Set(
        business
          .filter((each) => direction === undefined || each.direction === direction)
          .map(({ endUser }) => endUser.id),
      ).size
    const all = child(root, 'FullSet')
    expect(numberIn(all, 'SendingEndUsers')).toBe(count('outgoing'))
    expect(numberIn(all, 'ReceivingEndUsers')).toBe(count('incoming'))
    expect(numberIn(all, 'SendingOrReceivingEndUsers')).toBe(count())
    expect(count()).toBeGreaterThan(190)
  })

  it('has a subset for each row, and neither MLS nor names of end users', () => {
    const types = ['PerDT-PR', 'PerDT-PR-EUC', 'PerDT-EUC', 'PerEUC']
    const found = types.map((type) => typed(root, 'Subset', type).length)
    expect(found.every((count) => count > 3)).toBe(true)
    expect(children(root, 'Subset')).toHaveLength(rows.length - 1)
    const text = endUsers(rows).toString()
    expect(text).not.toContain('mls')
    expect(text).not.toContain('client')
    // An end user has one country here, so those of each country make up them all.
    const ofCountries = typed(root, 'Subset', 'PerEUC')
    const all = numberIn(child(root, 'FullSet'), 'SendingOrReceivingEndUsers')
    expect(sum(ofCountries, 'SendingOrReceivingEndUsers')).toBe(all)
  })

  it('is the same for the same facts in any order', () => {
    expect(endUsers([...rows].reverse())).toEqual(endUsers(rows))
  })

  const where = (part: Partial<EndUserCount>, wanted: (row: EndUserCount) => boolean) =>
    rows.map((row) => (wanted(row) ? { ...row, ...part } : row))
  const isFirst = (kind: (row: EndUserCount) => boolean) => {
    const first = rows.find(kind)
    return (row: EndUserCount) => row === first
  }
  const isFull = (row: EndUserCount) => !row.documentType && !row.country
  const ofCountry = (row: EndUserCount) => !row.documentType && row.country !== undefined
  const ofProcess = (row: EndUserCount) => row.process !== undefined && !row.country
  const ofTypeAndCountry = (row: EndUserCount) =>
    row.documentType !== undefined && row.country !== undefined && !row.process
  const ofAll = (row: EndUserCount) => row.process !== undefined && row.country !== undefined
  const without = (kind: (row: EndUserCount) => boolean) => rows.filter((row) => !kind(row))
  const twice = (kind: (row: EndUserCount) => boolean) => [...rows, rows.find(kind)!]

  it.each<[string, string, EndUserCount[]]>([
    ['SCH-EUSR-13: ', 'a type and process twice', twice(ofProcess)],
    ['SCH-EUSR-29: ', 'the same in a country twice', twice(ofAll)],
    ['SCH-EUSR-38: ', 'a type in a country twice', twice(ofTypeAndCountry)],
    ['SCH-EUSR-40: ', 'a country twice', twice(ofCountry)],
    ['SCH-EUSR-15: ', 'nothing by type and process', without(ofProcess)],
    ['SCH-EUSR-37: ', 'nothing by type and country', without(ofTypeAndCountry)],
    ['SCH-EUSR-39: ', 'nothing by country', without(ofCountry)],
    ['rows of the type PerDT-PR-EUC count 0', 'nothing by all three', without(ofAll)],
    ['SCH-EUSR-19: ', 'more users than both', where({ sendingOrReceiving: 999 }, isFull)],
    ['SCH-EUSR-20: ', 'fewer users than senders', where({ sending: 201 }, isFull)],
    ['SCH-EUSR-21: ', 'fewer users than receivers', where({ receiving: 201 }, isFull)],
    ['SCH-EUSR-30: ', 'a country that is none', where({ country: 'QQ' }, isFirst(ofCountry))],
    ['SCH-EUSR-30: ', 'a country not known', where({ country: 'ZZ' }, isFirst(ofCountry))],
    [
      'SCH-EUSR-33: ',
      'a subset of more users than both',
      where({ sendingOrReceiving: 500 }, isFirst(ofCountry)),
    ],
    [
      'SCH-EUSR-34: ',
      'a subset of fewer users than senders',
      where({ sending: 2, sendingOrReceiving: 1, receiving: 0 }, isFirst(ofCountry)),
    ],
    [
      'SCH-EUSR-35: ',
      'a subset of fewer users than receivers',
      where({ sending: 0, sendingOrReceiving: 1, receiving: 2 }, isFirst(ofCountry)),
    ],
    [
      'SCH-EUSR-36: ',
      'a subset of nobody',
      where({ sending: 0, receiving: 0, sendingOrReceiving: 0 }, isFirst(ofCountry)),
    ],
    ['exactly one row that counts all', 'no row of all', without(isFull)],
    ['exactly one row that counts all', 'two rows of all', twice(isFull)],
    [
      'counted by DT only',
      'a row by type only',
      [...rows, { ...rows.find(ofProcess)!, process: undefined }],
    ],
    [
      'is not counted: ',
      'a row about MLS',
      [...rows, { ...rows.find(ofProcess)!, documentType: mlsDocumentType }],
    ],
    ['of the type PerEUC count', 'a country is missing', without(isFirst(ofCountry))],
    ['is not a count', 'half an end user', where({ sending: 1.5 }, isFirst(ofCountry))],
  ])('is not written when it would not add up: %s%s', (message, _, wrong) => {
    expect(() => endUsers(wrong)).toThrow(message)
  })

  it('is not written when a subset exceeds all, in each of its counts', () => {
    const most = { sending: 200, receiving: 200, sendingOrReceiving: 200 }
    const fewer = { sending: 199, receiving: 199, sendingOrReceiving: 199 }
    const about = (all: typeof most, subset: typeof most) => [
      all,
      ...rows.filter((row) => !isFull(row)).map((row) => ({ ...row, ...subset })),
    ]
    expect(() => endUsers(about(most, most))).not.toThrow()
    expect(() => endUsers(about({ ...most, sending: 199 }, most))).toThrow('SCH-EUSR-03: ')
    expect(() => endUsers(about({ ...most, receiving: 199 }, most))).toThrow('SCH-EUSR-04: ')
    expect(() => endUsers(about(fewer, { ...fewer, sendingOrReceiving: 200 }))).toThrow(
      'SCH-EUSR-22: ',
    )
  })

  it.each([
    ['SCH-EUSR-16: ', { month: 'February' }],
    ['SCH-EUSR-08: ', { reporter: 'POP306' }],
  ])('is not written without month and reporter: %s', (message, change) => {
    expect(() => buildEndUserReport({ ...header, endUsers: rows, ...change })).toThrow(message)
  })
})

describe('the countries of the reports', () => {
  it('are those of billing and four more; others are reported as ZZ', () => {
    const letters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const all = letters.flatMap((one) => letters.map((two) => one + two))
    const known = all.filter((code) => reportedCountry(code) === code)
    expect(known).toEqual([...countries.codes, 'EL', 'XK', 'ZZ'].sort())
    expect([undefined, '', 'be', 'BEL'].map(reportedCountry)).toEqual(['ZZ', 'ZZ', 'ZZ', 'ZZ'])
  })
})
