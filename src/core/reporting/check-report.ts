// A report is judged by the rules of its regime before it is sent for the first time: the authority
// would refuse what breaks them.
import { Problem } from '../../problem.ts'
import type { Document } from '../../store/index.ts'
import type { Gateway } from '../gateway.ts'
import { lacksRules, type ReportedFinding, validateOther } from '../validate.ts'

type CheckNeeds = Parameters<typeof validateOther>[0] & Pick<Gateway, 'store'>

export type ReportFault = {
  code: 'tax-report.invalid' | 'tax-report.not-validated'
  detail: string
}

/** Undefined for one that may be sent: without rules for it here, whatever it says. */
export async function faultInReport(
  gateway: CheckNeeds,
  { id, reports }: Document,
): Promise<ReportFault | undefined> {
  const file = await gateway.store.latestFile(id, 'ubl')
  if (!file) throw new Error(`the report ${id} has no content`)
  const body = { format: 'xml', bytes: file.bytes, mediaType: 'application/xml' } as const
  try {
    const { findings } = await validateOther(gateway, body, { layers: 'all' })
    const errors = findings.filter(({ severity }) => severity === 'error')
    // What is told to be invalid need not fit the schema of its type.
    const [first] = reports?.type === 'failed' ? errors.filter(isOfReport) : errors
    return first && { code: 'tax-report.invalid', detail: `${first.rule}: ${first.message}` }
  } catch (error) {
    if (lacksRules(error)) return undefined
    if (!(error instanceof Problem && error.retryable)) throw error
    return { code: 'tax-report.not-validated', detail: error.detail ?? error.message }
  }
}

function isOfReport({ xpath = '' }: ReportedFinding): boolean {
  return !/\/(?:\w+:)?SourceDocument\b/.test(xpath)
}
