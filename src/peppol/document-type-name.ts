// Names of document types, for people.
import { type Identifier, splitDocumentType } from './identifiers.ts'

/** Such as `Invoice (BIS Billing 3)`; just `Order` when the specification is not a known one. */
export function documentTypeName({ value }: Identifier): string {
  const parts = splitDocumentType(value)
  if (!parts) return value
  const { syntax, xml, customizationId } = parts
  const document = xml ? (roots[xml.root] ?? spelledOut(xml.root)) : fileName(syntax)
  const specification = specifications.find(([start]) => customizationId.startsWith(start))?.[1]
  const country = /@([a-z]{2,4})-\d/.exec(customizationId)?.[1]?.toUpperCase()
  const family = customizationId.endsWith('*') ? 'any variant' : undefined
  const more = [specification, country, family].filter(Boolean).join(', ')
  return more ? `${document} (${more})` : document
}

/** What most ask about: an invoice of BIS Billing, any other invoice, or the first one listed. */
export function usualDocumentType(documentTypes: Identifier[]): Identifier | undefined {
  const named = (start: string) =>
    documentTypes.find((one) => documentTypeName(one).startsWith(start))
  return named('Invoice (BIS Billing 3)') ?? named('Invoice') ?? documentTypes[0]
}

const roots: Record<string, string> = {
  CrossIndustryInvoice: 'Invoice in CII',
  ApplicationResponse: 'Response',
}

/** Names by the start of the customization id, longer ones before shorter ones. */
const specifications = [
  [
    'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0',
    'BIS Self-Billing 3',
  ],
  ['urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0', 'BIS Billing 3'],
  ['urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung', 'XRechnung'],
  ['urn:cen.eu:en16931:2017#conformant#urn:peppol:france:billing:Factur-X', 'Factur-X'],
  ['urn:cen.eu:en16931:2017', 'EN 16931'],
  ['urn:peppol:pint:nontaxinvoice-1', 'PINT, not for tax'],
  ['urn:peppol:pint:selfbilling-1', 'PINT Self-Billing'],
  ['urn:peppol:pint:billing-1', 'PINT Billing'],
  ['urn:peppol:edec:mls', 'message level status'],
  ['urn:peppol:taxdata', 'tax data'],
  ['urn:fdc:peppol.eu:poacc:trns:invoice_response:3', 'invoice response 3'],
  ['urn:fdc:peppol.eu:poacc:trns:mlr:3', 'message level response 3'],
  ['urn:fdc:peppol.eu:poacc:trns:', 'BIS 3'],
] as const satisfies [string, string][]

/** `urn:peppol:doctype:edifact:ORDERS` as `EDIFACT ORDERS`. */
function fileName(syntax: string): string {
  const [format = '', ...more] = syntax.split(':').slice(3)
  return [files[format] ?? format.toUpperCase(), ...more].join(' ')
}

const files: Record<string, string> = { 'pdf+xml': 'PDF with XML', bilateral: 'File as agreed' }

/** `OrderResponse` as `Order response`. */
function spelledOut(root: string): string {
  return root.replace(/(?<=[a-z])[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
}
