// The terms of PINT AE.
import type { XmlElement } from '../../xml/index.ts'
import { additionalReferenceTypes } from '../additional-references.ts'
import {
  billingFrequencies,
  creditReasons,
  itemTypes,
  legalIdTypes,
  typesOf,
  wordFor,
} from '../profiles/pint-ae/codes.ts'
import { taxCategory } from './allowances.ts'
import { ofItem } from './lines.ts'
import { type National, totalIn } from './national.ts'
import { find, textAt } from './read.ts'
import {
  all,
  decimal,
  group,
  leaf,
  noteConstant,
  type Part,
  type Reading,
  text,
} from './reading.ts'

/** The word for the code there; a code that the list does not have is read as it is. */
function word(path: string, codes: Record<string, string>): Part<string> {
  const code = text(path)
  return (reading, from, pointer) => {
    const found = code(reading, from, pointer)
    return found === undefined ? undefined : (wordFor(codes, found) ?? found)
  }
}

const transactionTypes = leaf('cbc:ProfileExecutionID', (reading, element, pointer) => {
  const types = typesOf(textAt(element) ?? '')
  if (types !== undefined) reading.locations[element.order] = pointer
  return types
})

/** No types are none stated. */
const statedTypes: Part<readonly string[]> = (reading, root, pointer) => {
  const types = transactionTypes(reading, root, pointer)
  return types?.length === 0 ? undefined : types
}

const rate = decimal('cac:TaxExchangeRate/cbc:CalculationRate')

const exchangeRate: Part<string> = (reading, root, pointer) => {
  const found = rate(reading, root, pointer)
  const constant = (name: string, value: string) =>
    noteConstant(reading, root, `cac:TaxExchangeRate/cbc:${name}`, value, pointer)
  constant('SourceCurrencyCode', reading.currency ?? '')
  constant('TargetCurrencyCode', 'AED')
  return found
}

const totalText = totalIn(additionalReferenceTypes.totalInDirhams, 'AED')

/** Its text has the currency in front. */
const totalWithVat: Part<string> = (reading, root, pointer) =>
  totalText(reading, root, pointer)?.replace(/^AED /, '')

const incotermsId = 'cac:Delivery/cac:DeliveryTerms/cbc:ID'
const incotermsText = text(incotermsId)

const incoterms: Part<string> = (reading, root, pointer) => {
  const found = incotermsText(reading, root, pointer)
  noteScheme(reading, find(root, incotermsId), 'Incoterms', pointer)
  return found
}

/** A scheme that is always the same. */
function noteScheme(
  { locations }: Reading,
  element: XmlElement | undefined,
  scheme: string,
  pointer: string,
): void {
  const found = element?.attributes.find(({ local }) => local === 'schemeID')
  if (found?.value === scheme) locations[found.order] = pointer
}

const partyId = 'cac:Party/cac:PartyIdentification/cbc:ID'

const terms = group({
  transactionTypes: statedTypes,
  uuid: text('cbc:UUID'),
  issueTime: text('cbc:IssueTime'),
  creditReason: word('cac:DiscrepancyResponse/cbc:ResponseCode', creditReasons),
  exchangeRate,
  totalWithVat,
  contractValue: text('cac:ContractDocumentReference/cbc:DocumentDescription'),
  billingFrequency: word('cac:InvoicePeriod/cbc:DescriptionCode', billingFrequencies),
  beneficiaryId: text(`cac:BuyerCustomerParty/${partyId}`),
  principalId: text(`cac:SellerSupplierParty/${partyId}`),
  exportDeclaration: text('cac:StatementDocumentReference/cbc:ID'),
  incoterms,
})

const ae: Part<unknown> = (reading, root, pointer) => {
  const main = all(root, 'cac:TaxTotal').find((total) => find(total, 'cac:TaxSubtotal'))
  if (main) noteConstant(reading, main, 'cbc:TaxIncludedIndicator', 'false', pointer)
  return terms(reading, root, pointer)
}

const legalId = 'cac:PartyLegalEntity/cbc:CompanyID'

/** What the legal identifier is, by attributes of it. */
const party: Part<unknown> = (reading, from, pointer) => {
  const element = find(from, legalId)
  const value = (name: string) => element?.attributes.find(({ local }) => local === name)
  const [type, name] = [value('schemeAgencyID'), value('schemeAgencyName')]
  if (type === undefined) return undefined
  const legalIdType = wordFor(legalIdTypes, type.value.trim()) ?? type.value.trim()
  const at = reading.isTraced ? `${pointer}/legalIdType` : pointer
  reading.locations[type.order] = at
  if (name === undefined) return { legalIdType }
  const field = legalIdType === 'passport' ? 'passportCountry' : 'legalIdAuthority'
  reading.locations[name.order] = reading.isTraced ? `${pointer}/${field}` : pointer
  return { legalIdType, [field]: name.value.trim() }
}

/** An amount in AED; one in another currency is none of these. */
function inDirhams(path: string): Part<string> {
  const value = decimal(path)
  return (reading, from, pointer) => {
    const currency = find(from, path)?.attributes.find(({ local }) => local === 'currencyID')
    if (currency?.value.trim() !== 'AED') return undefined
    reading.locations[currency.order] = pointer
    return value(reading, from, pointer)
  }
}

const serviceId = 'cac:Item/cac:AdditionalItemIdentification/cbc:ID'
const serviceText = text(serviceId)

const serviceCode: Part<string> = (reading, line, pointer) => {
  const found = serviceText(reading, line, pointer)
  noteScheme(reading, find(line, serviceId), 'SAC', pointer)
  return found
}

const commodity = 'cac:Item/cac:CommodityClassification'

const lineTerms = group({
  itemType: word(`${commodity}/cbc:CommodityCode`, itemTypes),
  serviceCode,
  reverseChargeType: text(`${commodity}/cbc:NatureCode`),
  exemptionReasonCode: text('cac:Item/cac:ClassifiedTaxCategory/cbc:TaxExemptionReasonCode'),
  vatAmount: inDirhams('cac:ItemPriceExtension/cac:TaxTotal/cbc:TaxAmount'),
  amount: inDirhams('cac:ItemPriceExtension/cbc:Amount'),
  lotNumber: text('cac:Item/cac:ItemInstance/cac:LotIdentification/cbc:LotNumberID'),
})

const lineVat = ofItem(taxCategory('cac:ClassifiedTaxCategory'))

/** A line that is exempt has no rate in UBL, and 0 in JSON. */
const vat: Part<{ category: string; rate: string }> = (reading, line, pointer) => {
  const read = lineVat(reading, line, pointer)
  const isExempt = read?.category === 'E' && read.rate === undefined
  return isExempt ? { category: 'E', rate: '0' } : read
}

export const partsOfAe: National = {
  document: { taxPointDateCode: () => undefined, ae },
  seller: { ae: party },
  buyer: { ae: party },
  line: { vat, ae: lineTerms },
}
