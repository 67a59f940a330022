// Payment instructions and terms. Each account has a PaymentMeans of its own, all with the same
// code and remittance information; everything else is on the first only (UBL-SR-44 to UBL-SR-47,
// UBL-SR-54, UBL-SR-55).
import type { CompleteDocument, CompletePayment } from '../complete-document.ts'
import type { Kind } from '../kinds.ts'
import { all, group, leaf, type Written } from './write.ts'

type CreditTransfer = NonNullable<CompletePayment['creditTransfers']>[number]

export function payment(kind: Kind, document: CompleteDocument): Written {
  return all([
    paymentMeans(kind, document),
    group('PaymentTerms', leaf('Note', document.paymentTerms)),
  ])
}

function paymentMeans(kind: Kind, { payment, dueDate }: CompleteDocument): Written {
  // Without a code there is only a creditor identifier, which is written with the
  // seller or the payee.
  if (payment?.meansCode === undefined) return undefined
  const transfers: (CreditTransfer | undefined)[] = payment.creditTransfers ?? []
  const means = transfers.length === 0 ? [undefined] : transfers
  return all(
    means.map((transfer, index) => {
      const isFirst = index === 0
      return group(
        'PaymentMeans',
        leaf('PaymentMeansCode', payment.meansCode, {
          name: isFirst ? payment.meansText : undefined,
        }),
        kind.root === 'CreditNote' && isFirst ? leaf('PaymentDueDate', dueDate) : undefined,
        leaf('PaymentID', payment.remittanceInformation),
        isFirst ? card(payment) : undefined,
        account(transfer),
        isFirst ? directDebit(payment) : undefined,
      )
    }),
  )
}

function card({ card }: CompletePayment): Written {
  return group(
    'CardAccount',
    leaf('PrimaryAccountNumberID', card?.accountNumber),
    leaf('NetworkID', card?.network),
    leaf('HolderName', card?.holderName),
  )
}

function directDebit({ directDebit }: CompletePayment): Written {
  return group(
    'PaymentMandate',
    leaf('ID', directDebit?.mandateId),
    group('PayerFinancialAccount', leaf('ID', directDebit?.debitedAccountId)),
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
