// CustomizationIDs of UBL Invoice and CreditNote in the code list, in use or no longer.
import { documentTypes } from './listed.ts'

/** `alone`: values that stand for themselves. `families`: also for those that begin with them. */
export type Customizations = { alone: ReadonlySet<string>; families: ReadonlySet<string> }

let known: Customizations | undefined

/** Whether the code list of document types has this CustomizationID for Invoice or CreditNote. */
export function isListedCustomization(customizationId: string): boolean {
  const { alone, families } = billingCustomizations()
  if (alone.has(customizationId) || families.has(customizationId)) return true
  // A variant names its family first: `urn:peppol:pint:billing-1@aunz-1@more`.
  return customizationId.startsWith('urn:peppol:pint:') && isVariant(customizationId, families)
}

function isVariant(customizationId: string, families: ReadonlySet<string>): boolean {
  const pieces = customizationId.split('@')
  return pieces.some((_, kept) => families.has(pieces.slice(0, kept).join('@')))
}

export function billingCustomizations(): Customizations {
  known ??= customizations()
  return known
}

const billing = /^urn:oasis:names:specification:ubl:schema:xsd:(?:Invoice|CreditNote)-2::/

function customizations(): Customizations {
  const alone = new Set<string>()
  const families = new Set<string>()
  for (const { scheme, value } of documentTypes().filter((type) => billing.test(type.value))) {
    const customizationId = value.slice(value.indexOf('##') + 2, value.lastIndexOf('::'))
    const ids = scheme === 'peppol-doctype-wildcard' ? families : alone
    ids.add(customizationId)
  }
  return { alone, families }
}
