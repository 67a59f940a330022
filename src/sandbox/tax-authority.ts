// The fifth corner: the tax authorities of the sandbox. Each is a participant that takes the
// reports of its regime, lists them in a file, and answers each with a Message Level Status.
import { chunksOf } from '../as4/index.ts'
import {
  formatParticipant,
  isSameIdentifier,
  type ParsedHeader,
  parseDocumentType,
  type Service,
} from '../peppol/index.ts'
import type { Arrival } from '../reception/index.ts'
import { type MlsIssue, taxRegimes, taxReportingProcess } from '../reporting/index.ts'
import { openLines } from './arrivals.ts'
import { type AuthorityRegime, readTaxReport, type TaxReport } from './read-tax-report.ts'
import type { Said } from './status-sender.ts'

/** `late`: what comes is answered once something else is set. `wrong`: about another document. */
type TaxAuthorityState = {
  answers: 'right' | 'late' | 'none' | 'twice' | 'rejected' | 'wrong'
}

/**
 * Finds the errors in a report by the rules of its regime. Undefined when none are installed: then
 * only its structure is looked at.
 */
export type JudgeTaxReport = (
  regime: AuthorityRegime,
  document: Buffer,
) => Promise<{ rule: string; message: string; xpath: string }[] | undefined>

export type TaxAuthorities = {
  /** Short forms. */
  participants: string[]
  servicesOf(participant: string): Service[] | undefined
  serves(header: ParsedHeader): boolean
  /** Judges and lists a report, once for each message, and sends the status for it. */
  take(arrival: TaxArrival): Promise<void>
  set(state: Partial<TaxAuthorityState>): void
  close(): void
}

export type TaxArrival = Pick<Arrival, 'message' | 'header' | 'document' | 'at'>

/** A line of the file. */
type TaxReportLine = TaxReport & {
  regime: AuthorityRegime
  instanceIdentifier: string
  messageId: string
  from?: string
  verdict: 'AP' | 'RE'
  /** What is wrong with it, each with its rule. */
  issues?: string[]
  /** RFC 3339, UTC. */
  at: string
}

const regimes: Readonly<Record<string, AuthorityRegime>> = {
  '0242:900000-tax_ae': 'ae',
  '0242:900000-tax_sk': 'sk',
}

/** How many are told of one report. */
const issuesMax = 20

/** Throws Error when the file is damaged. */
export function openTaxAuthorities({
  file,
  judge,
  send,
}: {
  file: string
  judge: JudgeTaxReport | undefined
  send(arrival: TaxArrival, said: Said): void
}): TaxAuthorities {
  const list = openLines(file, isTaxReportLine)
  const taken = new Map(list.lines.map((line) => [keyOf(line), Promise.resolve()]))
  const state: TaxAuthorityState = { answers: 'right' }
  const late: (() => void)[] = []

  async function takeFirst(arrival: TaxArrival): Promise<void> {
    const { header, message, at } = arrival
    const regime = regimes[formatParticipant(header.receiver)] as AuthorityRegime
    const document = await bytesOf(arrival)
    const { report, faults } = readTaxReport(document, regime, header)
    const issues = faults.length > 0 ? faults : await judged(judge, regime, document)
    const isRejected = issues.length > 0 || state.answers === 'rejected'
    list.append({
      ...{ regime, ...report, instanceIdentifier: header.instanceIdentifier },
      ...{ messageId: message.messageId, from: message.from },
      verdict: isRejected ? 'RE' : 'AP',
      ...(issues.length > 0 ? { issues: issues.map(({ text }) => text) } : {}),
      at: at.toISOString(),
    })
    answer(arrival, isRejected ? rejection(issues) : { code: 'AP', issues: [] })
  }

  function answer(arrival: TaxArrival, said: Said): void {
    const { answers } = state
    if (answers === 'late') late.push(() => answer(arrival, said))
    else if (answers === 'wrong') send(arrival, { ...said, documentId: `not-${said.code}` })
    else if (answers !== 'none') send(arrival, said)
    if (answers === 'twice') send(arrival, said)
  }

  return {
    participants: Object.keys(regimes),
    servicesOf,
    serves: ({ receiver, documentType, process }) =>
      (servicesOf(formatParticipant(receiver)) ?? []).some(
        (one) =>
          isSameIdentifier(one.documentType, documentType) &&
          isSameIdentifier(one.process, process),
      ),
    take(arrival) {
      const key = keyOf(arrival.message)
      const before = taken.get(key)
      if (before) return before
      const taking = takeFirst(arrival)
      taken.set(key, taking)
      taking.catch(() => taken.delete(key))
      return taking
    },
    set(change) {
      Object.assign(state, change)
      for (const send of late.splice(0)) send()
    },
    close: () => list.close(),
  }
}

async function judged(
  judge: JudgeTaxReport | undefined,
  regime: AuthorityRegime,
  document: Buffer,
): Promise<MlsIssue[]> {
  const findings = (await judge?.(regime, document)) ?? []
  return findings
    .slice(0, issuesMax)
    .map(({ rule, message, xpath }) => ({ line: xpath, text: `${rule}: ${message}`, reason: 'BV' }))
}

const refusedAnyway: MlsIssue = {
  line: 'NA',
  text: 'Refused, as the sandbox was told to.',
  reason: 'BV',
}

function rejection(issues: MlsIssue[]): Said {
  const told = issues.length > 0 ? issues : [refusedAnyway]
  return { code: 'RE', description: 'The report is refused.', issues: told }
}

function servicesOf(participant: string): Service[] | undefined {
  const regime = regimes[participant]
  if (regime === undefined) return undefined
  const documentType = parseDocumentType(taxRegimes[regime].documentTypeId)
  return [{ documentType, process: taxReportingProcess }]
}

async function bytesOf({ document }: TaxArrival): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of chunksOf(document)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Each access point has its own MessageIds; none contains a space. */
function keyOf({ from = '', messageId }: { from?: string; messageId: string }): string {
  return Buffer.from(`${from} ${messageId}`).toString()
}

function isTaxReportLine(value: object): value is TaxReportLine {
  const { instanceIdentifier, messageId, verdict } = value as Partial<TaxReportLine>
  return (
    typeof instanceIdentifier === 'string' &&
    typeof messageId === 'string' &&
    (verdict === 'AP' || verdict === 'RE')
  )
}
