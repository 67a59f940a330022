// How the buyer pays (BG-16): credit transfer (BG-17), card (BG-18), direct debit (BG-19).
import { type CodeList, paymentMeans } from '../codelists/index.ts'
import { profiles } from '../profiles/table.ts'
import { code, group, list, oneOf, text } from './field.ts'

const creditTransfer = group(
  { name: 'CreditTransfer', term: 'BG-17', about: 'An account to pay to' },
  {
    accountId: text({
      term: 'BT-84',
      about: 'Account number, an IBAN if there is one',
      example: 'NO9386011117947',
    }),
    accountName: text({
      term: 'BT-85',
      about: 'Name of the account',
      example: 'Seller AS',
    }).optional(),
    serviceProviderId: text({
      term: 'BT-86',
      about: 'Bank, as BIC',
      example: 'DNBANOKK',
    }).optional(),
  },
  { written: 'creditTransfer' },
)

/** BR-51: of a card number, only the first six and the last four digits may be shown. */
const cardDigitsMax = 10

const card = group(
  { name: 'Card', term: 'BG-18', about: 'The card used for payment' },
  {
    accountNumber: text({
      term: 'BT-87',
      about: 'Card number: only its last four to six digits',
      example: '1234',
    }).refine((number) => number.replace(/[^0-9]/g, '').length <= cardDigitsMax, {
      error: `has too many digits: write at most ${cardDigitsMax} of the card's (BT-87)`,
      params: { rule: 'BR-51' },
    }),
    network: text({
      term: 'BG-18',
      about: 'Network of the card, such as VISA; required by UBL',
      example: 'VISA',
    }),
    holderName: text({
      term: 'BT-88',
      about: 'Name of the card holder',
      example: 'Kari Nordmann',
    }).optional(),
  },
  { written: 'card', bare: { text: 'accountNumber' } },
)

const directDebit = group(
  { name: 'DirectDebit', term: 'BG-19', about: 'Direct debit' },
  {
    mandateId: text({
      term: 'BT-89',
      about: 'Mandate of the buyer',
      example: 'MANDATE-17',
    }).optional(),
    debitedAccountId: text({
      term: 'BT-91',
      about: 'Account to debit',
      example: 'NO8330001234567',
    }).optional(),
  },
  { written: 'directDebit', bare: { text: 'mandateId' } },
).refine(
  ({ mandateId, debitedAccountId }) => mandateId !== undefined || debitedAccountId !== undefined,
  {
    path: ['mandateId'],
    error: 'is missing: Mandate of the buyer (BT-89), or give debitedAccountId (BT-91)',
  },
)

/** The codes of the list, and the ones that only some profiles have (rules.ts). */
const allMeans: CodeList = {
  ...paymentMeans,
  codes: new Set([
    ...paymentMeans.codes,
    ...Object.values(profiles).flatMap(({ paymentMeans: own = [] }) => own),
  ]),
}

export const payment = group(
  { name: 'Payment', term: 'BG-16', about: 'Payment instructions' },
  {
    meansCode: code(allMeans, {
      term: 'BT-81',
      about:
        'Means of payment (UNCL4461). With creditTransfers by default 58 if all is IBAN and ' +
        'SEPA, else 30',
      example: '30',
    }).optional(),
    meansText: text({
      term: 'BT-82',
      about: 'Means of payment in words',
      example: 'Credit transfer',
    }).optional(),
    remittanceInformation: text({
      term: 'BT-83',
      about: 'Reference that the buyer quotes with the payment',
      example: 'INV-2026-0042',
    }).optional(),
    creditTransfers: list({ term: 'BG-17', about: 'Accounts to pay to' }, creditTransfer, {
      bare: { text: 'accountId' },
    }).optional(),
    card: card.optional(),
    directDebit: directDebit.optional(),
    creditorId: text({
      term: 'BT-90',
      about: 'SEPA creditor identifier for the direct debit',
      example: 'NO57ZZZ123456785',
    }).optional(),
    creditorIdOn: oneOf(['seller', 'payee'], {
      term: 'BT-90',
      about: "Whose identifier creditorId is; the seller's by default",
      example: 'seller',
    }).optional(),
  },
  { written: 'payment' },
)
