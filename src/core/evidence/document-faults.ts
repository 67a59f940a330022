// What does not agree with the audit log of a document: its record, its state, its files and what
// was said about it.
import { sha256 } from '../../crypto/index.ts'
import {
  type Audited,
  type AuditedState,
  type AuditLine,
  forgottenFacts,
  isChainIntact,
  isWithoutTexts,
  recordDigestOf,
} from '../../store/index.ts'
import { type MlsCode, mlsMeanings } from '../receive/take-status-message.ts'
import { coverFiles } from './evidence-files.ts'

/** All that is wrong, but for the bytes of its files. */
export function documentFaults(audited: Audited): string[] {
  const { documentId, lines, state } = audited
  const [first] = lines
  const last = lines.at(-1)
  if (!first || !last) return ['it has no lines in the audit log']
  if (!isChainIntact(documentId, lines)) return ['its chain of lines is broken']
  if (!state) return ['the audit log knows it, but the document is missing']
  return [
    ...(last.to === state.status
      ? []
      : [`it is '${state.status}', but its last line says '${last.to}'`]),
    ...recordFaults(state, lines),
    ...stateFaults(state, lines),
    ...answerFaults(audited),
    ...fileFaults(audited),
  ]
}

/** Whether the chain begins with the digest of the record: it does since there is one. */
export function hasRecordDigest({ lines }: Audited): boolean {
  return recordDigestOf(lines) !== undefined
}

function recordFaults(
  { record, isOfOneTenant }: AuditedState,
  lines: readonly AuditLine[],
): string[] {
  const digest = recordDigestOf(lines)
  const isForgotten = lines.some((line) => forgottenFacts(line) !== undefined)
  const isOther = digest !== undefined && sha256(Buffer.from(record)).toString('hex') !== digest
  return [
    ...(isOther ? ['its record is not the one of its audit log'] : []),
    ...(isForgotten && !isWithoutTexts(record) ? ['it was forgotten, and has texts'] : []),
    ...(isOfOneTenant ? [] : ['its record and its state name two tenants']),
  ]
}

function stateFaults(state: AuditedState, lines: readonly AuditLine[]): string[] {
  const isOut = state.direction === 'outbound'
  const delivered = lines.findLast(({ event }) => event === 'delivered')
  const receiptId = delivered?.detail?.replace(/^receipt /, '')
  const receivedAt = isOut ? delivered?.at : lines[0]?.at
  const isConfirmed = state.certainty === 'confirmed'
  const faults: string[] = []
  if (state.receiptId !== receiptId)
    faults.push(`its receipt is '${state.receiptId}', the log says '${receiptId}'`)
  if (state.receivedAt?.getTime() !== receivedAt?.getTime())
    faults.push('the time of its receipt is not that of the log')
  if (state.status === 'delivered' && !isConfirmed)
    faults.push(`it was delivered, and its certainty is '${state.certainty}'`)
  return [...faults, ...mlsFaults(state, lines)]
}

/** About what we sent, what the other side said; about what we received, what we said. */
function mlsFaults(state: AuditedState, lines: readonly AuditLine[]): string[] {
  const code = mlsCodeIn(state, lines)
  const isSaid = Object.values(mlsMeanings).some((meaning) => meaning === state.mlsStatus)
  const isSame =
    code === undefined
      ? state.mlsCode === undefined && !isSaid
      : state.mlsCode === code && state.mlsStatus === mlsMeanings[code]
  return isSame ? [] : ['its Message Level Status is not that of the log']
}

function mlsCodeIn(
  { direction }: Pick<AuditedState, 'direction'>,
  lines: readonly AuditLine[],
): MlsCode | undefined {
  const [wanted, form] =
    direction === 'outbound'
      ? (['mls-received', /^(AP|AB|RE)\b/] as const)
      : (['answered', /^mls (AP|AB|RE)$/] as const)
  for (const { event, detail } of lines) {
    const code = event === wanted ? form.exec(detail ?? '')?.[1] : undefined
    if (code) return code as MlsCode
  }
  return undefined
}

/** Each answer is a line, and each line an answer. */
function answerFaults({ state, lines, answers }: Audited): string[] {
  const noted = lines.flatMap(({ event, detail = '' }) =>
    event === 'answered' ? [/^(\S+ \S+)( |$)/.exec(detail)?.[1] ?? detail] : [],
  )
  const code = state && state.direction === 'outbound' ? mlsCodeIn(state, lines) : undefined
  const expected = [...noted, ...(code ? [`mls ${code}`] : [])].sort().join(', ')
  const stored = answers
    .map(({ kind, code }) => `${kind} ${code}`)
    .sort()
    .join(', ')
  const faults = stored === expected ? [] : ['what was said about it is not what the log says']
  const doubted = lines.filter(
    ({ event, detail = '' }) => event === 'answered' && /^\S+ \S+ ./.test(detail),
  )
  const isHeard = answers.filter(({ doubt }) => doubt !== undefined).length < doubted.length
  return isHeard ? [...faults, 'an answer counts that the log doubts'] : faults
}

// An envelope and a message are stored before they are sent, by no line.
const unnamedKinds: readonly string[] = ['sbd', 'as4-request']

function fileFaults({ files, lines }: Audited): string[] {
  const named = files.map((file) => ({ ...file, name: file.id }))
  const { missing, loose } = coverFiles({ files: named }, lines)
  return [
    ...missing.map(({ sequence }) => `its files are not those that line ${sequence} names`),
    ...loose
      .filter(({ kind }) => !unnamedKinds.includes(kind))
      .map(({ kind, name }) => `no line names its file ${name}, of the kind ${kind}`),
  ]
}
