// Message Level Statuses of every lawful form, for the tests of what is written.
import type { Mls, MlsIssue } from '../../src/reporting/index.ts'
import { oddTexts } from './odd-texts.ts'

export const issue: MlsIssue = { line: '/Invoice[1]/cbc:ID[1]', text: 'Too long', reason: 'BV' }
export const warning: MlsIssue = { ...issue, reason: 'BW' }

export const accepted: Mls = {
  id: '7c0e3b1a-0f4e-4f0e-9c5a-3a6d2b1f8e11',
  issuedAt: new Date('2026-11-21T10:05:02.953Z'),
  sender: '001110',
  receiver: '000306-TEST.unit-7',
  code: 'AP',
  documentId: '90f14eff-3705-4869-ad3c-caae270a234e',
  issues: [],
}
export const rejected: Mls = {
  ...accepted,
  code: 'RE',
  description: 'Refused for what it says',
  issues: [issue],
}

const reasons = ['BV', 'BW', 'FD', 'SV'] as const
const issueLists: MlsIssue[][] = [
  [],
  [{ ...warning, line: 'NA' }, warning],
  ...reasons.map((reason) => [{ ...issue, reason }]),
  reasons.map((reason) => ({ ...issue, reason })),
]
const codes = ['AP', 'AB', 'RE'] as const

/** Each code with each list of issues that it may have, in each odd text. */
export const lawful: [name: string, mls: Mls][] = codes.flatMap((code) =>
  issueLists
    .filter((issues) => (code === 'RE') === issues.some(({ reason }) => reason !== 'BW'))
    .flatMap((issues) => oddTexts.map(([what, text]) => form(code, issues, what, text))),
)

function form(code: Mls['code'], issues: MlsIssue[], what: string, text: string): [string, Mls] {
  const name = `${code}, ${issues.map(({ reason }) => reason).join(' ') || 'no issue'}, ${what}`
  const worded = issues.map((each) => ({ ...each, text }))
  return [name, { ...accepted, code, description: text, issues: worded }]
}
