// Documents that access points exchange about documents, and reports: none of them is answered.
import { formatIdentifier, type Identifier, parseDocumentType } from '../../peppol/index.ts'
import {
  endUserReportDocumentType,
  mlrDocumentType,
  mlsDocumentType,
  transactionReportDocumentType,
} from '../../reporting/index.ts'

const reports = [transactionReportDocumentType, endUserReportDocumentType].map(formatIdentifier)
const unanswered = [mlsDocumentType, mlrDocumentType].map(formatIdentifier).concat(reports)

/** Whether a document of this type gets a Message Level Status: MLS, MLR, TSR and EUSR do not. */
export function getsMls(documentType: Identifier | string): boolean {
  const type = typeof documentType === 'string' ? parseDocumentType(documentType) : documentType
  return !unanswered.includes(formatIdentifier(type))
}
