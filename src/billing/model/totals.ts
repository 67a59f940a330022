// VAT breakdown (BG-23) and totals (BG-22). All of it is computed; what the caller states is
// checked against that.
import { vatExemptionReasons } from '../codelists/index.ts'
import { inCapitals } from '../vat-categories.ts'
import { amount, code, decimal, group, list, text } from './field.ts'
import { vatCategory, vatRate } from './vat.ts'

const vatBreakdownRow = group(
  { name: 'VatBreakdown', term: 'BG-23', about: 'VAT of one category and rate' },
  {
    category: vatCategory({ term: 'BT-118', about: 'VAT category', example: 'S' }),
    rate: vatRate({
      term: 'BT-119',
      about: 'VAT rate; may be left out if the category has only one',
      example: '25',
    }).optional(),
    taxableAmount: amount(
      { term: 'BT-116', about: 'Taxable amount: checked', example: '1000.00' },
      'BR-DEC-19',
    ).optional(),
    taxAmount: decimal({
      ...{ name: 'Amount', term: 'BT-117' },
      ...{ about: 'VAT on it: checked', example: '250.00' },
    }).optional(),
    exemptionReason: text({
      term: 'BT-120',
      about: 'Reason for charging no VAT; this or exemptionReasonCode for E, AE, K, G and O',
      example: 'Reverse charge',
    }).optional(),
    exemptionReasonCode: code(
      vatExemptionReasons,
      {
        term: 'BT-121',
        about: 'The reason as a code (VATEX), written in capitals',
        example: 'VATEX-EU-AE',
      },
      inCapitals,
    ).optional(),
  },
  { written: 'vatRow' },
)

export const vatBreakdown = list(
  {
    term: 'BG-23',
    about:
      'VAT per category and rate: computed; give it to state exemption reasons or ' +
      'to have it checked',
  },
  vatBreakdownRow,
)

export const totals = group(
  {
    name: 'Totals',
    term: 'BG-22',
    about: 'Totals: computed, and checked when given, except paid, rounding and vatInTaxCurrency',
  },
  {
    lines: amount(
      { term: 'BT-106', about: 'Sum of the lines', example: '1000.00' },
      'BR-DEC-09',
    ).optional(),
    allowances: amount(
      { term: 'BT-107', about: 'Sum of the allowances', example: '0.00' },
      'BR-DEC-10',
    ).optional(),
    charges: amount(
      { term: 'BT-108', about: 'Sum of the charges', example: '0.00' },
      'BR-DEC-11',
    ).optional(),
    withoutVat: amount(
      { term: 'BT-109', about: 'Total without VAT', example: '1000.00' },
      'BR-DEC-12',
    ).optional(),
    vat: amount({ term: 'BT-110', about: 'Total VAT', example: '250.00' }, 'BR-DEC-13').optional(),
    vatInTaxCurrency: amount(
      {
        term: 'BT-111',
        about: 'Total VAT in taxCurrency: required with it, never computed',
        example: '2875.00',
      },
      'BR-DEC-15',
    ).optional(),
    withVat: amount(
      { term: 'BT-112', about: 'Total with VAT', example: '1250.00' },
      'BR-DEC-14',
    ).optional(),
    paid: amount(
      { term: 'BT-113', about: 'Amount already paid', example: '100.00' },
      'BR-DEC-16',
    ).optional(),
    rounding: amount(
      { term: 'BT-114', about: 'Rounding of the amount due', example: '0.05' },
      'BR-DEC-17',
    ).optional(),
    payable: amount(
      { term: 'BT-115', about: 'Amount due', example: '1150.00' },
      'BR-DEC-18',
    ).optional(),
  },
  { written: 'totals', bare: { number: 'payable' } },
)
