// What PINT AE requires of lines, allowances and charges, and of their VAT categories.
import { compare, parseDecimal, zero } from '../../decimal.ts'
import type { BillingDocument } from '../../model/document.ts'
import type { Fault } from '../../model/fault.ts'
import { decimalText } from '../../model/field.ts'
import { splitIdentifier } from '../../model/identifier.ts'
import { shown } from '../../shown.ts'

type About = { typeCode: string; isMargin: boolean }

export function lineFaults(document: BillingDocument, about: About): Fault[] {
  return [
    ...document.lines.flatMap((line, index) => [
      ...itemFaults(line, ['lines', index]),
      ...vatFaults(line.vat, ['lines', index, 'vat'], about),
    ]),
    ...(['allowances', 'charges'] as const).flatMap((list) =>
      (document[list] ?? []).flatMap((item, index) => [
        ...vatFaults(item.vat, [list, index, 'vat'], about),
        ...reasonFaults(item, [list, index], list),
      ]),
    ),
    ...buyerFaults(document),
    ...exemptFaults(document, about),
  ]
}

type Line = BillingDocument['lines'][number]

function itemFaults(line: Line, at: Path): Fault[] {
  const { description, classifications = [], ae = {}, vat, standardItemId } = line
  const faults: Fault[] = []
  const missing = (path: Path, about: string, rule: string) =>
    faults.push({ path: [...at, ...path], message: `is missing: ${about}`, rule })
  if (description === undefined)
    missing(['description'], 'Description of the item (BT-154)', 'ibr-125-ae')
  if (vat.category === 'AE' && ae.reverseChargeType === undefined)
    missing(['ae', 'reverseChargeType'], 'such as "DL8.48.8.1" (BTAE-09)', 'ibr-166-ae')
  if (vat.category === 'AE' && schemeOf(standardItemId) !== '0160')
    missing(
      ['standardItemId'],
      'the GTIN of the item, "0160:…", for category AE (BT-157)',
      'ibr-174-ae',
    )
  if (vat.category === 'E' && ae.exemptionReasonCode === undefined)
    missing(['ae', 'exemptionReasonCode'], 'why it is exempt (IBT-186)', 'ibr-167-ae')
  const isGoods = ae.itemType === 'goods' || ae.itemType === 'both'
  const isService = ae.itemType === 'services' || ae.itemType === 'both'
  if (isGoods && classifications.length === 0) {
    const rule = isService ? 'ibr-186-ae' : 'ibr-184-ae'
    missing(['classifications'], '[{ code, listId: "HS" }] for goods (BT-158)', rule)
  }
  if (isService && ae.serviceCode === undefined) {
    const rule = isGoods ? 'ibr-186-ae' : 'ibr-185-ae'
    missing(['ae', 'serviceCode'], 'Service accounting code (BTAE-17)', rule)
  }
  classifications.forEach(({ listId }, index) => {
    if (listId !== 'HS')
      faults.push({
        path: [...at, 'classifications', index, 'listId'],
        message: `is ${shown(listId)}: write HS (BT-158-1)`,
        rule: 'ibr-188-ae',
      })
  })
  return faults
}

function schemeOf(id: Line['standardItemId']): string | undefined {
  return id === undefined ? undefined : splitIdentifier(id).scheme
}

type Path = (string | number)[]

const notTaxable = ['E', 'O', 'Z']
const five = { digits: 5n, scale: 0 }

function vatFaults({ category = 'S', rate }: Line['vat'], at: Path, about: About): Fault[] {
  const fault = (words: string, rule: string) => [
    { path: [...at, 'category'], message: `is ${category}: ${words} (BT-151)`, rule },
  ]
  if (['480', '81'].includes(about.typeCode) && !notTaxable.includes(category))
    return fault(`type code ${about.typeCode} has E, O and Z only`, 'ibr-122-ae')
  if (about.isMargin && category !== 'N')
    return fault('the transaction type marginScheme has N only', 'ibr-116-ae')
  if (category === 'N' && at[0] !== 'lines')
    return fault('N is for lines only', at[0] === 'charges' ? 'ibr-114-ae' : 'ibr-115-ae')
  if (category === 'AE' && at[0] !== 'lines' && rate !== undefined && !isZero(rate))
    return [
      {
        path: [...at, 'rate'],
        message: `is ${shown(rate)}: write 0 for category AE (BT-96)`,
        rule: at[0] === 'charges' ? 'aligned-ibrp-ae-07' : 'aligned-ibrp-ae-06',
      },
    ]
  if (
    category === 'S' &&
    rate !== undefined &&
    compare(parseDecimal(decimalText(rate)), five) !== 0
  )
    return [
      {
        path: [...at, 'rate'],
        message: `is ${shown(rate)}: the standard rate is 5 (BT-152)`,
        rule: 'ibr-190-ae',
      },
    ]
  return []
}

function isZero(rate: NonNullable<Line['vat']['rate']>): boolean {
  return compare(parseDecimal(decimalText(rate)), zero) === 0
}

function reasonFaults(
  { vat, reasonCode }: NonNullable<BillingDocument['allowances']>[number],
  at: Path,
  list: 'allowances' | 'charges',
): Fault[] {
  if (vat.category !== 'E' || reasonCode !== undefined) return []
  const [term, rule] = list === 'allowances' ? ['BT-98', 'ibr-168-ae'] : ['BT-105', 'ibr-169-ae']
  const message = `is missing: category E needs a reason as a code (${term})`
  return [{ path: [...at, 'reasonCode'], message, rule }]
}

function buyerFaults({ buyer, lines }: BillingDocument): Fault[] {
  if (buyer.vatId !== undefined || !lines.some(({ vat }) => vat.category === 'AE')) return []
  const message = 'is missing: reverse charge (AE) needs the tax number of the buyer (BT-48)'
  return [{ path: ['buyer', 'vatId'], message, rule: 'ibr-103-ae' }]
}

/** A tax invoice or credit note has at least one line that is not exempt or out of scope. */
function exemptFaults({ lines }: BillingDocument, { typeCode }: About): Fault[] {
  const isTax = typeCode === '380' || typeCode === '381'
  if (!isTax || lines.some(({ vat }) => vat.category !== 'E' && vat.category !== 'O')) return []
  const message =
    `has lines of the categories E and O only, which type code ${typeCode} does not allow: ` +
    `write type code ${typeCode === '380' ? '"480"' : '"81"'}`
  return [{ path: ['lines'], message, rule: 'ibr-151-ae' }]
}
