// End User Statistics Report 1.1: how many of an access point's end users sent or received in a
// month, by document type, process and country. Who they are is not reported.
import { formatIdentifier, type Identifier } from '../peppol/index.ts'
import { checkRule } from './checks.ts'
import { mlsDocumentType, reportingProcess } from './identifiers.ts'
import {
  checkCount,
  checkCountry,
  checkReported,
  documentTypeKey,
  headerParts,
  type Key,
  keyParts,
  nameOf,
  processKey,
  type ReportedMonth,
} from './statistics-report.ts'
import { uncountedTransactions } from './transaction-report.ts'
import { type Part, writeXml } from './write-xml.ts'

/**
 * How many different end users took part in what the keys say: one row of a `group by grouping
 * sets ((), (document type, process), (document type, process, country), (document type, country),
 * (country))`. The row without keys counts them all.
 */
export type EndUserCount = {
  documentType?: Identifier | undefined
  process?: Identifier | undefined
  /** The country of the end user. */
  country?: string | undefined
  sending: number
  receiving: number
  sendingOrReceiving: number
}

export type EndUserReport = ReportedMonth & {
  /** Empty for a month in which nothing was exchanged. */
  endUsers: readonly EndUserCount[]
}

/** Document types that are not counted: those between access points. */
export const uncountedForEndUsers: readonly Identifier[] = [
  mlsDocumentType,
  ...uncountedTransactions,
]

const customizationId = 'urn:fdc:peppol.eu:edec:trns:end-user-statistics-report:1.1'

/** Types of subsets by kinds of keys, with the rule that each combination occurs once. */
const subsetTypes = {
  'DT PR': { type: 'PerDT-PR', unique: 'SCH-EUSR-13' },
  'DT PR CC': { type: 'PerDT-PR-EUC', unique: 'SCH-EUSR-29' },
  'DT CC': { type: 'PerDT-EUC', unique: 'SCH-EUSR-38' },
  CC: { type: 'PerEUC', unique: 'SCH-EUSR-40' },
} as const

/** The rules that such subsets exist, if anything was exchanged; the fourth type has none. */
const presenceRules: Record<string, string> = {
  'PerDT-PR': 'SCH-EUSR-15',
  'PerDT-EUC': 'SCH-EUSR-37',
  PerEUC: 'SCH-EUSR-39',
}

const counters = [
  { counter: 'sending', rule: 'SCH-EUSR-03' },
  { counter: 'receiving', rule: 'SCH-EUSR-04' },
  { counter: 'sendingOrReceiving', rule: 'SCH-EUSR-22' },
] as const

type Counts = Pick<EndUserCount, 'sending' | 'receiving' | 'sendingOrReceiving'>
type Subset = { type: string; name: string; keys: Key[]; counts: Counts }

/**
 * UTF-8 from the root's '<' to its closing '>'; the same for the same facts in any order. Throws an
 * Error that begins with the rule (SCH-EUSR-…) when the report would break it, or says what else is
 * wrong with the rows.
 */
export function buildEndUserReport({ month, reporter, endUsers }: EndUserReport): Buffer {
  checkReported({ month, reporter }, { month: 'SCH-EUSR-16', reporter: 'SCH-EUSR-08' })
  const all = fullSetOf(endUsers)
  const subsets = subsetsOf(endUsers)
  for (const subset of subsets) checkSubset(subset, all)
  for (const { type } of Object.values(subsetTypes))
    checkPresence(
      type,
      subsets.filter((subset) => subset.type === type),
      all,
    )
  return writeXml([
    'EndUserStatisticsReport',
    [
      ...headerParts(customizationId, reportingProcess.value, { month, reporter }),
      ['FullSet', countParts(all)],
      ...subsets.map(
        ({ type, keys, counts }): Part => [
          'Subset',
          [...keyParts(keys), ...countParts(counts)],
          { type },
        ],
      ),
    ],
    { xmlns: 'urn:fdc:peppol:end-user-statistics-report:1.1' },
  ])
}

