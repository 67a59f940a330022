// Fills in what the caller left out, computes every amount, and checks what he stated.
import type {
  CompleteAllowance,
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
} from './complete-document.ts'
import { formatDecimal, parseDecimal } from './decimal.ts'
import { findInconsistencies, type Inconsistency } from './inconsistencies.ts'
import type { Kind } from './kinds.ts'
import type { BillingDocument } from './model/document.ts'
import { type Identifier, type IdentifierInput, splitIdentifier } from './model/identifier.ts'
import { defaultUnitCode } from './model/lines.ts'
import { creditTransferCode } from './payment-means.ts'
import { statedDocument } from './stated.ts'
import { allowanceAmount, lineAmount, money, netPriceOf, totalsOf, vatKey, vatRows } from './totals.ts'

/**
 * The document as it will be written, and every stated amount that differs from the computed one. Expects a document
 * that documentModel(kind) has accepted. With inconsistencies the document must be refused.
 */
export function completeDocument(
  kind: Kind,
  document: BillingDocument,
): { document: CompleteDocument; inconsistencies: Inconsistency[] } {
  const stated = statedDocument(document)
  const complete = fillIn(kind, stated)
  return { document: complete, inconsistencies: findInconsistencies(stated, complete) }
}

function fillIn(kind: Kind, stated: StatedDocument): CompleteDocument {
  const lines = stated.lines.map(completeLine)
  const allowances = (stated.allowances ?? []).map(completeDocumentAllowance)
  const charges = (stated.charges ?? []).map(completeDocumentAllowance)
  const vatBreakdown = withExemptions(vatRows({ lines, allowances, charges }), stated)
  const { delivery } = stated
  return {
    ...stated,
    specificationId: stated.specificationId ?? kind.specificationId,
    businessProcess: stated.businessProcess ?? kind.businessProcess,
    typeCode: stated.typeCode ?? kind.typeCode,
    seller: completeParty(stated.seller),
    buyer: completeParty(stated.buyer),
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
  }
}

function completeParty(party: StatedDocument['seller'] | StatedDocument['buyer']): CompleteParty {
  const taxRegistrationId = 'taxRegistrationId' in party ? party.taxRegistrationId : undefined
  return {
    ...party,
    endpoint: splitIdentifier(party.endpoint),
    identifiers: (party.identifiers ?? []).map(splitIdentifier),
    legalId: identifierOf(party.legalId),
    taxRegistrationId: taxRegistrationId && {
      id: taxRegistrationId.id,
      scheme: taxRegistrationId.scheme ?? 'TAX',
    },
  }
}

function identifierOf(input: IdentifierInput | undefined): Identifier | undefined {
  return input === undefined ? undefined : splitIdentifier(input)
}

function completePayment(stated: StatedDocument): CompletePayment | undefined {
  if (stated.payment === undefined) return undefined
  return { ...stated.payment, meansCode: stated.payment.meansCode ?? creditTransferCode(stated) }
}

function completeLine(line: StatedLine, index: number): CompleteLine {
  const hasGross = line.grossPrice !== undefined
  const priced = {
    ...line,
    id: line.id ?? String(index + 1),
    quantity: tidy(line.quantity),
    unitCode: line.unitCode ?? defaultUnitCode,
    netPrice: line.netPrice === undefined ? formatDecimal(netPriceOf(line)) : tidy(line.netPrice),
    // UBL has no place for a gross price without a discount, so a gross price brings one, if need be of 0.
    priceDiscount: line.priceDiscount === undefined ? (hasGross ? '0' : undefined) : tidy(line.priceDiscount),
    grossPrice: line.grossPrice && tidy(line.grossPrice),
    priceBaseQuantity: line.priceBaseQuantity && tidy(line.priceBaseQuantity),
    vat: completeVat(line.vat),
    allowances: (line.allowances ?? []).map(completeAllowance),
    charges: (line.charges ?? []).map(completeAllowance),
    standardItemId: identifierOf(line.standardItemId),
  }
  return { ...priced, netAmount: money(lineAmount(priced)) }
}

function completeAllowance<T extends StatedAllowance>(allowance: T): T & CompleteAllowance {
  return {
    ...allowance,
    amount: money(allowanceAmount(allowance)),
    baseAmount: allowance.baseAmount && money(parseDecimal(allowance.baseAmount)),
    percent: allowance.percent && tidy(allowance.percent),
  }
}

function completeDocumentAllowance(
  allowance: NonNullable<StatedDocument['allowances']>[number],
): CompleteDocumentAllowance {
  return { ...completeAllowance(allowance), vat: completeVat(allowance.vat) }
}

/** The model lets the category be left out only where the rate is more than 0. */
function completeVat({ category = 'S', rate }: StatedLine['vat']): CompleteVat {
  return { category, rate: rate && tidy(rate) }
}

/** The computed rows with the reasons for exemption that the caller gave, by category and rate or by category alone. */
function withExemptions(rows: CompleteVatRow[], stated: StatedDocument): CompleteVatRow[] {
  const given = new Map((stated.vatBreakdown ?? []).map((row) => [vatKey(row), row]))
  return rows.map((row) => {
    const { exemptionReason, exemptionReasonCode } = given.get(vatKey(row)) ?? given.get(row.category) ?? {}
    return { ...row, exemptionReason, exemptionReasonCode }
  })
}

/** The same decimal without leading zeros and without a sign on zero; the decimals stay as many as they are. */
function tidy(decimal: string): string {
  return formatDecimal(parseDecimal(decimal))
}
