// Payment instructions and terms. Each account has a PaymentMeans of its own, all with the same code and remittance
// information; the text of the means and a credit note's due date stand on the first only (UBL-SR-45 and following).
import type { CompleteDocument, CompletePayment } from '../complete-document.ts'
import type { Kind } from '../kinds.ts'
import { all, group, leaf, type Written } from './write.ts'

type CreditTransfer = NonNullable<CompletePayment['creditTransfers']>[number]

export function payment(kind: Kind, document: CompleteDocument): Written {
  return all([paymentMeans(kind, document), group('PaymentTerms', leaf('Note', document.paymentTerms))])
}

function paymentMeans(kind: Kind, { payment, dueDate }: CompleteDocument): Written {
  if (payment === undefined) return undefined
  const transfers: (CreditTransfer | undefined)[] = payment.creditTransfers ?? []
  const means = transfers.length === 0 ? [undefined] : transfers
  return all(
    means.map((transfer, index) => {
      const isFirst = index === 0
      return group(
        'PaymentMeans',
        leaf('PaymentMeansCode', payment.meansCode, { name: isFirst ? payment.meansText : undefined }),
        kind.root === 'CreditNote' && isFirst ? leaf('PaymentDueDate', dueDate) : undefined,
        leaf('PaymentID', payment.remittanceInformation),
        account(transfer),
      )
    }),
  )
}

function account(transfer: CreditTransfer | undefined): Written {
  return group(
    'PayeeFinancialAccount',
    leaf('ID', transfer?.accountId),
    leaf('Name', transfer?.accountName),
    group('FinancialInstitutionBranch', leaf('ID', transfer?.serviceProviderId)),
  )
}
