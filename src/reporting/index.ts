// The documents of the network itself: what access points tell each other about documents.
export {
  buildInvoiceResponse,
  type Clarification,
  type InvoiceResponse,
  needsClarification,
} from './build-invoice-response.ts'
export { buildMls, checkMlsContent, type Mls, type MlsIssue } from './build-mls.ts'
export { isDay, isIdentifier, RuleBroken } from './checks.ts'
export { buildEndUserReport, type EndUserCount, uncountedForEndUsers } from './end-user-report.ts'
export {
  customizationIds,
  endUserReportDocumentType,
  invoiceResponseDocumentType,
  invoiceResponseProcess,
  mlrDocumentType,
  mlrProcess,
  mlsDocumentType,
  mlsProcess,
  reportingProcess,
  transactionReportDocumentType,
} from './identifiers.ts'
export {
  type InvoiceStatusCode,
  invoiceStatuses,
  statusActions,
  statusReasons,
} from './invoice-response-codes.ts'
export { readStatusMessage, type StatusMessage } from './read-status-message.ts'
export { reportedCountries, reportedCountry } from './reported-country.ts'
export { isServiceProviderId, serviceProviderId } from './service-provider.ts'
export { buildTaxData, type RegimeName } from './taxdata/build-tax-data.ts'
export type { TaxDataFacts } from './taxdata/regime.ts'
export {
  isNoBuyer,
  type TaxRegimeName,
  taxRegimes,
  taxReportingProcess,
} from './taxdata/tax-regimes.ts'
export {
  buildTransactionReport,
  type ExchangeCount,
  uncountedTransactions,
} from './transaction-report.ts'
