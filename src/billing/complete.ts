// Fills in what the caller left out, computes every amount, and checks what they stated.

import { type AccountDoubt, accountDoubts } from './account-doubts.ts'
import type {
  CompleteDocument,
  CompleteDocumentAllowance,
  CompleteLine,
  CompleteParty,
  CompletePayment,
  CompleteVat,
  CompleteVatRow,
  StatedAllowance,
  StatedDocument,
  StatedLine,
  StatedVatRow,
} from './complete-document.ts'
import { formatDecimal, parseDecimal } from './decimal.ts'
import { findInconsistencies, type Inconsistency } from './inconsistencies.ts'
import type { Kind } from './kinds.ts'
import { merge } from './merge.ts'
import type { BillingDocument } from './model/document.ts'
import { type Identifier, type IdentifierInput, splitIdentifier } from './model/identifier.ts'
import { defaultUnitCode } from './model/lines.ts'
import { creditTransferCode } from './payment-means.ts'
import { completeAe, inconsistenciesOfAe } from './profiles/pint-ae/complete.ts'
import { completeSg } from './profiles/pint-sg/complete.ts'
import type { Profile } from './profiles/profile.ts'
import { profileOf, specificationFor, specificationNamed, typeCodeOf } from './profiles/table.ts'
import { statedDocument } from './stated.ts'
import {
  allowanceAmount,
  exactAs,
  lineAmount,
  moneyAs,
  netPriceOf,
  totalsOf,
  vatKey,
  vatRows,
} from './totals.ts'
import { inCapitals } from './vat-categories.ts'

/**
 * The document as it will be written, every stated amount that differs from the computed one, and
 * what deserves a look. Expects a document that documentModel(kind) has accepted. If there are
 * inconsistencies, the document must be refused.
 */
export function completeDocument(
  kind: Kind,
  document: BillingDocument,
): { document: CompleteDocument; inconsistencies: Inconsistency[]; doubts: AccountDoubt[] } {
  const stated = statedDocument(document)
  const complete = fillIn(kind, stated)
  return {
    document: complete,
    inconsistencies: [
      ...findInconsistencies(stated, complete),
      ...(complete.ae === undefined ? [] : inconsistenciesOfAe(stated, complete)),
    ],
    doubts: accountDoubts(stated),
  }
}

function fillIn(kind: Kind, stated: StatedDocument): CompleteDocument {
  const profile = profileOf(stated)
  const lines = stated.lines.map((line, index) => completeLine(line, index, profile))
  const completeAs = (given: StatedDocumentAllowance) => completeDocumentAllowance(given, profile)
  const allowances = (stated.allowances ?? []).map(completeAs)
  const charges = (stated.charges ?? []).map(completeAs)
  const rows = vatRows({ lines, allowances, charges }, rateOutsideScope(profile, stated))
  const vatBreakdown = asStated(rows, stated.vatBreakdown ?? [])
  const { delivery, payee, specificationId } = stated
  const named = specificationId && specificationNamed(profile, specificationId)
  const specification = named || specificationFor(profile, kind, stated)
  const complete: CompleteDocument = merge(stated, {
    specificationId: stated.specificationId ?? specification.specificationId,
    businessProcess: stated.businessProcess ?? specification.businessProcess,
    typeCode: typeCodeOf(profile, kind, stated),
    seller: completeParty(stated.seller),
    buyer: completeParty(stated.buyer),
    payee: payee && {
      ...payee,
      identifier: identifierOf(payee.identifier),
      legalId: identifierOf(payee.legalId),
    },
    delivery: delivery && {
      ...delivery,
      locationId: identifierOf(delivery.locationId),
    },
    payment: completePayment(stated),
    allowances,
    charges,
    vatBreakdown,
    totals: totalsOf({ lines, allowances, charges, vatBreakdown }, stated.totals ?? {}),
    lines,
    ae: undefined,
    sg: undefined,
    taxScheme: profile.taxScheme ?? 'VAT',
  })
  if (profile.nationalGroup === 'ae') return completeAe(stated, complete)
  return profile.nationalGroup === 'sg' ? completeSg(stated, complete) : complete
}

function completeParty(party: StatedDocument['seller'] | StatedDocument['buyer']): CompleteParty {
  const taxRegistrationId = 'taxRegistrationId' in party ? party.taxRegistrationId : undefined
  return merge(party, {
    endpoint: splitIdentifier(party.endpoint),
    identifiers: (party.identifiers ?? []).map(splitIdentifier),
    legalId: identifierOf(party.legalId),
    taxRegistrationId: taxRegistrationId && {
      id: taxRegistrationId.id,
      scheme: taxRegistrationId.scheme ?? 'TAX',
    },
  })
}

function identifierOf(input: IdentifierInput | undefined): Identifier | undefined {
  return input === undefined ? undefined : splitIdentifier(input)
}

