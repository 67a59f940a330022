// The lines of an invoice: one row each, with everything about the item below its name.
import type { XmlElement } from '../../xml/index.ts'
import { classificationNames } from '../codes/schemes.ts'
import { unitText } from '../codes/units.ts'
import type { Figure } from '../format.ts'
import { all, first, peekAttribute, takeAttribute } from '../reading.ts'
import type { Block, Cell } from '../sheet.ts'
import {
  amount,
  country,
  type Draft,
  identifier,
  inCurrency,
  isolated,
  joined,
  lines,
  lookUp,
  named,
  number,
  period,
  type TaxCategory,
  taxCategory,
  text,
  texts,
} from '../values.ts'
import { visible } from '../visible.ts'
import { allowanceDetail } from './allowances.ts'
import { invoicedObjects } from './references.ts'

const lineElements = ['InvoiceLine', 'CreditNoteLine', 'DocumentLine']
const quantityElements = ['InvoicedQuantity', 'CreditedQuantity']

function linesOf(root: XmlElement): XmlElement[] {
  return lineElements.flatMap((local) => all(root, local))
}

export function lineTable(draft: Draft, root: XmlElement): Block[] {
  const found = linesOf(root)
  if (found.length === 0) return []
  const { words } = draft
  return [
    {
      kind: 'table',
      columns: [
        { label: words.lineNumber, width: 30, align: 'start' },
        { label: words.item, width: 'share', align: 'start' },
        { label: words.quantity, width: 58, align: 'decimal' },
        { label: inCurrency(draft, words.price), width: 66, align: 'decimal' },
        { label: words.tax, width: 46, align: 'decimal' },
        { label: inCurrency(draft, words.netAmount), width: 76, align: 'decimal' },
      ],
      rows: found.map((line) => toRow(draft, line)),
    },
  ]
}

function toRow(draft: Draft, line: XmlElement): Cell[] {
  const item = first(line, 'Item')
  const price = first(line, 'Price')
  const quantity = first(
    line,
    ...quantityElements.filter((local) => first(line, local)).slice(0, 1),
  )
  return [
    { text: text(draft, line, 'ID') ?? '' },
    {
      text: text(draft, item, 'Name') ?? '',
      strong: true,
      details: [...itemDetails(draft, line, item), ...priceDetails(draft, price)],
    },
    quantity === line ? { text: '' } : quantityCell(draft, quantity),
    { ...toCell(amount(draft, price, 'PriceAmount')), details: baseQuantity(draft, price) },
    taxCell(draft, taxCategory(draft, first(item, 'ClassifiedTaxCategory'))),
    toCell(amount(draft, line, 'LineExtensionAmount')),
  ]
}

function taxCell(draft: Draft, { rate, code, scheme }: TaxCategory): Cell {
  const meaning = draft.inWords ? lookUp(draft.words.taxCategories, code) : undefined
  const [text = '', ...details] = [rate, meaning ?? code, scheme].filter(
    (part) => part !== undefined,
  )
  return { text, details }
}

function toCell(figure: Figure | undefined): Cell {
  return figure ? { text: figure.text, decimals: figure.decimals } : { text: '' }
}

function quantityCell(draft: Draft, quantity: XmlElement | undefined): Cell {
  const figure = toCell(number(draft, quantity))
  const unit = unitOf(draft, quantity)
  return unit ? { ...figure, details: [unit] } : figure
}

/** The unit in words with its code: `day (DAY)`; for a screen without it. */
function unitOf(draft: Draft, quantity: XmlElement | undefined): string | undefined {
  const code = takeAttribute(draft.reading, quantity, 'unitCode')
  if (code === undefined) return undefined
  const words = unitText(draft, code)
  if (words === undefined) return visible(code)
  return draft.inWords ? words : `${isolated(words)} (${visible(code)})`
}

function baseQuantity(draft: Draft, price: XmlElement | undefined): string[] {
  const base = first(price, 'BaseQuantity')
  const quantity = number(draft, base)
  if (!quantity) return []
  return [
    `/ ${[quantity.text, unitOf(draft, base)].filter((part) => part !== undefined).join(' ')}`,
  ]
}

// BT-147 and BT-148: the price before its discount.
function priceDetails(draft: Draft, price: XmlElement | undefined): string[] {
  return all(price, 'AllowanceCharge').map((each) => {
    const gross = amount(draft, each, 'BaseAmount')
    return [...named(draft.words.grossPrice, gross?.text), allowanceDetail(draft, each)].join(' · ')
  })
}

function itemDetails(draft: Draft, line: XmlElement, item: XmlElement | undefined): string[] {
  const { words } = draft
  const description = texts(draft, item, 'Description')
  const notes = texts(draft, line, 'Note')
  const references = [
    ...all(line, 'OrderLineReference').flatMap((each) => [
      ...named(words.orderLine, text(draft, each, 'LineID')),
      ...named(words.order, text(draft, each, 'OrderReference', 'ID')),
    ]),
    ...invoicedObjects(line).flatMap((each) =>
      named(
        words.invoicedObject,
        joined(identifier(draft, each, 'ID'), text(draft, each, 'DocumentTypeCode')),
      ),
    ),
    ...named(words.accountingReference, text(draft, line, 'AccountingCost')),
    ...named(words.period, period(draft, first(line, 'InvoicePeriod'))),
  ]
  return [
    ...description,
    ...notes.flatMap((note) => named(words.note, note)),
    ...inOneLine([
      ...named(words.sellerItem, identifier(draft, item, 'SellersItemIdentification', 'ID')),
      ...named(words.buyerItem, identifier(draft, item, 'BuyersItemIdentification', 'ID')),
      ...named(words.standardItem, identifier(draft, item, 'StandardItemIdentification', 'ID')),
    ]),
    ...inOneLine(
      all(item, 'CommodityClassification').flatMap((each) => classification(draft, each)),
    ),
    ...inOneLine([
      ...named(words.origin, country(draft, first(item, 'OriginCountry'))),
      ...references,
    ]),
    ...inOneLine(
      all(item, 'AdditionalItemProperty').flatMap((each) =>
        named(text(draft, each, 'Name') ?? words.attribute, lines(draft, each, 'Value') ?? '–'),
      ),
    ),
    ...all(line, 'AllowanceCharge').map((each) => allowanceDetail(draft, each)),
  ]
}

function inOneLine(parts: string[]): string[] {
  return parts.length > 0 ? [parts.join('  ·  ')] : []
}

function classification(draft: Draft, element: XmlElement): string[] {
  const found = first(element, 'ItemClassificationCode')
  const list = peekAttribute(found, 'listID')
  const attributes = ['listID', 'listVersionID', 'name']
    .map((local) => takeAttribute(draft.reading, found, local))
    .filter((part) => part !== undefined)
  const code = text(draft, found)
  if (code === undefined) return []
  const known = lookUp(classificationNames, list)
  const suffix = visible([...attributes, ...(known ? [known] : [])].join(' '))
  return named(
    draft.words.classification,
    suffix ? `${isolated(code)} (${isolated(suffix)})` : code,
  )
}
