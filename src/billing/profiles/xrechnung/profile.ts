// XRechnung 3.0, with its extension and its variant for vehicles.
import { bis } from '../bis/profile.ts'
import type { Profile } from '../profile.ts'

const { businessProcess } = bis.billing

export const xrechnung: Profile = {
  name: 'xrechnung',
  title: 'XRechnung 3.0',
  billing: {
    specificationId: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
    continuedBy: '#',
    businessProcess,
    businessProcesses: [businessProcess],
  },
  without: /^PEPPOL-EN16931-(?:R00[237]|P01)/,
  rateOutsideScope: 'filled-in',
}
