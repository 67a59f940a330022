// References to other documents. An AdditionalDocumentReference is an attachment unless its type
// code says otherwise.
import type { XmlElement } from '../../xml/index.ts'
import { additionalReferenceTypes } from '../additional-references.ts'
import type { Kind } from '../kinds.ts'
import { find, textAt } from './read.ts'
import {
  all,
  attribute,
  each,
  group,
  identifier,
  leaf,
  noteConstant,
  type Part,
  type Reading,
  text,
} from './reading.ts'

export const references = {
  buyerReference: text('cbc:BuyerReference'),
  purchaseOrderReference: text('cac:OrderReference/cbc:ID'),
  salesOrderReference: text('cac:OrderReference/cbc:SalesOrderID'),
  contractReference: text('cac:ContractDocumentReference/cbc:ID'),
  tenderReference: text('cac:OriginatorDocumentReference/cbc:ID'),
  despatchAdviceReference: text('cac:DespatchDocumentReference/cbc:ID'),
  receivingAdviceReference: text('cac:ReceiptDocumentReference/cbc:ID'),
  buyerAccountingReference: text('cbc:AccountingCost'),
}

export const precedingInvoices = each(
  'cac:BillingReference',
  group({
    number: text('cac:InvoiceDocumentReference/cbc:ID'),
    issueDate: text('cac:InvoiceDocumentReference/cbc:IssueDate'),
  }),
)

/** The invoiced object: a reference, in the document or in a line, whose type code says so. */
export function invoicedObject(step: string): Part<{ id: string; scheme?: string }> {
  return ofType(step, additionalReferenceTypes.invoicedObject, identifier('cbc:ID'))
}

/**
 * BT-11. A CreditNote has no ProjectReference: there it is an additional reference of its own type.
 */
export function projectReference(kind: Kind): Part<string> {
  if (kind.root === 'Invoice') return text('cac:ProjectReference/cbc:ID')
  return ofType('cac:AdditionalDocumentReference', additionalReferenceTypes.project, text('cbc:ID'))
}

/** The first reference of that type. */
function ofType<T>(step: string, type: string, part: Part<T>): Part<T> {
  return (reading, from, pointer) => {
    const element = all(from, step).find((one) => typeOf(one) === type)
    const value = element && part(reading, element, pointer)
    if (value === undefined) return undefined
    noteConstant(reading, element as XmlElement, 'cbc:DocumentTypeCode', type, pointer)
    reading.locations[(element as XmlElement).order] = pointer
    return value
  }
}

const binary = 'cac:Attachment/cbc:EmbeddedDocumentBinaryObject'

const attachment = group({
  id: text('cbc:ID'),
  description: text('cbc:DocumentDescription'),
  url: text('cac:Attachment/cac:ExternalReference/cbc:URI'),
  content: leaf(binary, base64),
  mimeType: attribute('mimeCode', binary),
  filename: attribute('filename', binary),
})

export function attachments(kind: Kind) {
  const others: string[] = Object.values(additionalReferenceTypes)
  const isOther = (type: string | undefined) =>
    type !== undefined &&
    others.includes(type) &&
    !(type === additionalReferenceTypes.project && kind.root === 'Invoice')
  return each('cac:AdditionalDocumentReference', (reading, element, pointer) =>
    isOther(typeOf(element)) ? undefined : attachment(reading, element, pointer),
  )
}

/** XML Schema allows white space in base64; it has no meaning. */
function base64(reading: Reading, element: XmlElement, pointer: string): string | undefined {
  const found = textAt(element)
  if (found !== undefined) reading.locations[element.order] = pointer
  return found?.replace(/\s+/g, '')
}

function typeOf(reference: XmlElement): string | undefined {
  return textAt(find(reference, 'cbc:DocumentTypeCode'))
}
