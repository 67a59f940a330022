// Reports to tax authorities: where each stands, in one word and one colour.
import type { taxReportStatuses, taxReportTypes } from '../../core/record.ts'
import type { Tone } from './tone.ts'

type TaxReportStatus = (typeof taxReportStatuses)[number]
type TaxReportType = (typeof taxReportTypes)[number]

export const taxReportStates: Record<TaxReportStatus, { word: string; tone: Tone }> = {
  'not-applicable': { word: 'Not reported', tone: 'quiet' },
  pending: { word: 'Not delivered yet', tone: 'info' },
  sent: { word: 'Delivered to the authority', tone: 'info' },
  accepted: { word: 'Accepted by the authority', tone: 'good' },
  rejected: { word: 'Refused by the authority', tone: 'bad' },
  failed: { word: 'Failed', tone: 'bad' },
  overdue: { word: 'No answer of the authority', tone: 'care' },
  withdrawn: { word: 'Withdrawn', tone: 'quiet' },
}

export const taxReportTypeWords: Record<TaxReportType, string> = {
  submit: 'The document',
  resubmit: 'The same again',
  withdraw: 'It is no more',
  failed: 'It is not valid',
}

export const taxRegimeWords: Record<string, string> = {
  ae: 'United Arab Emirates',
  sk: 'Slovakia',
  om: 'Oman',
  vida: 'European Union',
}

export const taxRoleWords = { sender: 'as its sender', receiver: 'as its receiver' } as const

export const taxReportWords = {
  none: 'Nothing was reported yet.',
  regime: 'Where',
  role: 'Reported',
  tells: 'What it tells',
  report: 'Report',
  open: 'Open the report',
  code: 'Status of the authority',
  partnerCode: 'Status of the other access point',
  reported: 'Reports',
  aboutDocument: 'Open what it reports',
  tenant: 'Reports to tax authorities',
  noneOfTenant: 'none',
  fromDay: (participants: string, receiver: string, day: string) =>
    `${participants}, to ${receiver}, from ${day}`,
} as const
