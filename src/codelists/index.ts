// What the code lists of Peppol say, as facts that several rooms need.
import { familyIds, singleIds } from './document-types.ts'

const listed = new Set([...singleIds, ...familyIds])

/** Whether the code list of document types has this CustomizationID for Invoice or CreditNote. */
export function isListedCustomization(customizationId: string): boolean {
  if (listed.has(customizationId)) return true
  // A variant names its family first: `urn:peppol:pint:billing-1@aunz-1@more`.
  return familyIds.some((family) => customizationId.startsWith(`${family}@`))
}
