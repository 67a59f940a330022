// PINT EU: the semantics of BIS Billing under other identifiers. Self-billing is said by the type
// code alone.
import type { Profile } from '../profile.ts'

const businessProcess = 'urn:peppol:bis:billing'

export const pintEu: Profile = {
  name: 'pint-eu',
  title: 'PINT EU',
  billing: {
    specificationId: 'urn:peppol:pint:billing-1@eu-1',
    continuedBy: '@',
    businessProcess,
    businessProcesses: [businessProcess],
  },
  without: /^PEPPOL-EN16931-R007$/,
}
