// The lines (BG-25): item, quantity, price, VAT.
import type { z } from 'zod'
import { identifierSchemes, itemClassificationLists, units } from '../codelists/index.ts'
import { compare, parseDecimal, subtract, zero } from '../decimal.ts'
import { shown } from '../shown.ts'
import { aeLine } from './ae.ts'
import { lineAllowance, lineCharge } from './allowance-charge.ts'
import { period } from './delivery.ts'
import { code, type DecimalInput, decimal, decimalText, group, list, text } from './field.ts'
import { identifier } from './identifier.ts'
import { country } from './party.ts'
import { invoicedObject } from './references.ts'
import { said } from './said.ts'
import { sgLine } from './sg.ts'
import { vat } from './vat.ts'

/** The default of BT-130: one piece (UN/ECE Recommendation 20). */
export const defaultUnitCode = 'C62'

const classification = group(
  { name: 'Classification', term: 'BT-158', about: 'A classification of the item' },
  {
    code: text({ term: 'BT-158', about: 'Code in that list', example: '65434568' }),
    listId: code(itemClassificationLists, {
      term: 'BT-158-1',
      about: 'The list (UNCL7143)',
      example: 'STI',
    }),
    listVersion: text({
      term: 'BT-158-2',
      about: 'Version of the list',
      example: '26.0801',
    }).optional(),
  },
  { written: 'classification' },
)

const itemAttribute = group(
  { name: 'ItemAttribute', term: 'BG-32', about: 'A property of the item' },
  {
    name: text({ term: 'BT-160', about: 'What it is', example: 'Colour' }),
    value: text({ term: 'BT-161', about: 'Its value', example: 'Black' }),
  },
  { written: 'itemAttribute' },
)

const item = {
  name: text({ term: 'BT-153', about: 'Name of the item', example: 'Consulting' }),
  description: text({
    term: 'BT-154',
    about: 'Description of the item',
    example: 'On site, October',
  }).optional(),
  sellerItemId: text({
    term: 'BT-155',
    about: "The seller's item number",
    example: 'A-100',
  }).optional(),
  buyerItemId: text({
    term: 'BT-156',
    about: "The buyer's item number",
    example: 'B-200',
  }).optional(),
  standardItemId: identifier({
    name: 'ItemIdentifier',
    term: 'BT-157',
    about: 'Standard item number such as a GTIN (scheme of the ICD list)',
    example: '0160:07300010000018',
    scheme: 'required',
    schemes: identifierSchemes,
  }).optional(),
  originCountry: country('BT-159', 'Country of origin (ISO 3166-1 alpha-2)').optional(),
  classifications: list(
    { term: 'BT-158', about: 'Its classification in public lists' },
    classification,
    { bare: { text: 'code' } },
  ).optional(),
  attributes: list({ term: 'BG-32', about: 'Properties of the item' }, itemAttribute).optional(),
}

const price = {
  netPrice: decimal(
    {
      term: 'BT-146',
      about: 'Price without VAT; grossPrice less priceDiscount by default',
      example: '100.00',
    },
    { least: 'zero', rule: 'BR-27' },
  ).optional(),
  grossPrice: decimal(
    { term: 'BT-148', about: 'Price without VAT before the discount', example: '110.00' },
    { least: 'zero', rule: 'BR-28' },
  ).optional(),
  priceDiscount: decimal({
    term: 'BT-147',
    about: 'Discount on grossPrice',
    example: '10.00',
  }).optional(),
  priceBaseQuantity: decimal(
    {
      term: 'BT-149',
      about: 'Number of units that the price is for; 1 by default',
      example: '1000',
    },
    { least: 'more-than-zero', rule: 'PEPPOL-EN16931-R121' },
  ).optional(),
  priceBaseQuantityUnitCode: code(units, {
    term: 'BT-150',
    about: 'Unit of priceBaseQuantity: the same as unitCode',
    example: defaultUnitCode,
  }).optional(),
}

const reference = {
  note: text({ term: 'BT-127', about: 'Note on the line', example: 'Second delivery' }).optional(),
  buyerAccountingReference: text({
    term: 'BT-133',
    about: "Buyer's accounting reference",
    example: '4025',
  }).optional(),
  orderLineReference: text({
    term: 'BT-132',
    about: 'Line of the purchase order',
    example: '3',
  }).optional(),
  invoicedObject: invoicedObject('BT-128').optional(),
  period: period('Period that the line covers', {
    group: 'BG-26',
    startDate: 'BT-134',
    endDate: 'BT-135',
    rules: { presence: 'BR-CO-20', order: 'BR-30' },
  }).optional(),
}

export const line = group(
  { name: 'Line', term: 'BG-25', about: 'A line' },
  {
    id: text({
      term: 'BT-126',
      about: 'Number of the line; counted from 1 by default',
      example: '1',
    }).optional(),
    ...item,
    quantity: decimal({ term: 'BT-129', about: 'Quantity; negative for returns', example: '10' }),
    unitCode: code(units, {
      term: 'BT-130',
      about: 'Unit (UN/ECE Recommendation 20 or 21); C62, one piece, by default',
      example: defaultUnitCode,
    }).optional(),
    ...price,
    vat: vat({ about: 'VAT of the line', category: 'BT-151', rate: 'BT-152', ruleNumber: '05' }),
    allowances: list({ term: 'BG-27', about: 'Allowances on the line' }, lineAllowance, {
      bare: { number: 'amount', text: 'reason' },
    }).optional(),
    charges: list({ term: 'BG-28', about: 'Charges on the line' }, lineCharge, {
      bare: { number: 'amount', text: 'reason' },
    }).optional(),
    netAmount: decimal({
      name: 'Amount',
      term: 'BT-131',
      about: 'Amount of the line without VAT: computed, and checked when given',
      example: '1000.00',
    }).optional(),
    ...reference,
    ae: aeLine.optional(),
    sg: sgLine.optional(),
  },
  { written: 'line' },
).superRefine(checkPrice)

type Priced = {
  netPrice?: DecimalInput | undefined
  grossPrice?: DecimalInput | undefined
  priceDiscount?: DecimalInput | undefined
  unitCode?: string | undefined
  priceBaseQuantityUnitCode?: string | undefined
}

function checkPrice(line: Priced, context: z.RefinementCtx): void {
  const fault = (field: string, message: string, rule: string) =>
    context.addIssue({ code: 'custom', path: [field], message, params: { rule } })
  if (line.netPrice === undefined && line.grossPrice === undefined)
    fault(
      'netPrice',
      'is missing: Price without VAT (BT-146), or give grossPrice (BT-148)',
      'BR-26',
    )
  if (line.grossPrice !== undefined && line.priceDiscount !== undefined) {
    const net = subtract(decimalOf(line.grossPrice), decimalOf(line.priceDiscount))
    if (compare(net, zero) < 0)
      fault(
        'priceDiscount',
        `is ${decimalText(line.priceDiscount)}: write at most the grossPrice, ` +
          `${decimalText(line.grossPrice)} (BT-147)`,
        'BR-27',
      )
  }
  const unit = line.unitCode ?? defaultUnitCode
  const baseUnit = line.priceBaseQuantityUnitCode
  if (baseUnit !== undefined && baseUnit !== unit)
    fault(
      'priceBaseQuantityUnitCode',
      said(`is ${shown(baseUnit)}: write the unit of the quantity, ${unit} (BT-150)`, unit),
      'PEPPOL-EN16931-R130',
    )
}

function decimalOf(input: DecimalInput) {
  return parseDecimal(decimalText(input))
}
