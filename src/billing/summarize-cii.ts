// Reads from a document of UN/CEFACT, an invoice in CII or a status message, what routing and the
// document's record need (CII D16B and D22B; EN 16931-3-3).
import { attributeOf, children, type XmlDocument, type XmlElement, xpathOf } from '../xml/index.ts'
import { readDay, readDecimal, textAt } from './from-ubl/read.ts'
import { isIssuedByBuyer } from './issued-by-buyer.ts'
import { type At, locationOf, present, type SummaryFault } from './read-soundly.ts'
import type { Summary } from './summarize.ts'
import type { OtherParty, OtherSummary } from './summarize-other.ts'

const standard = 'urn:un:unece:uncefact:data:standard:'

export function isUncefact({ namespace, local }: XmlElement): boolean {
  return namespace === `${standard}${local}:100`
}

/** What the document says about itself, strings trimmed; faults where it says it twice. */
export function summarizeCii(
  document: XmlDocument,
): { summary: OtherSummary } | { faults: SummaryFault[] } {
  const { root } = document
  const at: At = { document, faults: [] }
  const context = one(at, root, 'ExchangedDocumentContext')
  const header = one(at, root, 'ExchangedDocument')
  const trade = one(at, root, 'SupplyChainTradeTransaction')
  const agreement = one(at, trade, 'ApplicableHeaderTradeAgreement')
  const customizationId = textAt(
    one(at, context, 'GuidelineSpecifiedDocumentContextParameter', 'ID'),
  )
  const profileId = textAt(
    one(at, context, 'BusinessProcessSpecifiedDocumentContextParameter', 'ID'),
  )
  const typeCode = textAt(one(at, header, 'TypeCode'))
  const seller = one(at, agreement, 'SellerTradeParty')
  const buyer = one(at, agreement, 'BuyerTradeParty')
  const stated = present({ customizationId, profileId, typeCode })
  const [sender, receiver] = isIssuedByBuyer(stated) ? [buyer, seller] : [seller, buyer]
  const summary = present({
    ...{ customizationId, profileId },
    number: textAt(one(at, header, 'ID')),
    issueDate: dayOf(textAt(one(at, header, 'IssueDateTime', 'DateTimeString'))),
    sender: sender && readParty(at, sender),
    receiver: receiver && readParty(at, receiver),
    totals: totalsOf(at, one(at, trade, 'ApplicableHeaderTradeSettlement')),
  })
  return at.faults.length > 0 ? { faults: at.faults } : { summary }
}

/** Follows local names down. When one occurs twice, parsers disagree: the second is a fault. */
function one(
  { document, faults }: At,
  from: XmlElement | undefined,
  ...locals: string[]
): XmlElement | undefined {
  let at = from
  for (const local of locals) {
    const [first, second] = at ? children(at, local) : []
    if (first && second) {
      const message = `${local} appears twice: at ${xpathOf(first)} and at ${xpathOf(second)}`
      faults.push({ reason: 'ambiguous', ...locationOf(document, second), message })
    }
    at = first
  }
  return at
}

function readParty(at: At, party: XmlElement): OtherParty {
  const address = one(at, party, 'URIUniversalCommunication', 'URIID')
  const id = textAt(address)
  const scheme = address && attributeOf(address, 'schemeID', '')?.trim()
  return {
    ...present({
      endpoint: id && scheme ? { scheme, id } : undefined,
      name: textAt(one(at, party, 'Name')),
      country: textAt(one(at, party, 'PostalTradeAddress', 'CountryID')),
    }),
    location: locationOf(at.document, address ?? party),
  }
}

/** Absent when the payable amount or the currency is not there, or is none. */
function totalsOf(at: At, settlement: XmlElement | undefined): Summary['totals'] {
  const sums = one(at, settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation')
  const currency = textAt(one(at, settlement, 'InvoiceCurrencyCode'))
  const payable = readDecimal(textAt(one(at, sums, 'DuePayableAmount')) ?? '')
  if (!sums || currency === undefined || payable === undefined) return undefined
  // There may be a second one, in the currency of accounting.
  const taxes = children(sums, 'TaxTotalAmount')
  const own = taxes.find((tax) => attributeOf(tax, 'currencyID', '')?.trim() === currency)
  const [only] = taxes.length === 1 ? taxes : []
  const tax = readDecimal(textAt(own ?? only) ?? '')
  return { currency, payable, ...(tax === undefined ? {} : { tax }) }
}

/** The day of a date in format 102 (YYYYMMDD) or 204 (with the time behind it). */
function dayOf(text: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)(?:\d{6})?$/.exec(text ?? '') ?? []
  return year === undefined ? undefined : readDay(`${year}-${month}-${day}`)
}
