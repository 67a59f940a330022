// When VAT falls due (UNTDID 2005), as BR-CL-06 and PEPPOL-EN16931-CL006 allow them.
import { type CodeList, codesOf } from './code-list.ts'

export const taxPointDates: CodeList = {
  id: 'UNCL2005',
  title: 'When VAT falls due',
  standard: 'UNTDID 2005',
  version: 'Peppol BIS Billing 3.0.21',
  rules: ['BR-CL-06', 'PEPPOL-EN16931-CL006'],
  codes: codesOf(`
    3 35 432
  `),
}