function fullSetOf(rows: readonly EndUserCount[]): Counts {
  const [all, ...others] = rows.filter((row) => keysOf(row).length === 0)
  if (others.length > 0 || (rows.length > 0 && !all))
    throw new Error('There must be exactly one row that counts all end users')
  const counts = all ?? { sending: 0, receiving: 0, sendingOrReceiving: 0 }
  checkCounts(counts, { atMost: 'SCH-EUSR-19', sending: 'SCH-EUSR-20', receiving: 'SCH-EUSR-21' })
  return counts
}

function subsetsOf(rows: readonly EndUserCount[]): Subset[] {
  const subsets = new Map<string, Subset>()
  for (const row of rows) {
    const keys = keysOf(row)
    if (keys.length === 0) continue
    const kinds = keys.map(([kind]) => kind).join(' ')
    const found = Object.entries(subsetTypes).find(([combination]) => combination === kinds)
    if (!found) throw new Error(`End users are not counted by ${kinds} only`)
    const { type, unique } = found[1]
    const name = `${type} ${nameOf(keys)}`
    checkRule(unique, !subsets.has(name), `there are two rows for ${name}`)
    checkKeys(row)
    subsets.set(name, { type, name, keys, counts: row })
  }
  return [...subsets.keys()].sort().map((name) => subsets.get(name)!)
}

function keysOf({ documentType, process, country }: EndUserCount): Key[] {
  return [
    ...(documentType ? [documentTypeKey(documentType)] : []),
    ...(process ? [processKey(process)] : []),
    ...(country === undefined ? [] : [['CC', 'EndUserCountry', country] as const]),
  ]
}

function countParts({ sending, receiving, sendingOrReceiving }: Counts): Part[] {
  return [
    ['SendingEndUsers', String(sending)],
    ['ReceivingEndUsers', String(receiving)],
    ['SendingOrReceivingEndUsers', String(sendingOrReceiving)],
  ]
}

function checkKeys({ documentType, country }: EndUserCount): void {
  if (country !== undefined) checkCountry('SCH-EUSR-30', country)
  const name = documentType && formatIdentifier(documentType)
  if (uncountedForEndUsers.some((type) => formatIdentifier(type) === name))
    throw new Error(`What access points tell each other is not counted: ${name}`)
}

function checkSubset({ name, counts }: Subset, all: Counts): void {
  checkCounts(counts, {
    atMost: 'SCH-EUSR-33',
    sending: 'SCH-EUSR-34',
    receiving: 'SCH-EUSR-35',
  })
  checkRule('SCH-EUSR-36', counts.sendingOrReceiving > 0, `no end user is counted by ${name}`)
  for (const { counter, rule } of counters)
    checkRule(rule, counts[counter] <= all[counter], `${name} counts more than all end users`)
}

function checkCounts(
  { sending, receiving, sendingOrReceiving }: Counts,
  rules: { atMost: string; sending: string; receiving: string },
): void {
  for (const count of [sending, receiving, sendingOrReceiving]) checkCount(count)
  const fault = `${sending} sending and ${receiving} receiving cannot be ${sendingOrReceiving}`
  checkRule(rules.atMost, sendingOrReceiving <= sending + receiving, fault)
  checkRule(rules.sending, sendingOrReceiving >= sending, fault)
  checkRule(rules.receiving, sendingOrReceiving >= receiving, fault)
}

// An end user is in at least one subset of each type.
function checkPresence(type: string, subsets: readonly Subset[], all: Counts): void {
  const rule = presenceRules[type]
  const isPresent = all.sendingOrReceiving === 0 || subsets.length > 0
  if (rule) checkRule(rule, isPresent, `there is no row of the type ${type}`)
  for (const { counter } of counters) {
    const sum = subsets.reduce((total, { counts }) => total + counts[counter], 0)
    if (sum < all[counter])
      throw new Error(`Of ${all[counter]} end users, the rows of the type ${type} count ${sum}`)
  }
}
