// PINT A-NZ: the invoice of Australia and New Zealand.
import { pintTypeCodes } from '../pint-type-codes.ts'
import type { Profile, Specification } from '../profile.ts'

function specification(name: 'billing' | 'selfbilling'): Specification {
  const businessProcess = `urn:peppol:bis:${name}`
  return {
    specificationId: `urn:peppol:pint:${name}-1@aunz-1`,
    continuedBy: '@',
    businessProcess,
    businessProcesses: [businessProcess],
  }
}

export const pintAunz: Profile = {
  name: 'pint-aunz',
  title: 'PINT A-NZ',
  billing: specification('billing'),
  selfBilling: specification('selfbilling'),
  taxScheme: 'GST',
  vatCategories: ['S', 'Z', 'E', 'G', 'O'],
  categoryRule: 'aligned-ibrp-cl-01-aunz',
  typeCodes: {
    ...pintTypeCodes,
    invoice: [...pintTypeCodes.invoice, '389'],
    creditNote: [...pintTypeCodes.creditNote, '261'],
  },
  without: /^(?:PEPPOL-EN16931-(?:R007|R061|R11|P)|BR-(?:CO-09$|[SZEGO]-0[234]|[EGO]-10))/,
}
