// Names of document types, for people.
import { documentTypeScheme, type Identifier, splitDocumentType } from './identifiers.ts'
import { listedTypeOf, withoutStar } from './listed-type.ts'

/** The name of a document type in full, `scheme::value`, such as records have. */
export function nameInRecord(documentTypeId: string): string {
  const at = documentTypeId.indexOf('::')
  return documentTypeName({
    scheme: documentTypeId.slice(0, at),
    value: documentTypeId.slice(at + 2),
  })
}

/**
 * The name in the code list, such as `BIS Billing UBL Invoice V3`. A type that it does not have
 * goes by its root element and specification.
 */
export function documentTypeName(documentType: Identifier): string {
  const listed = listedTypeOf(documentType)
  if (!listed) return nameOfUnlisted(documentType)
  if (documentType.value.includes('*')) return `${listed.name}, any variant`
  return listed.value === documentType.value ? listed.name : `${listed.name}, a variant`
}

/** What most ask about: an invoice of BIS Billing, any other invoice, or the first one listed. */
export function usualDocumentType(documentTypes: Identifier[]): Identifier | undefined {
  const isUsual = ({ scheme, value }: Identifier) =>
    scheme === documentTypeScheme && value === usualValue
  const isInvoice = ({ value }: Identifier) => splitDocumentType(value)?.xml?.root === 'Invoice'
  return documentTypes.find(isUsual) ?? documentTypes.find(isInvoice) ?? documentTypes[0]
}

const usualValue =
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##' +
  'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1'

function nameOfUnlisted(documentType: Identifier): string {
  const { value } = withoutStar(documentType)
  const parts = splitDocumentType(value)
  if (!parts) return value
  const { syntax, xml, customizationId } = parts
  return `${xml ? spelledOut(xml.root) : syntax.split(':').slice(3).join(' ')} (${customizationId})`
}

/** `OrderResponse` as `Order response`. */
function spelledOut(root: string): string {
  return root.replace(/(?<=[a-z])[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
}
