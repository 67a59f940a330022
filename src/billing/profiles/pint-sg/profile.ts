// PINT SG: the invoice of Singapore.
import { singaporeanCategories } from '../../vat-categories.ts'
import { pintTypeCodes } from '../pint-type-codes.ts'
import type { Profile } from '../profile.ts'

const businessProcess = 'urn:peppol:bis:billing'

export const pintSg: Profile = {
  name: 'pint-sg',
  title: 'PINT SG',
  billing: {
    specificationId: 'urn:peppol:pint:billing-1@sg-1',
    continuedBy: '@',
    businessProcess,
    businessProcesses: [businessProcess],
  },
  nationalGroup: 'sg',
  taxScheme: 'GST',
  taxCurrency: 'SGD',
  vatCategories: singaporeanCategories,
  standardCategory: 'SR',
  categoryRule: 'BR-CL-18-GST-SG',
  typeCodes: pintTypeCodes,
  // GIRO and PayNow.
  paymentMeans: ['Z01', 'Z02'],
  exactLines: true,
  without:
    /^(?:PEPPOL-(?!EN16931-R(?:002|005|054|120|130|046|040)$)|BR-(?:CO-09|53|61|DEC-2[34578])$)/,
}
