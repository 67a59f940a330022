// PINT EU: the semantics of BIS Billing under other identifiers, without self-billing.
import { pintTypeCodes } from '../pint-type-codes.ts'
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
  typeCodes: pintTypeCodes,
  without: /^PEPPOL-EN16931-R007$/,
}
