// Accounts whose check digits are wrong: no rule of Peppol refuses them, and no payment arrives
// there.
import { countries } from './codelists/index.ts'
import type { StatedDocument } from './complete-document.ts'
import { isRightIban, plainIban } from './iban.ts'
import { shown } from './shown.ts'

/** What is probably wrong with a document and refuses it nowhere. */
export type AccountDoubt = {
  /** RFC 6901, into the caller's JSON. */
  pointer: string
  /** The rest of a sentence that begins with the place. */
  message: string
  value: string
}

const doubtsMax = 20

/** The first twenty. */
export function accountDoubts({ payment }: Pick<StatedDocument, 'payment'>): AccountDoubt[] {
  const transfers = (payment?.creditTransfers ?? []).map(({ accountId }, index) => ({
    pointer: `/payment/creditTransfers/${index}/accountId`,
    value: accountId,
    term: 'BT-84',
  }))
  const debited = payment?.directDebit?.debitedAccountId
  const all =
    debited === undefined
      ? transfers
      : [
          ...transfers,
          { pointer: '/payment/directDebit/debitedAccountId', value: debited, term: 'BT-91' },
        ]
  return all
    .filter(({ value }) => isWrong(value))
    .slice(0, doubtsMax)
    .map(({ pointer, value, term }) => {
      const message =
        `is ${shown(value)}, an IBAN whose check digits do not fit: copy it again from the ` +
        `bank's own papers (${term})`
      return { pointer, message, value }
    })
}

function isWrong(account: string): boolean {
  const iban = plainIban(account)
  return iban !== undefined && countries.codes.has(iban.slice(0, 2)) && !isRightIban(iban)
}
