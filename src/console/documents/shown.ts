// Everything that the page of a document shows, read for one caller.
import { askerFor } from '../../core/access/asker.ts'
import { mayCall } from '../../core/access/may-call.ts'
import type { Caller, Gateway } from '../../core/gateway.ts'
import { type InboundRecord, showInbound } from '../../core/receive/inbound.ts'
import type { AttemptEntry, AuditEntry, DocumentRecord, FileEntry } from '../../core/record.ts'
import { type AnswerEntry, answersTo } from '../../core/tracking/answers.ts'
import { findingsOf } from '../../core/tracking/findings.ts'
import { type ShownSheet, showStored } from '../../core/tracking/print.ts'
import { type ReportsOfDocument, reportsOfDocument } from '../../core/tracking/tax-reports.ts'
import { attemptsOf, filesOf, historyOf } from '../../core/tracking/track.ts'
import type { ReportedFinding } from '../../core/validate.ts'
import { Problem } from '../../problem.ts'
import { type State, stateOf } from '../words/states.ts'
import { actorNames } from './actor-names.ts'
import { textsOf } from './answers.ts'
import type { ActorNames } from './history.ts'
import { isForgettable } from './possible.ts'

export type Shown = {
  document: DocumentRecord
  state: State
  auditLog: AuditEntry[]
  names: ActorNames
  attempts: AttemptEntry[]
  files: FileEntry[]
  findings: ReportedFinding[]
  answers: AnswerEntry[]
  arrival: InboundRecord | undefined
  /** The document itself; or why it cannot be shown, in a sentence. */
  sheet: ShownSheet | string
  /** Absent where nothing was to be reported. */
  taxReports: ReportsOfDocument | undefined
  mayChange: boolean
  /** Whether the caller may have its contents removed now. */
  mayForget: boolean
}

/** Throws Problem `document.not-found`. */
export async function readShown(gateway: Gateway, caller: Caller, id: string): Promise<Shown> {
  const { document, auditLog } = await historyOf(gateway, caller, { id })
  const [names, attempts, { files }, findings, answers, arrival, sheet, taxReports] =
    await Promise.all([
      actorNames(gateway, caller, auditLog),
      attemptsOf(gateway, caller, { id }),
      filesOf(gateway, caller, { id }),
      findingsOf(gateway, caller, { id }),
      answersTo(gateway, caller, { id }),
      document.direction === 'inbound' ? showInbound(gateway, caller, document.id) : undefined,
      sheetOf(gateway, caller, id),
      document.taxReport && reportsOfDocument(gateway, caller, { id }),
    ])
  const testToken = document.test ? 'test' : 'nothing'
  const mayChange = mayCall(caller, { scope: 'documents:write', testToken })
  const mayForget = isForgettable(document) && mayCall(caller, { scope: 'admin', testToken })
  const state = stateOf({ ...document, answerReason: reasonIn(answers) })
  const parts = { names, attempts, files, findings: [...findings], answers, arrival, sheet }
  return { document, state, auditLog, ...parts, taxReports, mayChange, mayForget }
}

/** What a page shows of a document of ten thousand lines. */
const rowsMax = 200

async function sheetOf(gateway: Gateway, caller: Caller, id: string): Promise<ShownSheet | string> {
  try {
    const wish = { rowsMax, asker: askerFor(gateway, caller) }
    return await showStored(gateway, caller, { id }, wish)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return reasons[error.code] ?? 'The document cannot be shown here.'
  }
}

const reasons: { [code in Problem['code']]?: string } = {
  'document.content-removed': 'Its content was removed: its time was over, or it was forgotten.',
  'document.not-found': 'It has no content that could be shown here.',
  'pdf.wrong-document': 'It is a file: open it from the downloads.',
  'capacity.backlog-full': 'Too much is being printed: open this page again in a moment.',
}

/** Why, in the words of the newest Invoice Response that counts. */
function reasonIn(answers: readonly AnswerEntry[]): string | undefined {
  const last = answers.findLast(({ kind, counts }) => kind === 'invoice-response' && counts)
  return last && textsOf(last)[0]
}
