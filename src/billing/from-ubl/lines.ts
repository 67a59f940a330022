// The lines: quantity and amount, item, price.
import type { XmlElement } from '../../xml/index.ts'
import type { Kind } from '../kinds.ts'
import { lineAllowances, taxCategory } from './allowances.ts'
import { period } from './header.ts'
import { find } from './read.ts'
import {
  amount,
  attribute,
  below,
  decimal,
  each,
  group,
  identifier,
  noteConstant,
  type Part,
  type Parts,
  text,
} from './reading.ts'
import { invoicedObject } from './references.ts'

const classification = group({
  code: text('cbc:ItemClassificationCode'),
  listId: attribute('listID', 'cbc:ItemClassificationCode'),
  listVersion: attribute('listVersionID', 'cbc:ItemClassificationCode'),
})

const itemAttribute = group({ name: text('cbc:Name'), value: text('cbc:Value') })

/** A part read from the item of the line. */
export function ofItem<T>(part: Part<T>): Part<T> {
  return (reading, line, pointer) => {
    const item = find(line, 'cac:Item')
    return item && part(reading, item, pointer)
  }
}

const item = {
  name: text('cac:Item/cbc:Name'),
  description: text('cac:Item/cbc:Description'),
  sellerItemId: text('cac:Item/cac:SellersItemIdentification/cbc:ID'),
  buyerItemId: text('cac:Item/cac:BuyersItemIdentification/cbc:ID'),
  standardItemId: identifier('cac:Item/cac:StandardItemIdentification/cbc:ID'),
  originCountry: text('cac:Item/cac:OriginCountry/cbc:IdentificationCode'),
  classifications: ofItem(each('cac:CommodityClassification', classification)),
  attributes: ofItem(each('cac:AdditionalItemProperty', itemAttribute)),
  vat: ofItem(taxCategory('cac:ClassifiedTaxCategory')),
}

const price = {
  netPrice: amount('cac:Price/cbc:PriceAmount'),
  priceBaseQuantity: decimal('cac:Price/cbc:BaseQuantity'),
  priceBaseQuantityUnitCode: attribute('unitCode', 'cac:Price/cbc:BaseQuantity'),
  priceDiscount: amount('cac:Price/cac:AllowanceCharge/cbc:Amount'),
  grossPrice: amount('cac:Price/cac:AllowanceCharge/cbc:BaseAmount'),
}

/** `national` are the terms of a country, and what it reads in another way. */
export function lines(kind: Kind, national: Parts = {}) {
  const quantity = `cbc:${kind.quantityElement}`
  const fields = group({
    id: text('cbc:ID'),
    ...item,
    quantity: decimal(quantity),
    unitCode: attribute('unitCode', quantity),
    ...price,
    allowances: lineAllowances('false'),
    charges: lineAllowances('true'),
    netAmount: amount('cbc:LineExtensionAmount'),
    note: text('cbc:Note'),
    buyerAccountingReference: text('cbc:AccountingCost'),
    orderLineReference: text('cac:OrderLineReference/cbc:LineID'),
    invoicedObject: invoicedObject('cac:DocumentReference'),
    period,
    ...national,
  })
  return each(`cac:${kind.lineElement}`, (reading, line, pointer) => {
    const read = fields(reading, line, pointer)
    if (read !== undefined) noteConstants(reading, line, pointer)
    return read
  })
}

function noteConstants(
  reading: Parameters<Part<unknown>>[0],
  line: XmlElement,
  pointer: string,
): void {
  noteConstant(
    reading,
    line,
    'cac:Price/cac:AllowanceCharge/cbc:ChargeIndicator',
    'false',
    below(reading, pointer, 'priceDiscount'),
  )
}
