// The documents of the network itself: what access points tell each other about documents.
export { buildMls, type Mls, type MlsIssue } from './build-mls.ts'
export {
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
export { readStatusMessage, type StatusMessage } from './read-status-message.ts'
export { isServiceProviderId, serviceProviderId } from './service-provider.ts'
