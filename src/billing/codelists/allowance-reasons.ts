// Reasons for an allowance (UNTDID 5189), as BR-CL-19 and PEPPOL-EN16931-CL002 allow them.
import { type CodeList, codesOf } from './code-list.ts'

export const allowanceReasons: CodeList = {
  id: 'UNCL5189',
  title: 'Reasons for an allowance',
  standard: 'UNTDID 5189',
  version: 'Peppol BIS Billing 3.0.21',
  rules: ['BR-CL-19', 'PEPPOL-EN16931-CL002'],
  codes: codesOf(`
    41 42 60 62 63 64 65 66 67 68 70 71 88 95 100 102 103 104 105
  `),
}
