// The document types and processes of the documents that the network itself exchanges (Peppol code
// lists 9.7).
import { documentTypeOf, parseDocumentType, parseProcess } from '../peppol/index.ts'

/** The root element of MLS, MLR and Invoice Response. */
export const applicationResponse = {
  namespace: 'urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2',
  root: 'ApplicationResponse',
} as const

/** The identifiers by which a status message says what it is. */
export const customizationIds = {
  mls: 'urn:peppol:edec:mls:1.0',
  mlr: 'urn:fdc:peppol.eu:poacc:trns:mlr:3',
  'invoice-response': 'urn:fdc:peppol.eu:poacc:trns:invoice_response:3',
} as const

/** Message Level Status. */
export const mlsDocumentType = responseType('mls')
export const mlsProcess = parseProcess('urn:peppol:edec:mls')

/** Message Level Response, which MLS replaces. */
export const mlrDocumentType = responseType('mlr')
export const mlrProcess = parseProcess('urn:fdc:peppol.eu:poacc:bis:mlr:3')

export const invoiceResponseDocumentType = responseType('invoice-response')
export const invoiceResponseProcess = parseProcess('urn:fdc:peppol.eu:poacc:bis:invoice_response:3')

/** Transaction Statistics Report. */
export const transactionReportDocumentType = parseDocumentType(
  'urn:fdc:peppol:transaction-statistics-report:1.0::TransactionStatisticsReport' +
    '##urn:fdc:peppol.eu:edec:trns:transaction-statistics-reporting:1.0::1.0',
)
/** End User Statistics Report. */
export const endUserReportDocumentType = parseDocumentType(
  'urn:fdc:peppol:end-user-statistics-report:1.1::EndUserStatisticsReport' +
    '##urn:fdc:peppol.eu:edec:trns:end-user-statistics-report:1.1::1.1',
)
/** The process of both reports. */
export const reportingProcess = parseProcess('urn:fdc:peppol.eu:edec:bis:reporting:1.0')

function responseType(kind: keyof typeof customizationIds) {
  return documentTypeOf({ ...applicationResponse, customizationId: customizationIds[kind] })
}
