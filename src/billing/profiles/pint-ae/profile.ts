// PINT AE: the invoice of the United Arab Emirates.
import type { Profile, Specification } from '../profile.ts'

function specification(name: 'billing' | 'selfbilling'): Specification {
  const businessProcess = `urn:peppol:bis:${name}`
  return {
    specificationId: `urn:peppol:pint:${name}-1@ae-1`,
    continuedBy: '@',
    businessProcess,
    businessProcesses: [businessProcess],
  }
}

export const pintAe: Profile = {
  name: 'pint-ae',
  title: 'PINT AE',
  billing: specification('billing'),
  selfBilling: specification('selfbilling'),
  nationalGroup: 'ae',
  taxCurrency: 'AED',
  categoryRule: 'ibr-139-ae',
  vatCategories: ['S', 'E', 'O', 'AE', 'Z', 'N'],
  typeCodes: { invoice: ['380', '480'], creditNote: ['381', '81'], debitNote: [] },
  selfBilledTypeCodes: { invoice: ['389', '480'], creditNote: ['261', '81'], debitNote: [] },
  // It has rules of its own for all of these.
  without: /^(?:PEPPOL|BR)-/,
}
