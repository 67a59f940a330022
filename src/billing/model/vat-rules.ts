// What a VAT category requires of the rest of the document (EN 16931, rules BR-S to BR-B, one
// family for each category).
import { compare, parseDecimal, zero } from '../decimal.ts'
import type { Profile } from '../profiles/profile.ts'
import { shown } from '../shown.ts'
import {
  europeanCategories,
  inCapitals,
  type VatCategory,
  vatCategories,
  vatRule,
} from '../vat-categories.ts'
import type { BillingDocument } from './document.ts'
import type { Fault } from './fault.ts'
import { type DecimalInput, decimalText } from './field.ts'

/**
 * Where each category is used: the items with a VAT group, and the number that the category's rules
 * have for such a list.
 */
type Uses = Map<VatCategory, Use[]>
type Use = { list: 'lines' | 'allowances' | 'charges'; index: number; number: '02' | '03' | '04' }

export function vatFaults(document: BillingDocument, profile: Profile): Fault[] {
  const { vatCategories: own = europeanCategories } = profile
  const uses = usesOf(document, profile)
  return [
    ...[...uses].flatMap(([category, places]) =>
      presenceFaults(document, category, places[0]!.number),
    ),
    ...outsideScopeFaults(document, uses),
    ...splitPaymentFaults(document, uses),
    ...exemptionFaults(document, uses),
    ...(document.vatBreakdown === undefined ? [] : breakdownFaults(document, profile)),
    ...([...uses.keys()].every((category) => own.includes(category))
      ? []
      : foreignCategoryFaults(document, profile)),
    ...(uses.has('AE') ? reverseChargeFaults(document) : []),
  ]
}

function breakdownFaults(document: BillingDocument, profile: Profile): Fault[] {
  return [
    ...reasonCodeFaults(document),
    ...outsideScopeRateFaults(document, profile),
    ...foreignRowFaults(document, profile),
  ]
}

function usesOf(
  { lines, allowances = [], charges = [] }: BillingDocument,
  { standardCategory = 'S' }: Profile,
): Uses {
  const uses: Uses = new Map()
  const note =
    (list: Use['list'], number: Use['number']) =>
    (item: (typeof lines)[number] | (typeof allowances)[number], index: number) => {
      const category = item.vat.category ?? standardCategory
      const places = uses.get(category)
      if (places === undefined) uses.set(category, [{ list, index, number }])
      else places.push({ list, index, number })
    }
  lines.forEach(note('lines', '02'))
  allowances.forEach(note('allowances', '03'))
  charges.forEach(note('charges', '04'))
  return uses
}

function pathOf({ list, index }: Use): (string | number)[] {
  return [list, index, 'vat', 'category']
}

/** What is required because the category is used. */
function presenceFaults(document: BillingDocument, category: VatCategory, number: string): Fault[] {
  const { seller, buyer, taxRepresentative, delivery, period } = document
  const { sellerId, buyerId, delivery: wantsDelivery } = vatCategories[category]
  const rule = vatRule(category, number)
  const because = `for category ${category} (${vatCategories[category].title})`
  const faults: Fault[] = []
  const hasVatId = seller.vatId !== undefined || taxRepresentative !== undefined
  const isKnown = hasVatId || (sellerId === 'tax' && seller.taxRegistrationId !== undefined)
  if (sellerId !== undefined && !isKnown) {
    const or = sellerId === 'tax' ? ', taxRegistrationId (BT-32)' : ''
    const message =
      `is missing ${because}: VAT identifier of the seller (BT-31)${or} or ` +
      'taxRepresentative (BT-63)'
    faults.push({ path: ['seller', 'vatId'], message, rule })
  }
  const isBuyerKnown =
    buyer.vatId !== undefined || (buyerId === 'vatOrLegal' && buyer.legalId !== undefined)
  if (buyerId !== undefined && !isBuyerKnown) {
    const or = buyerId === 'vatOrLegal' ? ' or legalId (BT-47)' : ''
    faults.push({
      path: ['buyer', 'vatId'],
      message: `is missing ${because}: VAT identifier of the buyer (BT-48)${or}`,
      rule,
    })
  }
  if (!wantsDelivery) return faults
  if (delivery?.date === undefined && period === undefined) {
    const message = `is missing ${because}: Day of delivery (BT-72), or give period (BG-14)`
    faults.push({ path: ['delivery', 'date'], message, rule: vatRule(category, '11') })
  }
  if (delivery?.address === undefined) {
    const message = `is missing ${because}: write { country }, where it was delivered (BT-80)`
    faults.push({ path: ['delivery', 'address'], message, rule: vatRule(category, '12') })
  }
  return faults
}

