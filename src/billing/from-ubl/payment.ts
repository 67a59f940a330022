// Payment instructions: several PaymentMeans, one for each account, are one payment with
// a list of accounts.
import type { XmlElement } from '../../xml/index.ts'
import type { Kind } from '../kinds.ts'
import { creditorId } from './party.ts'
import { find } from './read.ts'
import {
  all,
  attribute,
  group,
  inside,
  noteConstant,
  notePath,
  type Part,
  type Reading,
  text,
} from './reading.ts'

const creditTransfer = group({
  accountId: text('cbc:ID'),
  accountName: text('cbc:Name'),
  serviceProviderId: text('cac:FinancialInstitutionBranch/cbc:ID'),
})

const card = group({
  accountNumber: text('cbc:PrimaryAccountNumberID'),
  network: text('cbc:NetworkID'),
  holderName: text('cbc:HolderName'),
})

const directDebit = group({
  mandateId: text('cbc:ID'),
  debitedAccountId: text('cac:PayerFinancialAccount/cbc:ID'),
})

const first = group({
  meansCode: text('cbc:PaymentMeansCode'),
  meansText: attribute('name', 'cbc:PaymentMeansCode'),
  remittanceInformation: text('cbc:PaymentID'),
  card: inside('cac:CardAccount', card),
  directDebit: inside('cac:PaymentMandate', directDebit),
})

export function payment(reading: Reading, root: XmlElement, pointer: string) {
  const means = all(root, 'cac:PaymentMeans')
  const [main, ...others] = means
  const read = main && first(reading, main, pointer)
  if (main !== undefined && read !== undefined) reading.locations[main.order] = pointer
  for (const other of others) noteRepeated(reading, other, read)
  const creditTransfers = accounts(reading, means, `${pointer}/creditTransfers`)
  const creditor = creditorId(reading, root, pointer)
  if (read === undefined && creditTransfers.length === 0 && creditor === undefined) return undefined
  const found: Found = read ?? {}
  if (creditTransfers.length > 0) found.creditTransfers = creditTransfers
  return creditor === undefined ? found : Object.assign(found, creditor)
}

type Found = Partial<NonNullable<ReturnType<typeof first>>> & { creditTransfers?: Account[] }

type Account = { accountId: string; accountName: string; serviceProviderId: string }

function accounts(reading: Reading, means: XmlElement[], pointer: string): Account[] {
  const read: Account[] = []
  for (const one of means) {
    const found = find(one, 'cac:PayeeFinancialAccount')
    const account = found && creditTransfer(reading, found, `${pointer}/${read.length}`)
    if (account === undefined) continue
    notePath(reading, one, found, `${pointer}/${read.length}`)
    // A finding on a further PaymentMeans is about its account.
    reading.locations[one.order] ??= `${pointer}/${read.length}`
    read.push(account)
  }
  return read
}

/**
 * Code and remittance information are repeated in each PaymentMeans; one that differs from the
 * first has no location and stays unmapped.
 */
function noteRepeated(
  reading: Reading,
  means: XmlElement,
  read: { meansCode: string; remittanceInformation: string } | undefined,
): void {
  const { meansCode = '', remittanceInformation = '' } = read ?? {}
  noteConstant(reading, means, 'cbc:PaymentMeansCode', meansCode, '/payment/meansCode')
  noteConstant(
    reading,
    means,
    'cbc:PaymentID',
    remittanceInformation,
    '/payment/remittanceInformation',
  )
}

/** BT-9. A CreditNote has its due date in the first PaymentMeans. */
export function dueDate(kind: Kind): Part<string> {
  return text(kind.root === 'CreditNote' ? 'cac:PaymentMeans/cbc:PaymentDueDate' : 'cbc:DueDate')
}
