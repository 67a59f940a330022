// A month of exchanges as an access point records them, and the counts of both reports made from
// that list one by one: what a `group by` in the database must give.
import {
  formatIdentifier,
  type Identifier,
  parseDocumentType,
  parseProcess,
  transportProfile,
} from '../../src/peppol/index.ts'
import {
  type EndUserCount,
  type ExchangeCount,
  endUserReportDocumentType,
  mlsDocumentType,
  mlsProcess,
  reportedCountry,
  reportingProcess,
  transactionReportDocumentType,
  uncountedForEndUsers,
  uncountedTransactions,
} from '../../src/reporting/index.ts'
import { pick, randomNumbers } from '../fuzz/random.ts'

export type Exchange = {
  direction: 'incoming' | 'outgoing'
  /** The other access point. */
  seatId: string
  documentType: Identifier
  process: Identifier
  /** COUNTRY_C1. */
  senderCountry?: string
  /** Of the end user: the receiver of what came in, the sender of what went out. */
  endUser: { id: string; country: string }
}

const ubl = (root: string, customizationId: string) =>
  parseDocumentType(
    `urn:oasis:names:specification:ubl:schema:xsd:${root}-2::${root}##${customizationId}::2.1`,
  )
const bis = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
const billing = parseProcess('urn:fdc:peppol.eu:2017:poacc:billing:01:1.0')
const withResponse = parseProcess('urn:peppol:bis:billing_with_response')
const types: [documentType: Identifier, process: Identifier][] = [
  [ubl('Invoice', bis), billing],
  [ubl('Invoice', bis), billing],
  [ubl('Invoice', bis), withResponse],
  [ubl('CreditNote', bis), billing],
  [ubl('Invoice', 'urn:peppol:pint:billing-1@jp-1'), parseProcess('urn:peppol:bis:billing')],
  [ubl('Order', 'urn:fdc:peppol.eu:poacc:trns:order:3'), billing],
  [mlsDocumentType, mlsProcess],
  [transactionReportDocumentType, reportingProcess],
  [endUserReportDocumentType, reportingProcess],
]
const countries = ['BE', 'DE', 'NO', 'SE', 'EL', 'XK', '1A', 'FR', 'NL', 'DK']

/** A month of so many exchanges with 40 others for 200 end users, the same for the same seed. */
export function monthOf(count: number, seed: number): Exchange[] {
  const random = randomNumbers(seed)
  const users = Array.from({ length: 200 }, (_, at) => ({
    id: `client ${at}`,
    country: pick(random, countries.slice(0, 4)),
  }))
  return Array.from({ length: count }, () => {
    const [documentType, process] = pick(random, types)
    const endUser = pick(random, users)
    const common = {
      seatId: `P${pick(random, ['OP', 'DE', 'NO'])}${String(random(40)).padStart(6, '0')}`,
      documentType,
      process,
      endUser,
    }
    if (random(2) === 0) return { ...common, direction: 'outgoing', senderCountry: endUser.country }
    // Some leave the country out, and some write what is none.
    const senderCountry = pick(random, [...countries, undefined, 'ZZ', 'QQ'])
    return { ...common, direction: 'incoming', ...(senderCountry ? { senderCountry } : {}) }
  })
}

export function countTransactions(exchanges: readonly Exchange[]): ExchangeCount[] {
  const counts = new Map<string, ExchangeCount>()
  for (const exchange of countedBy(exchanges, uncountedTransactions)) {
    const { direction, seatId, documentType, process } = exchange
    const row = {
      direction,
      seatId,
      documentType,
      process,
      transportProfile,
      senderCountry: direction === 'incoming' ? exchange.senderCountry : undefined,
      receiverCountry: direction === 'incoming' ? exchange.endUser.country : undefined,
    }
    const key = JSON.stringify(row)
    counts.set(key, { ...row, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()]
}

const groupings = [
  { documentType: false, process: false, country: false },
  { documentType: true, process: true, country: false },
  { documentType: true, process: true, country: true },
  { documentType: true, process: false, country: true },
  { documentType: false, process: false, country: true },
]

export function countEndUsers(exchanges: readonly Exchange[]): EndUserCount[] {
  const counted = countedBy(exchanges, uncountedForEndUsers)
  return groupings.flatMap((grouping) => {
    const groups = new Map<string, Exchange[]>()
    for (const exchange of counted) {
      const key = JSON.stringify(keysOf(exchange, grouping))
      const group = groups.get(key)
      if (group) group.push(exchange)
      else groups.set(key, [exchange])
    }
    return [...groups.values()].map((alike) => {
      const users = (direction?: Exchange['direction']) =>
        new Set(
          alike
            .filter((each) => direction === undefined || each.direction === direction)
            .map(({ endUser }) => endUser.id),
        ).size
      return {
        ...keysOf(alike[0]!, grouping),
        sending: users('outgoing'),
        receiving: users('incoming'),
        sendingOrReceiving: users(),
      }
    })
  })
}

function keysOf(
  { documentType, process, endUser }: Exchange,
  grouping: (typeof groupings)[number],
): Pick<EndUserCount, 'documentType' | 'process' | 'country'> {
  return {
    ...(grouping.documentType ? { documentType } : {}),
    ...(grouping.process ? { process } : {}),
    ...(grouping.country ? { country: endUser.country } : {}),
  }
}

function countedBy(exchanges: readonly Exchange[], uncounted: readonly Identifier[]): Exchange[] {
  const names = uncounted.map(formatIdentifier)
  return exchanges.filter(({ documentType }) => !names.includes(formatIdentifier(documentType)))
}

/** The exchanges that a subtotal with these keys stands for, found by looking at each. */
export function exchangesOf(
  exchanges: readonly Exchange[],
  keys: ReadonlyMap<string, string>,
): Exchange[] {
  return countedBy(exchanges, uncountedTransactions).filter((exchange) => {
    const is = (key: string, value: string) => (keys.get(key) ?? value) === value
    return (
      is('SP', exchange.seatId) &&
      is('DT', exchange.documentType.value) &&
      is('PR', exchange.process.value) &&
      is('SenderCountry', reportedCountry(exchange.senderCountry)) &&
      is('ReceiverCountry', exchange.endUser.country)
    )
  })
}
