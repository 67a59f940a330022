// BR-DEC: amounts have at most two decimals. One row for each rule: where the amount is,
// and which term it is.
import type { Rule, Schema } from '../write-schema.ts'

const allowance = "[cbc:ChargeIndicator/normalize-space() = ('false', '0')]"
const charge = "[cbc:ChargeIndicator/normalize-space() = ('true', '1')]"
const lines = (below: string) => `/*/cac:InvoiceLine/${below} | /*/cac:CreditNoteLine/${below}`

type Row = [rule: string, context: string, term: string]

const amounts: Row[] = [
  ['01', `/*/cac:AllowanceCharge${allowance}/cbc:Amount`, 'the allowance amount (BT-92)'],
  [
    '02',
    `/*/cac:AllowanceCharge${allowance}/cbc:BaseAmount`,
    'the base amount of the allowance (BT-93)',
  ],
  ['05', `/*/cac:AllowanceCharge${charge}/cbc:Amount`, 'the charge amount (BT-99)'],
  [
    '06',
    `/*/cac:AllowanceCharge${charge}/cbc:BaseAmount`,
    'the base amount of the charge (BT-100)',
  ],
  [
    '09',
    'cac:LegalMonetaryTotal/cbc:LineExtensionAmount',
    'the sum of the line net amounts (BT-106)',
  ],
  ['10', 'cac:LegalMonetaryTotal/cbc:AllowanceTotalAmount', 'the sum of the allowances (BT-107)'],
  ['11', 'cac:LegalMonetaryTotal/cbc:ChargeTotalAmount', 'the sum of the charges (BT-108)'],
  ['12', 'cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount', 'the total without VAT (BT-109)'],
  ['14', 'cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount', 'the total with VAT (BT-112)'],
  ['16', 'cac:LegalMonetaryTotal/cbc:PrepaidAmount', 'the paid amount (BT-113)'],
  ['17', 'cac:LegalMonetaryTotal/cbc:PayableRoundingAmount', 'the rounding amount (BT-114)'],
  ['18', 'cac:LegalMonetaryTotal/cbc:PayableAmount', 'the amount due (BT-115)'],
  [
    '19',
    'cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount',
    'the VAT category taxable amount (BT-116)',
  ],
  ['20', 'cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount', 'the VAT category tax amount (BT-117)'],
  ['23', lines('cbc:LineExtensionAmount'), 'the line net amount (BT-131)'],
  ['24', lines(`cac:AllowanceCharge${allowance}/cbc:Amount`), 'the line allowance amount (BT-136)'],
  [
    '25',
    lines(`cac:AllowanceCharge${allowance}/cbc:BaseAmount`),
    'the base amount of the line allowance (BT-137)',
  ],
  ['27', lines(`cac:AllowanceCharge${charge}/cbc:Amount`), 'the line charge amount (BT-141)'],
  [
    '28',
    lines(`cac:AllowanceCharge${charge}/cbc:BaseAmount`),
    'the base amount of the line charge (BT-142)',
  ],
]

// One amount is both when the two currencies are the same, so each of these has a
// pattern of its own.
const vatTotals: Row[] = [
  [
    '13',
    '/*/cac:TaxTotal/cbc:TaxAmount[@currencyID = /*/cbc:DocumentCurrencyCode]',
    'the total VAT amount (BT-110)',
  ],
  [
    '15',
    '/*/cac:TaxTotal/cbc:TaxAmount[@currencyID = /*/cbc:TaxCurrencyCode]',
    'the total VAT amount in accounting currency (BT-111)',
  ],
]

export const decimals: Schema = {
  title: 'EN 16931 in UBL: decimals of amounts (BR-DEC)',
  madeFrom: 'schematron/tables/decimals.ts',
  patterns: [amounts.map(rule), ...vatTotals.map((row) => [rule(row)])],
}

function rule([id, context, term]: Row): Rule {
  const test = "string-length(substring-after(., '.')) <= 2"
  const say = `Round ${term} to two decimals; it is {.}.`
  return { context, asserts: [{ id: `BR-DEC-${id}`, test, say }] }
}
