// The lines: quantity and amount, item, price.
import type { CompleteDocument, CompleteLine } from '../complete-document.ts'
import type { Kind } from '../kinds.ts'
import { itemTypes } from '../profiles/pint-ae/codes.ts'
import { lineAllowances, taxCategory } from './allowances.ts'
import { period } from './header.ts'
import { invoicedObject } from './references.ts'
import { all, amount, group, identifier, leaf, reference, type Written } from './write.ts'

export function lines(kind: Kind, { lines, currency, taxScheme }: CompleteDocument): Written {
  const of = { currency, scheme: taxScheme }
  const written: string[] = []
  for (let at = 0; at < lines.length; at += linesAtOnce)
    written.push(
      lines
        .slice(at, at + linesAtOnce)
        .map((given) => line(kind, given, of))
        .join(''),
    )
  return written.join('')
}

/**
 * Joining makes one string of the many pieces of a line; ten thousand lines in pieces would keep
 * the garbage collector busy.
 */
const linesAtOnce = 64

/** What lines have of their document. */
type Of = { currency: string; scheme: string }

function line(kind: Kind, line: CompleteLine, { currency, scheme }: Of): Written {
  return group(
    kind.lineElement,
    leaf('ID', line.id),
    leaf('Note', line.note),
    leaf(kind.quantityElement, line.quantity, { unitCode: line.unitCode }),
    amount('LineExtensionAmount', line.netAmount, currency),
    leaf('AccountingCost', line.buyerAccountingReference),
    period(line.period),
    orderLine(line),
    invoicedObject('DocumentReference', line.invoicedObject),
    lineAllowances(line, currency),
    item(line, scheme),
    price(line, currency),
    line.ae && inDirhams(line.ae),
  )
}

function orderLine({ orderLineReference, sg }: CompleteLine): Written {
  return group(
    'OrderLineReference',
    leaf('LineID', orderLineReference),
    sg && reference('OrderReference', sg.orderReference),
  )
}

function item(line: CompleteLine, scheme: string): Written {
  return group(
    'Item',
    leaf('Description', line.description),
    leaf('Name', line.name),
    reference('BuyersItemIdentification', line.buyerItemId),
    reference('SellersItemIdentification', line.sellerItemId),
    group('StandardItemIdentification', identifier('ID', line.standardItemId)),
    line.ae &&
      group('AdditionalItemIdentification', leaf('ID', line.ae.serviceCode, { schemeID: 'SAC' })),
    group('OriginCountry', leaf('IdentificationCode', line.originCountry)),
    line.ae ? classificationsOfAe(line) : all((line.classifications ?? []).map(classification)),
    taxCategory('ClassifiedTaxCategory', line.vat, { scheme, exemption: exemption(line) }),
    all((line.attributes ?? []).map(itemAttribute)),
    line.ae &&
      group('ItemInstance', group('LotIdentification', leaf('LotNumberID', line.ae.lotNumber))),
  )
}

function exemption({ ae, sg }: CompleteLine): Written {
  if (sg) return leaf('TaxExemptionReason', sg.exemptionReason)
  return ae && leaf('TaxExemptionReasonCode', ae.exemptionReasonCode)
}

type Classification = NonNullable<CompleteLine['classifications']>[number]

function classification({ code, listId, listVersion }: Classification): Written {
  return group('CommodityClassification', classificationCode({ code, listId, listVersion }))
}

function classificationCode({ code, listId, listVersion }: Classification): Written {
  return leaf('ItemClassificationCode', code, { listID: listId, listVersionID: listVersion })
}

/** PINT AE has more about the item beside the first classification. */
function classificationsOfAe({ ae = {}, classifications = [] }: CompleteLine): Written {
  const [first, ...others] = classifications
  return all([
    group(
      'CommodityClassification',
      leaf('NatureCode', ae.reverseChargeType),
      leaf('CommodityCode', ae.itemType && itemTypes[ae.itemType]),
      first && classificationCode(first),
    ),
    ...others.map(classification),
  ])
}

/** Amounts of the line in AED. */
function inDirhams({ amount: withVat, vatAmount }: NonNullable<CompleteLine['ae']>): Written {
  return group(
    'ItemPriceExtension',
    amount('Amount', withVat, 'AED'),
    group('TaxTotal', amount('TaxAmount', vatAmount, 'AED')),
  )
}

function itemAttribute({ name, value }: { name: string; value: string }): Written {
  return group('AdditionalItemProperty', leaf('Name', name), leaf('Value', value))
}

function price(line: CompleteLine, currency: string): Written {
  return group(
    'Price',
    amount('PriceAmount', line.netPrice, currency),
    leaf('BaseQuantity', line.priceBaseQuantity, { unitCode: line.priceBaseQuantityUnitCode }),
    priceDiscount(line, currency),
  )
}

/**
 * The gross price is the base of the discount; a price can only have an allowance
 * (PEPPOL-EN16931-R044).
 */
function priceDiscount({ priceDiscount, grossPrice }: CompleteLine, currency: string): Written {
  if (priceDiscount === undefined) return undefined
  return group(
    'AllowanceCharge',
    leaf('ChargeIndicator', 'false'),
    amount('Amount', priceDiscount, currency),
    amount('BaseAmount', grossPrice, currency),
  )
}
