// Who issues a billing document: the seller, except in self-billing.
import { isListedCustomization } from '../codelists/index.ts'

type Stated = { customizationId?: string; profileId?: string; typeCode?: string }

/** At the beginning of a segment: in BIS, in every PINT, and in what A-NZ used before. */
const selfBillingSegment = /(^|[:#])selfbilling(?=[-:@]|$)/
const billingSegment = /(^|[:#])billing(?=[-:@]|$)/

/** UNCL1001: self-billed invoice, credit note, debit note, and three of self-billed goods. */
const selfBilledTypeCodes = ['389', '261', '527', '500', '501', '502']

/**
 * Whether the buyer issues and sends a document. Its specification or process says so; where the
 * specification has no variant for self-billing in the code list, its type code does.
 */
export function isIssuedByBuyer({
  customizationId = '',
  profileId = '',
  typeCode = '',
}: Stated): boolean {
  if (selfBillingSegment.test(customizationId) || selfBillingSegment.test(profileId)) return true
  return selfBilledTypeCodes.includes(typeCode) && !hasSelfBillingVariant(customizationId)
}

function hasSelfBillingVariant(customizationId: string): boolean {
  const variant = customizationId.replace(billingSegment, '$1selfbilling')
  return variant !== customizationId && isListedCustomization(variant)
}
