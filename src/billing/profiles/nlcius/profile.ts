// NLCIUS (SI-UBL 2.0), with its extension for G accounts.
import { bis } from '../bis/profile.ts'
import type { Profile } from '../profile.ts'

const { businessProcess } = bis.billing

export const nlcius: Profile = {
  name: 'nlcius',
  title: 'NLCIUS',
  billing: {
    specificationId: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:nen.nl:nlcius:v1.0',
    continuedBy: '#',
    businessProcess,
    businessProcesses: [businessProcess],
  },
  typeCodes: { invoice: ['380', '384', '389'], creditNote: ['381'], debitNote: [] },
  without: /^PEPPOL-/,
  rateOutsideScope: 'allowed',
  freeLines: true,
}