function completePayment(stated: StatedDocument): CompletePayment | undefined {
  const { payment } = stated
  if (payment === undefined) return undefined
  const isTransfer = (payment.creditTransfers?.length ?? 0) > 0
  return {
    ...payment,
    meansCode: payment.meansCode ?? (isTransfer ? creditTransferCode(stated) : undefined),
  }
}

/** The rate of category O, where its row has one. */
function rateOutsideScope(profile: Profile, { vatBreakdown = [] }: StatedDocument) {
  if (profile.rateOutsideScope === 'filled-in') return '0'
  return vatBreakdown.find(({ category }) => category === 'O')?.rate
}

function completeLine(line: StatedLine, index: number, profile: Profile): CompleteLine {
  const { freeLines, exactLines } = profile
  const asStated = exactLines ? exactAs : moneyAs
  const hasGross = line.grossPrice !== undefined
  const complete = merge(line, {
    id: line.id ?? String(index + 1),
    quantity: tidy(line.quantity),
    unitCode: line.unitCode ?? defaultUnitCode,
    netPrice: line.netPrice === undefined ? formatDecimal(netPriceOf(line)) : tidy(line.netPrice),
    // UBL has no place for a gross price without a discount, so a gross price brings
    // one, even if it is 0.
    priceDiscount:
      line.priceDiscount === undefined ? (hasGross ? '0' : undefined) : tidy(line.priceDiscount),
    grossPrice: line.grossPrice && tidy(line.grossPrice),
    priceBaseQuantity: baseQuantityOf(line),
    vat: completeVat(line.vat, profile),
    allowances: completeAllowances(line.allowances, asStated),
    charges: completeAllowances(line.charges, asStated),
    standardItemId: identifierOf(line.standardItemId),
    netAmount: '',
  })
  const isKept = freeLines && line.netAmount !== undefined
  const amount = isKept ? parseDecimal(line.netAmount ?? '0') : lineAmount(complete)
  complete.netAmount = asStated(line.netAmount, amount)
  return complete
}

/** UBL has no place for its unit alone. */
function baseQuantityOf({ priceBaseQuantity, priceBaseQuantityUnitCode }: StatedLine) {
  if (priceBaseQuantity !== undefined) return tidy(priceBaseQuantity)
  return priceBaseQuantityUnitCode === undefined ? undefined : '1'
}

/** Nearly all lines have none. */
function completeAllowances(given: StatedAllowance[] | undefined, asStated: typeof moneyAs) {
  return given === undefined ? [] : given.map((one) => completeAllowance(one, asStated))
}

/** `asStated` is moneyAs, or what takes its place where lines have more decimals. */
function completeAllowance<T extends StatedAllowance>(allowance: T, asStated: typeof moneyAs) {
  return merge(allowance, {
    amount: asStated(allowance.amount, allowanceAmount(allowance)),
    baseAmount:
      allowance.baseAmount && asStated(allowance.baseAmount, parseDecimal(allowance.baseAmount)),
    percent: allowance.percent && tidy(allowance.percent),
  })
}

type StatedDocumentAllowance = NonNullable<StatedDocument['allowances']>[number]

function completeDocumentAllowance(
  allowance: StatedDocumentAllowance,
  profile: Profile,
): CompleteDocumentAllowance {
  return merge(completeAllowance(allowance, moneyAs), { vat: completeVat(allowance.vat, profile) })
}

/** The model allows the category to be absent only where the rate is more than 0. */
function completeVat(
  { category, rate }: StatedLine['vat'],
  { standardCategory = 'S' }: Profile,
): CompleteVat {
  return { category: category ?? standardCategory, rate: rate && tidy(rate) }
}

/**
 * The computed rows with what the caller stated for them, by category and rate or by category
 * alone: the reasons for exemption, and how their numbers are written. The rows they state come
 * first, in their order, so that their row n is our row n.
 */
function asStated(rows: CompleteVatRow[], stated: StatedVatRow[]): CompleteVatRow[] {
  if (stated.length === 0) return rows
  const places = new Map(stated.map((row, index) => [vatKey(row), index]))
  const placed = rows.map((row) => {
    const place = places.get(vatKey(row)) ?? places.get(row.category)
    return {
      row,
      place: place ?? stated.length,
      given: place === undefined ? undefined : stated[place],
    }
  })
  placed.sort((a, b) => a.place - b.place)
  return placed.map(({ row, given }) =>
    merge(row, {
      rate: given?.rate === undefined ? row.rate : tidy(given.rate),
      taxableAmount: moneyAs(given?.taxableAmount, parseDecimal(row.taxableAmount)),
      taxAmount: moneyAs(given?.taxAmount, parseDecimal(row.taxAmount)),
      exemptionReason: given?.exemptionReason,
      exemptionReasonCode: given?.exemptionReasonCode && inCapitals(given.exemptionReasonCode),
    }),
  )
}

const tidyForm = /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/

/** The same decimal without leading zeros and without a sign on zero, and with as many decimals. */
function tidy(decimal: string): string {
  if (tidyForm.test(decimal)) return decimal
  return formatDecimal(parseDecimal(decimal))
}