/**
 * Category O allows no VAT identifier and no other category (BR-O-02 to BR-O-04,
 * BR-O-11 to BR-O-14).
 */
function outsideScopeFaults(document: BillingDocument, uses: Uses): Fault[] {
  const places = uses.get('O')
  if (places === undefined) return []
  const { number } = places[0]!
  const identifiers = [
    ['seller', 'BT-31', document.seller.vatId],
    ['buyer', 'BT-48', document.buyer.vatId],
    ['taxRepresentative', 'BT-63', document.taxRepresentative?.vatId],
  ] as const
  const faults: Fault[] = identifiers
    .filter(([, , vatId]) => vatId !== undefined)
    .map(([party, term]) => ({
      path: [party, 'vatId'],
      message:
        `has no place beside category O (${vatCategories.O.title}): leave it out ` + `(${term})`,
      rule: vatRule('O', number),
    }))
  const numbers = { '02': '12', '03': '13', '04': '14' }
  for (const [category, others] of uses)
    for (const other of category === 'O' ? [] : others)
      faults.push({
        path: pathOf(other),
        message:
          `is ${category} beside O (${vatCategories.O.title}), which allows no other category: ` +
          'write O everywhere, or nowhere (BT-151)',
        rule: vatRule('O', numbers[other.number]),
      })
  return faults
}

/** Category B is for transactions between Italians, and excludes S (BR-B-01, BR-B-02). */
function splitPaymentFaults(document: BillingDocument, uses: Uses): Fault[] {
  const places = uses.get('B')
  if (places === undefined) return []
  const { seller, buyer, taxRepresentative, delivery } = document
  const parties = [
    ['seller', seller.address.country],
    ['buyer', buyer.address.country],
    ['taxRepresentative', taxRepresentative?.address.country],
    ['delivery', delivery?.address?.country],
  ] as const
  const faults: Fault[] = parties
    .filter(([, country]) => country !== undefined && country !== 'IT')
    .map(([party]) => ({
      path: [party, 'address', 'country'],
      message: `is not IT, which category B (${vatCategories.B.title}) demands: write IT`,
      rule: 'BR-B-01',
    }))
  for (const use of uses.get('S') ?? [])
    faults.push({
      path: pathOf(use),
      message: 'is S beside category B, which excludes it: write B everywhere, or nowhere (BT-151)',
      rule: 'BR-B-02',
    })
  return faults
}

function exemptionFaults({ vatBreakdown: rows = [] }: BillingDocument, uses: Uses): Fault[] {
  const isGiven = (row: (typeof rows)[number]) =>
    row.exemptionReason !== undefined || row.exemptionReasonCode !== undefined
  const explained = new Set(rows.filter(isGiven).map(({ category }) => category))
  const missing = [...uses.keys()]
    .filter(
      (category) => vatCategories[category].exemption === 'required' && !explained.has(category),
    )
    .map((category) => ({
      path: ['vatBreakdown'],
      message:
        `has no reason for category ${category}: write { "category": "${category}", ` +
        '"exemptionReason": … } (BT-120), or exemptionReasonCode (BT-121)',
      rule: vatRule(category, '10'),
    }))
  const forbidden = rows.flatMap((row, index) => {
    if (!isGiven(row) || vatCategories[row.category].exemption !== 'forbidden') return []
    const field = row.exemptionReason === undefined ? 'exemptionReasonCode' : 'exemptionReason'
    const message =
      `has no place in a row of category ${row.category}: leave it out ` +
      `(${field === 'exemptionReason' ? 'BT-120' : 'BT-121'})`
    return [{ path: ['vatBreakdown', index, field], message, rule: vatRule(row.category, '10') }]
  })
  return [...missing, ...forbidden]
}

