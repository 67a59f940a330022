// Transaction Statistics Report 1.0: how many documents an access point exchanged in a month, with
// whom, of which type, and between which countries.
import { formatIdentifier, type Identifier } from '../peppol/index.ts'
import { checkRule } from './checks.ts'
import {
  endUserReportDocumentType,
  reportingProcess,
  transactionReportDocumentType,
} from './identifiers.ts'
import { reportedCountry } from './reported-country.ts'
import {
  checkCount,
  checkReported,
  documentTypeKey,
  headerParts,
  isSeatId,
  type Key,
  keyParts,
  nameOf,
  processKey,
  type ReportedMonth,
  seatScheme,
} from './statistics-report.ts'
import { type Part, writeXml } from './write-xml.ts'

/** How many exchanges were alike: one row of a `group by` over all that precedes the count. */
export type ExchangeCount = {
  direction: 'incoming' | 'outgoing'
  transportProfile: string
  /** The seat id of the other access point. */
  seatId: string
  documentType: Identifier
  process: Identifier
  /** COUNTRY_C1, and the country of our end user. Only those of incoming documents are reported. */
  senderCountry?: string | undefined
  receiverCountry?: string | undefined
  count: number
}

export type TransactionReport = ReportedMonth & {
  /** Documents with a receipt, MLS among them; rows about the same are added up. */
  exchanges: readonly ExchangeCount[]
}

/** Document types that are not counted: the reports themselves. */
export const uncountedTransactions: readonly Identifier[] = [
  transactionReportDocumentType,
  endUserReportDocumentType,
]

/**
 * UTF-8 from the root's '<' to its closing '>'; the same for the same facts in any order. Throws an
 * Error that begins with the rule (SCH-TSR-…) when the report would break it, or says what else is
 * wrong with a row.
 */
export function buildTransactionReport({ month, reporter, exchanges }: TransactionReport): Buffer {
  checkReported({ month, reporter }, { month: 'SCH-TSR-40', reporter: 'SCH-TSR-18' })
  for (const exchange of exchanges) checkExchange(exchange)
  const counted = exchanges.filter(({ count }) => count > 0)
  const incoming = counted.filter(({ direction }) => direction === 'incoming')
  return writeXml([
    'TransactionStatisticsReport',
    [
      ...headerParts(customizationId, reportingProcess.value, { month, reporter }),
      ['Total', countParts(sumOf(counted))],
      ...subtotalParts('PerTP', counted, transportKeys),
      ...subtotalParts('PerSP-DT-PR', counted, partnerKeys),
      ...subtotalParts('PerSP-DT-PR-CC', incoming, countryKeys),
    ],
    { xmlns: 'urn:fdc:peppol:transaction-statistics-report:1.0' },
  ])
}

const customizationId = 'urn:fdc:peppol.eu:edec:trns:transaction-statistics-reporting:1.0'

function transportKeys({ transportProfile }: ExchangeCount): Key[] {
  return [['TP', 'Peppol', transportProfile]]
}

function partnerKeys({ seatId, documentType, process }: ExchangeCount): Key[] {
  return [['SP', seatScheme, seatId], documentTypeKey(documentType), processKey(process)]
}

function countryKeys(exchange: ExchangeCount): Key[] {
  return [
    ...partnerKeys(exchange),
    ['CC', 'SenderCountry', reportedCountry(exchange.senderCountry)],
    ['CC', 'ReceiverCountry', reportedCountry(exchange.receiverCountry)],
  ]
}

/** One for each combination of keys; whatever the keys are, all exchanges are in. */
function subtotalParts(
  type: string,
  exchanges: readonly ExchangeCount[],
  keysOf: (exchange: ExchangeCount) => Key[],
): Part[] {
  const groups = new Map<string, { keys: Key[]; exchanges: ExchangeCount[] }>()
  for (const exchange of exchanges) {
    const keys = keysOf(exchange)
    const name = nameOf(keys)
    const group = groups.get(name)
    if (group) group.exchanges.push(exchange)
    else groups.set(name, { keys, exchanges: [exchange] })
  }
  return [...groups.keys()].sort().map((name) => {
    const { keys, exchanges: alike } = groups.get(name)!
    return ['Subtotal', [...keyParts(keys), ...countParts(sumOf(alike))], { type }]
  })
}

type Sum = { incoming: number; outgoing: number }

function sumOf(exchanges: readonly ExchangeCount[]): Sum {
  const sum: Sum = { incoming: 0, outgoing: 0 }
  for (const { direction, count } of exchanges) sum[direction] += count
  return sum
}

function countParts({ incoming, outgoing }: Sum): Part[] {
  return [
    ['Incoming', String(incoming)],
    ['Outgoing', String(outgoing)],
  ]
}

function checkExchange({ seatId, documentType, transportProfile, count }: ExchangeCount): void {
  checkCount(count)
  checkRule('SCH-TSR-19', isSeatId(seatId), `'${seatId}' is not a seat id`)
  if (transportProfile === '') throw new Error('An exchange has no transport profile')
  const name = formatIdentifier(documentType)
  if (uncountedTransactions.some((type) => formatIdentifier(type) === name))
    throw new Error(`Reports are not counted: ${name}`)
}
