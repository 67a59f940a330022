// What a document says about itself: dates, currencies, and the documents it refers to.
import type { XmlElement } from '../../xml/index.ts'
import { all, first, peek, takeAttribute } from '../reading.ts'
import type { Fact } from '../sheet.ts'
import { coded, type Draft, date, fact, identifier, joined, period, text } from '../values.ts'
import { visible } from '../visible.ts'

/** The element with the kind of document, whatever its root is called. */
const typeCodes = ['InvoiceTypeCode', 'CreditNoteTypeCode', 'DocumentTypeCode']

export function typeCodeOf(root: XmlElement): XmlElement | undefined {
  return typeCodes.map((local) => first(root, local)).find((found) => found !== undefined)
}

/** The facts at the head of an invoice. */
export function headFacts(
  draft: Draft,
  root: XmlElement,
  documentName: (code: string) => string | undefined,
): Fact[] {
  const { words, format } = draft
  const invoicePeriod = first(root, 'InvoicePeriod')
  return [
    ...fact(
      words.issueDate,
      joined(date(draft, root, 'IssueDate'), text(draft, root, 'IssueTime')),
    ),
    ...fact(words.dueDate, date(draft, root, 'DueDate')),
    ...fact(words.documentType, coded(draft, documentName, typeCodeOf(root))),
    ...fact(words.currency, coded(draft, format.currency, root, 'DocumentCurrencyCode')),
    ...fact(words.taxCurrency, coded(draft, format.currency, root, 'TaxCurrencyCode')),
    ...fact(words.taxPointDate, date(draft, root, 'TaxPointDate')),
    ...fact(words.period, period(draft, invoicePeriod)),
    ...fact(
      words.taxPoint,
      coded(draft, (code) => taxPointText(draft, code), invoicePeriod, 'DescriptionCode'),
    ),
    ...fact(words.buyerReference, text(draft, root, 'BuyerReference')),
    ...references(draft, root),
    ...fact(words.accountingReference, text(draft, root, 'AccountingCost')),
  ]
}

function references(draft: Draft, root: XmlElement): Fact[] {
  const { words } = draft
  const order = first(root, 'OrderReference')
  const preceding = all(root, 'BillingReference').flatMap((each) => [
    first(each, 'InvoiceDocumentReference'),
    first(each, 'CreditNoteDocumentReference'),
  ])
  return [
    ...fact(words.order, text(draft, order, 'ID')),
    ...fact(words.salesOrder, text(draft, order, 'SalesOrderID')),
    ...fact(words.contract, text(draft, root, 'ContractDocumentReference', 'ID')),
    ...fact(words.project, text(draft, root, 'ProjectReference', 'ID')),
    ...fact(words.tender, text(draft, root, 'OriginatorDocumentReference', 'ID')),
    ...fact(words.despatchAdvice, text(draft, root, 'DespatchDocumentReference', 'ID')),
    ...fact(words.receivingAdvice, text(draft, root, 'ReceiptDocumentReference', 'ID')),
    ...invoicedObjects(root).flatMap((each) => invoicedObject(draft, each)),
    ...preceding.flatMap((each) =>
      fact(words.precedingInvoice, joined(text(draft, each, 'ID'), date(draft, each, 'IssueDate'))),
    ),
  ]
}

// BT-18 is a document reference distinguished from attachments by its type code 130.
const invoicedObjectCode = '130'

export function invoicedObjects(element: XmlElement): XmlElement[] {
  return [
    ...all(element, 'AdditionalDocumentReference'),
    ...all(element, 'DocumentReference'),
  ].filter((each) => peek(each, 'DocumentTypeCode') === invoicedObjectCode)
}

function invoicedObject(draft: Draft, reference: XmlElement): Fact[] {
  const value = joined(
    identifier(draft, reference, 'ID'),
    text(draft, reference, 'DocumentTypeCode'),
  )
  return fact(draft.words.invoicedObject, value)
}

// UNCL2005 as EN 16931 uses it (BT-8); 35 and 432 of the syntax binding are 29 and 72 of
// the semantic model.
function taxPointText({ words }: Draft, code: string): string | undefined {
  if (code === '3') return words.taxPointIssue
  if (code === '35' || code === '29') return words.taxPointDelivery
  if (code === '432' || code === '72') return words.taxPointPayment
  return undefined
}

/** For software: the specification, the process, the universal id, the location of the schema. */
export function technicalFacts(draft: Draft, root: XmlElement): Fact[] {
  const { words } = draft
  const schema = takeAttribute(draft.reading, root, 'schemaLocation')
  return [
    ...fact(words.specification, text(draft, root, 'CustomizationID')),
    ...fact(words.process, text(draft, root, 'ProfileID')),
    ...fact(words.processRun, text(draft, root, 'ProfileExecutionID')),
    ...fact(words.ublVersion, text(draft, root, 'UBLVersionID')),
    ...fact(words.universalId, text(draft, root, 'UUID')),
    ...fact(words.schemaLocation, schema && visible(schema)),
  ]
}
