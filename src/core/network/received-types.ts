// Short names of the document types that a participant may be registered for.
import { nearestName } from '../../billing/index.ts'
import {
  documentTypeOf,
  formatIdentifier,
  type Identifier,
  type IdentifierError,
  parseProcess,
} from '../../peppol/index.ts'
import {
  invoiceResponseDocumentType,
  invoiceResponseProcess,
  mlrDocumentType,
  mlrProcess,
  mlsDocumentType,
  mlsProcess,
} from '../../reporting/index.ts'

const billing = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
const selfBilling = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0'

const billingProcess = parseProcess('urn:fdc:peppol.eu:2017:poacc:billing:01:1.0')
const selfBillingProcess = parseProcess('urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0')

const types = {
  invoice: [ubl('Invoice', billing)],
  'credit-note': [ubl('CreditNote', billing)],
  'self-billing': [ubl('Invoice', selfBilling), ubl('CreditNote', selfBilling)],
  'invoice-response': [invoiceResponseDocumentType],
  mlr: [mlrDocumentType],
} as const satisfies Record<string, readonly Identifier[]>

export const receivedTypeNames = Object.keys(types)

/** The identifiers behind a name; undefined when it is none. */
export function documentTypesOf(name: string): string[] | undefined {
  return Object.hasOwn(types, name)
    ? types[name as keyof typeof types].map(formatIdentifier)
    : undefined
}

/** Names of a single document type, where only one can be asked about. */
export const singleTypeNames = receivedTypeNames.filter(
  (name) => documentTypesOf(name)?.length === 1,
)

/**
 * What to write in place of a text that names no document type. Few people know the identifiers:
 * a text that is far from one was meant to be a name.
 */
export function documentTypeMeant(
  text: string,
  { message }: IdentifierError,
  names: readonly string[] = receivedTypeNames,
): string {
  if (text.includes('::')) return message
  const meant = nearestName(text, names)
  return meant === undefined
    ? `write one of ${names.join(', ')}, or the identifier of a document type`
    : `write ${meant}`
}

/** A document type and the process that it belongs to, as an SMP names them. */
export type Service = { documentType: Identifier; process: Identifier }

const services: Service[] = [
  ...types.invoice.map((documentType) => ({ documentType, process: billingProcess })),
  ...types['credit-note'].map((documentType) => ({ documentType, process: billingProcess })),
  ...types['self-billing'].map((documentType) => ({ documentType, process: selfBillingProcess })),
  { documentType: invoiceResponseDocumentType, process: invoiceResponseProcess },
  { documentType: mlrDocumentType, process: mlrProcess },
  { documentType: mlsDocumentType, process: mlsProcess },
]

/** The services behind document types; without types, the usual ones. Others are not known. */
export function servicesFor(documentTypes: readonly string[]): Service[] {
  if (documentTypes.length === 0)
    return services.filter(({ documentType }) => documentType !== mlsDocumentType)
  return services.filter(({ documentType }) =>
    documentTypes.includes(formatIdentifier(documentType)),
  )
}

function ubl(root: string, customizationId: string): Identifier {
  const namespace = `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`
  return documentTypeOf({ namespace, root, customizationId })
}
