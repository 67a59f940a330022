// How the buyer pays (BG-16, BG-17).
import { code, group, list, text } from './field.ts'

const creditTransfer = group(
  { term: 'BG-17', about: 'An account to pay to' },
  {
    accountId: text({
      term: 'BT-84',
      about: 'Account, as IBAN where there is one',
      example: 'NO9386011117947',
    }),
    accountName: text({ term: 'BT-85', about: 'Name of the account', example: 'Seller AS' }).optional(),
    serviceProviderId: text({ term: 'BT-86', about: 'Bank, as BIC', example: 'DNBANOKK' }).optional(),
  },
)

export const payment = group(
  { term: 'BG-16', about: 'Payment instructions' },
  {
    meansCode: code({
      term: 'BT-81',
      about:
        'Means of payment (UNCL4461). When creditTransfers are given: by default 58 if every account is an IBAN and seller and buyer are both in SEPA, else 30',
      example: '30',
      pattern: /^(?:[1-9][0-9]?|Z[A-Z0-9]{2})$/,
      form: 'a code of UNCL4461 such as 30',
    }).optional(),
    meansText: text({
      term: 'BT-82',
      about: 'Means of payment in words',
      example: 'Credit transfer',
    }).optional(),
    remittanceInformation: text({
      term: 'BT-83',
      about: 'What the buyer writes on the payment',
      example: 'INV-2026-0042',
    }).optional(),
    creditTransfers: list({ term: 'BG-17', about: 'Accounts to pay to' }, creditTransfer).optional(),
  },
)
