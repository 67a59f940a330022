// What PINT SG requires: by the GST categories of a document, and by its currency.
import { add, compare, formatDecimal, parseDecimal, subtract, zero } from '../../decimal.ts'
import type { BillingDocument } from '../../model/document.ts'
import type { Fault } from '../../model/fault.ts'
import { decimalText } from '../../model/field.ts'
import { shown } from '../../shown.ts'
import type { Checked } from '../checked.ts'
import { isInOtherCurrency, isRegistered } from './categories.ts'

export function faultsOfSg({ document }: Checked): Fault[] {
  return [
    ...sellerFaults(document),
    ...notRegisteredFaults(document),
    ...numberFaults(document),
    ...currencyFaults(document),
    ...orderFaults(document),
  ]
}

/** A seller that states GST is registered for it. */
function sellerFaults(document: BillingDocument): Fault[] {
  const { seller, taxRepresentative } = document
  if (!isRegistered(document)) return []
  if (seller.vatId !== undefined || taxRepresentative !== undefined) return []
  const message =
    'is missing: GST registration number of the seller (BT-31), or taxRepresentative (BT-63), ' +
    'unless the category is NG, OS, ES33, ESN33 or DS'
  return [{ path: ['seller', 'vatId'], message, rule: 'BR-105-GST-SG' }]
}

/** Category NG: no GST number, and no other category beside it. */
function notRegisteredFaults(document: BillingDocument): Fault[] {
  const { lines, allowances = [], charges = [], seller, buyer, taxRepresentative } = document
  const lists = { lines, allowances, charges }
  const used = Object.entries(lists).flatMap(([list, items]) =>
    items.map(({ vat: { category = 'SR' } }, index) => ({ list, index, category })),
  )
  if (!used.some(({ category }) => category === 'NG')) return []
  const others = used.filter(({ category }) => category !== 'NG')
  const rules = { lines: '12', allowances: '13', charges: '14' }
  const numbers = [
    { party: 'seller', vatId: seller.vatId, term: 'BT-31' },
    { party: 'buyer', vatId: buyer.vatId, term: 'BT-48' },
    { party: 'taxRepresentative', vatId: taxRepresentative?.vatId, term: 'BT-63' },
  ]
  return [
    ...others.map(({ list, index, category }) => ({
      path: [list, index, 'vat', 'category'],
      message: `is ${category} beside NG: write NG everywhere, or nowhere (BT-151)`,
      rule: `BR-NG-${rules[list as keyof typeof rules]}-GST-SG`,
    })),
    ...numbers
      .filter(({ vatId }) => vatId !== undefined)
      .map(({ party, term }) => ({
        path: [party, 'vatId'],
        message: `has no place beside category NG: leave it out (${term})`,
        rule: 'BR-NG-02-GST-SG',
      })),
  ]
}

/** A GST registration number or a UEN: letters, digits and hyphens. */
const gstNumber = /^[0-9A-Za-z][0-9A-Za-z-]{4,19}$/

function numberFaults({ seller, buyer, taxRepresentative }: BillingDocument): Fault[] {
  const numbers = [
    { party: 'seller', value: seller.vatId, term: 'BT-31' },
    { party: 'buyer', value: buyer.vatId, term: 'BT-48' },
    { party: 'taxRepresentative', value: taxRepresentative?.vatId, term: 'BT-63' },
  ]
  return numbers
    .filter(({ value }) => value !== undefined && !gstNumber.test(value))
    .map(({ party, value, term }) => ({
      path: [party, 'vatId'],
      message:
        `is ${shown(value)}: write the GST registration number, such as M2-1234567-K or ` +
        `200212345Z (${term})`,
    }))
}

const tolerance = { digits: 2n, scale: 2 }

/** Three amounts in SGD where the document has another currency. */
function currencyFaults(document: BillingDocument): Fault[] {
  const { currency, taxCurrency, totals, sg = {} } = document
  const fault = (path: string[], message: string, rule: string) => [{ path, message, rule }]
  if (taxCurrency !== undefined && taxCurrency !== 'SGD')
    return fault(
      ['taxCurrency'],
      `is ${shown(taxCurrency)}: leave it out, or write SGD (BT-6)`,
      'BR-113-GST-SG',
    )
  if (currency === 'SGD') {
    const stated = (['totalWithoutGst', 'totalWithGst'] as const).filter(
      (field) => sg[field] !== undefined,
    )
    const message = 'has no place in a document in SGD: leave it out'
    return stated.flatMap((field) => fault(['sg', field], message, 'BR-110-GST-SG'))
  }
  if (!isInOtherCurrency(document)) return []
  const { vatInTaxCurrency } = totals ?? {}
  return [
    ...(vatInTaxCurrency === undefined
      ? fault(
          ['totals', 'vatInTaxCurrency'],
          'is missing: Total GST in SGD (BT-111)',
          'BR-53-GST-SG',
        )
      : []),
    ...(sg.totalWithoutGst === undefined
      ? fault(
          ['sg', 'totalWithoutGst'],
          'is missing: Total without GST in SGD (BT-109)',
          'BR-53-GST-SG',
        )
      : []),
    ...sumFaults(document),
  ]
}

/** Each amount is rounded by itself. */
function sumFaults({ totals, sg = {} }: BillingDocument): Fault[] {
  const [gst, without, given] = [totals?.vatInTaxCurrency, sg.totalWithoutGst, sg.totalWithGst]
  if (gst === undefined || without === undefined || given === undefined) return []
  const sum = add(parseDecimal(decimalText(without)), parseDecimal(decimalText(gst)))
  const far = subtract(parseDecimal(decimalText(given)), sum)
  if ([far, subtract(zero, far)].every((by) => compare(by, tolerance) <= 0)) return []
  const message = `is ${shown(given)}: write ${formatDecimal(sum)}, or leave it out (BT-112)`
  return [{ path: ['sg', 'totalWithGst'], message }]
}

/** Orders are named by the document or by its lines. */
function orderFaults({ purchaseOrderReference, lines }: BillingDocument): Fault[] {
  return lines.flatMap(({ sg, orderLineReference }, index) => {
    if (sg?.orderReference === undefined) return []
    if (purchaseOrderReference !== undefined)
      return [
        {
          path: ['lines', index, 'sg', 'orderReference'],
          message: 'stands beside purchaseOrderReference (BT-13): leave one of them out',
          rule: 'BR-110-SG',
        },
      ]
    if (orderLineReference !== undefined) return []
    const message = 'is missing: sg.orderReference needs the line of the order (BT-132)'
    return [{ path: ['lines', index, 'orderLineReference'], message }]
  })
}
