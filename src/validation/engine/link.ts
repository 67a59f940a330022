// The pages of the Peppol documentation that explain the rules of BIS Billing, one for each rule.
const pages = 'https://docs.peppol.eu/poacc/billing/3.0/rules'

/** The page of a rule by its id; undefined for rules without one. */
export function linkTo(id: string): string | undefined {
  if (/^(PEPPOL-EN16931-|PEPPOL-COMMON-|(DE|DK|GR|IS|IT|NL|NO|SE)-R-)/.test(id)) {
    return `${pages}/ubl-peppol/${id}/`
  }
  return /^(BR|UBL)-/.test(id) ? `${pages}/ubl-tc434/${id}/` : undefined
}
