// What was said about a document, as its callers see it.
import { Problem } from '../../problem.ts'
import { type InvoiceStatusCode, invoiceStatuses } from '../../reporting/index.ts'
import type { Answer, AnswerSource, Said } from '../../store/index.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { saidBy } from './said.ts'
import { findDocument, type Reference } from './track.ts'

export type AnswerEntry = Said & {
  /** Id of the document that answers. */
  id: string
  kind: Answer['kind']
  code: string
  /** What the code means; those of all kinds mean the same. */
  status: (typeof invoiceStatuses)[InvoiceStatusCode]
  at: string
  /** Absent where nothing was sent: the answer to a scenario. */
  from?: { participant: string; name?: string; accessPoint?: string }
  /** Whether it says what becomes of the document; `doubt`: why not. */
  counts: boolean
  doubt?: string
  /** `document`: the answer as a document of its own, if it is the caller's. */
  links: { answer: string; document?: string }
}

type AnswersNeeds = Pick<Gateway, 'store'>
type Stored = Answer & { from?: AnswerSource }

/** Oldest first. Throws Problem `document.not-found`. */
export async function answersTo(
  { store }: AnswersNeeds,
  caller: Pick<Caller, 'tenant'>,
  reference: Reference,
): Promise<AnswerEntry[]> {
  const { id, direction } = await findDocument({ store }, caller, reference)
  const entries: AnswerEntry[] = []
  for (const answer of await store.answersTo(id))
    entries.push(toEntry({ id, direction }, answer, await saidBy({ store }, id, answer)))
  return entries
}

/** Throws Problem `document.not-found`, also for an answer to another document. */
export async function answerTo(
  { store }: AnswersNeeds,
  caller: Caller,
  reference: Reference,
  answerId: string,
): Promise<AnswerEntry> {
  const { id, direction } = await findDocument({ store }, caller, reference)
  const answer = (await store.answersTo(id)).find((one) => one.answerId === answerId)
  if (!answer) throw new Problem('document.not-found', { detail: 'It has no such answer.' })
  return toEntry({ id, direction }, answer, await saidBy({ store }, id, answer))
}

function toEntry(
  { id, direction }: { id: string; direction: 'outbound' | 'inbound' },
  { answerId, kind, code, at, doubt, from }: Stored,
  said: Said,
): AnswerEntry {
  const folder = direction === 'outbound' ? '/api/v1/inbound' : '/api/v1/status'
  const { participant, accessPoint } = from ?? {}
  return {
    ...{ id: answerId, kind, code, status: invoiceStatuses[code as InvoiceStatusCode] },
    at: at.toISOString(),
    ...(participant
      ? {
          from: {
            participant: participant.id,
            ...(participant.name ? { name: participant.name } : {}),
            ...(accessPoint ? { accessPoint } : {}),
          },
        }
      : {}),
    counts: doubt === undefined,
    ...(doubt === undefined ? {} : { doubt }),
    ...said,
    links: {
      answer: `/api/v1/documents/${id}/answers/${answerId}`,
      // A Message Level Status belongs to the access points.
      ...(kind === 'mls' ? {} : { document: `${folder}/${answerId}` }),
    },
  }
}
