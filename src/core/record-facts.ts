// What a record keeps of what documents say, for lists. No rule limits the length of a name or a
// number: what is too long is cut, and a total that is no amount is left out.
import type { OtherParty, OtherSummary, SummaryParty } from '../billing/index.ts'
import type { ReadDocument, ReadOther } from '../intake/index.ts'
import { customizationIds } from '../reporting/index.ts'
import { type Document, numberFacts, type Party, recordTextMax } from '../store/index.ts'
import { shortened } from '../xml/index.ts'

type Facts = Pick<Document, 'kind' | 'number' | 'numberSha256' | 'issueDate' | 'totals'>

/** What a document says of itself. */
export function statedIn(read: ReadDocument | ReadOther): Facts {
  const isBilling = 'summary' in read
  const { number, issueDate } = isBilling ? read.summary : read.other
  return {
    kind: isBilling ? read.summary.kind : 'other',
    ...(number === undefined ? {} : numberFacts(number)),
    ...(issueDate === undefined ? {} : { issueDate }),
    ...totalsOf(isBilling ? read.summary : read.other),
  }
}

/**
 * What a received document says of itself. An Invoice Response goes by the number of the invoice
 * that it is about: its own says nothing to anyone.
 */
export function statedInArrival(read: ReadDocument | ReadOther): Facts {
  const facts = statedIn(read)
  if ('summary' in read) return facts
  const { about, customizationId } = read.other
  const isResponse = about !== undefined && customizationId === customizationIds['invoice-response']
  return isResponse ? { ...facts, ...numberFacts(about) } : facts
}

function totalsOf({ totals }: Pick<OtherSummary, 'totals'>): Pick<Facts, 'totals'> {
  if (!totals) return {}
  const { currency, payable, tax } = totals
  if (payable.length > recordTextMax) return {}
  const hasTax = tax !== undefined && tax.length <= recordTextMax
  return { totals: { currency: cut(currency), payable, ...(hasTax ? { tax } : {}) } }
}

/** What a document says of a party, beside its participant. */
export function namedIn(party: SummaryParty | OtherParty | undefined): Omit<Party, 'id'> {
  return {
    ...(party?.name ? { name: cut(party.name) } : {}),
    ...(party?.country ? { country: cut(party.country) } : {}),
  }
}

function cut(text: string): string {
  return shortened(text, recordTextMax)
}
