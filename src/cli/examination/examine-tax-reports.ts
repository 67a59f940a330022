// What tenants have to report to tax authorities, as `fourcorner doctor` sees it: whether the
// network knows the authorities, and whether what is reported is kept for as long as it has to be.
import { lookup, NetworkError, parseDocumentType, parseParticipant } from '../../peppol/index.ts'
import { taxRegimes, taxReportingProcess } from '../../reporting/index.ts'
import type { TaxReporting } from '../../store/index.ts'
import type { Finding, Here } from './examination.ts'

/** An entry of a tenant. `retentionDays`: how long its documents keep their bytes; absent: ever. */
export type ReportingEntry = Pick<TaxReporting, 'regime' | 'receiver' | 'from'> & {
  retentionDays?: number | undefined
}

/** More would be a load test of the SMPs. */
const authoritiesMax = 20

export async function authoritiesFinding(
  here: Here,
  entries: readonly ReportingEntry[],
): Promise<Finding> {
  const check = 'tax reports'
  const authorities = firstOfEach(entries).slice(0, authoritiesMax)
  const faults: string[] = []
  let isDue = false
  for (const authority of authorities) {
    const fault = await faultOf(here, authority)
    if (fault === undefined) continue
    faults.push(`${authority.receiver} (${authority.regime}): ${fault}`)
    isDue ||= authority.from <= taxRegimes[authority.regime].dayOf(here.now())
  }
  const names = authorities.map(({ receiver, regime }) => `${receiver} (${regime})`).join(', ')
  if (faults.length === 0) return { check, outcome: 'ok', detail: `${names}: found` }
  return {
    check,
    outcome: isDue ? 'failed' : 'warning',
    detail: faults.join('\n'),
    remedy: 'Ask the tax authority for its participant, and compare it with taxReporting.',
  }
}

/** One entry for each participant of an authority, that which begins first. */
function firstOfEach(entries: readonly ReportingEntry[]): ReportingEntry[] {
  const sorted = [...entries].sort((one, other) => (one.from < other.from ? -1 : 1))
  const found = new Map<string, ReportingEntry>()
  for (const entry of sorted) {
    const key = `${entry.regime} ${entry.receiver}`
    if (!found.has(key)) found.set(key, entry)
  }
  return [...found.values()]
}

/** Why no report can be sent there; undefined if one can. */
async function faultOf(
  here: Here,
  { regime, receiver }: ReportingEntry,
): Promise<string | undefined> {
  const documentType = parseDocumentType(taxRegimes[regime].documentTypeId)
  const asked = { participant: parseParticipant(receiver), documentType }
  try {
    await lookup(here, { ...asked, process: taxReportingProcess })
    return undefined
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    return error.message
  }
}

const daysOfYear = 365.25

/** Undefined when nothing is removed too early, as far as it is known how long is long enough. */
export function retentionFinding(entries: readonly ReportingEntry[]): Finding | undefined {
  const faults = new Set<string>()
  for (const { regime, retentionDays } of entries) {
    const { title, retentionYears } = taxRegimes[regime]
    if (retentionDays === undefined || retentionYears === undefined) continue
    const daysMin = Math.ceil(retentionYears * daysOfYear)
    if (retentionDays < daysMin)
      faults.add(`${retentionDays} days; ${title} asks for ${retentionYears} years (${daysMin})`)
  }
  if (faults.size === 0) return undefined
  return {
    check: 'retention',
    outcome: 'warning',
    detail: [...faults].join('\n'),
    remedy: 'Set RETENTION_DAYS, or retentionDays of the tenants that report, to that many days.',
  }
}