/** Reasons that belong to one category. */
const categoryOfReason: Record<string, { category: VatCategory; rule: string }> = {
  'VATEX-EU-G': { category: 'G', rule: 'PEPPOL-EN16931-P0104' },
  'VATEX-EU-O': { category: 'O', rule: 'PEPPOL-EN16931-P0105' },
  'VATEX-EU-IC': { category: 'K', rule: 'PEPPOL-EN16931-P0106' },
  'VATEX-EU-AE': { category: 'AE', rule: 'PEPPOL-EN16931-P0107' },
  'VATEX-EU-D': { category: 'E', rule: 'PEPPOL-EN16931-P0108' },
  'VATEX-EU-F': { category: 'E', rule: 'PEPPOL-EN16931-P0109' },
  'VATEX-EU-I': { category: 'E', rule: 'PEPPOL-EN16931-P0110' },
  'VATEX-EU-J': { category: 'E', rule: 'PEPPOL-EN16931-P0111' },
}

function reasonCodeFaults({ vatBreakdown = [] }: BillingDocument): Fault[] {
  return vatBreakdown.flatMap(({ category, exemptionReasonCode }, index) => {
    const wanted = exemptionReasonCode && categoryOfReason[inCapitals(exemptionReasonCode)]
    if (!wanted || wanted.category === category) return []
    const message =
      `is ${exemptionReasonCode}, which belongs to category ${wanted.category}: write another ` +
      `code, or that category in place of ${category} (BT-121)`
    return [{ path: ['vatBreakdown', index, 'exemptionReasonCode'], message, rule: wanted.rule }]
  })
}

/** A row of what is outside the scope of VAT has no rate, or that of the profile. */
function outsideScopeRateFaults(
  { vatBreakdown = [] }: BillingDocument,
  { rateOutsideScope }: Profile,
): Fault[] {
  return vatBreakdown.flatMap(({ category, rate }, index) => {
    const isRight = rate === undefined || (rateOutsideScope !== undefined && isZero(rate))
    if (category !== 'O' || isRight) return []
    const message = `is ${shown(rate)}: leave rate out, category O has none (BT-119)`
    return [{ path: ['vatBreakdown', index, 'rate'], message, rule: 'BR-O-05' }]
  })
}

function isZero(rate: DecimalInput): boolean {
  return compare(parseDecimal(decimalText(rate)), zero) === 0
}

/** Categories that the profile has not got. */
function foreignCategoryFaults(document: BillingDocument, profile: Profile): Fault[] {
  const faults: Fault[] = []
  for (const list of ['lines', 'allowances', 'charges'] as const)
    document[list]?.forEach(({ vat: { category } }, at) => {
      faults.push(...foreignFault([list, at, 'vat', 'category'], category, profile))
    })
  return faults
}

function foreignRowFaults({ vatBreakdown = [] }: BillingDocument, profile: Profile): Fault[] {
  return vatBreakdown.flatMap(({ category }, at) =>
    foreignFault(['vatBreakdown', at, 'category'], category, profile),
  )
}

function foreignFault(
  path: Fault['path'],
  category: VatCategory | undefined,
  { vatCategories: own = europeanCategories, categoryRule: rule }: Profile,
): Fault[] {
  if (category === undefined || own.includes(category)) return []
  const message = `is ${shown(category)}: write one of ${own.join(', ')} (BT-151)`
  return [{ path, message, ...(rule === undefined ? {} : { rule }) }]
}

const rateTerms = {
  lines: { term: 'BT-152', number: '05' },
  allowances: { term: 'BT-96', number: '06' },
  charges: { term: 'BT-103', number: '07' },
} as const

/** Reverse charge has the rate 0, where the profile has the rule. */
function reverseChargeFaults(document: BillingDocument): Fault[] {
  const faults: Fault[] = []
  for (const list of ['lines', 'allowances', 'charges'] as const)
    document[list]?.forEach(({ vat: { category, rate } }, index) => {
      if (category !== 'AE' || rate === undefined || isZero(rate)) return
      const { term, number } = rateTerms[list]
      const message = `is ${shown(rate)}: write 0 for category AE, reverse charge (${term})`
      faults.push({ path: [list, index, 'vat', 'rate'], message, rule: vatRule('AE', number) })
    })
  return faults
}
