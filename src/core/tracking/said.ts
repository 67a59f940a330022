// What another side says about a document, beside the code: as far as the record shows it. A
// stranger writes it, so it is bounded.
import { readStatusMessage, type StatusMessage } from '../../reporting/index.ts'
import type { Answer, Document, Said, SaidClarification } from '../../store/index.ts'
import { shortened } from '../../xml/index.ts'
import type { Gateway } from '../gateway.ts'

const textMax = 1_000
const codeMax = 255
const issuesMax = 100
/** Reasons and actions together, and the conditions of all of them. */
const clarificationsMax = 100

type Stated = Extract<StatusMessage, { kind: 'invoice-response' }>['reasons'][number]

export function saidIn(message: StatusMessage): Said {
  if (message.kind !== 'invoice-response') {
    const issues = message.issues.slice(0, issuesMax).map(({ line, text, reason }) => ({
      location: cut(line),
      text: cut(text),
      ...(reason === undefined ? {} : { code: cut(reason, codeMax) }),
    }))
    return {
      ...(message.description === undefined ? {} : { reason: cut(message.description) }),
      ...(issues.length > 0 ? { issues } : {}),
    }
  }
  const stated = clarified(message.reasons)
  const actions = stated.filter(({ isAction }) => isAction).map(({ said }) => said)
  const reasons = stated.filter(({ isAction }) => !isAction).map(({ said }) => said)
  const day = /^\d{4}-\d\d-\d\d/.exec(message.effectiveDate ?? '')?.[0]
  return {
    ...(reasons.length > 0 ? { reasons } : {}),
    ...(actions.length > 0 ? { actions } : {}),
    ...(message.note === undefined ? {} : { note: cut(message.note) }),
    ...(day ? { effectiveDate: day } : {}),
  }
}

function clarified(reasons: readonly Stated[]): { isAction: boolean; said: SaidClarification }[] {
  let left = clarificationsMax
  return reasons.slice(0, clarificationsMax).map(({ list, code, text, conditions }) => {
    const kept = conditions.slice(0, left).map(({ attribute, description }) => ({
      ...(attribute === undefined ? {} : { field: cut(attribute, codeMax) }),
      ...(description === undefined ? {} : { text: cut(description) }),
    }))
    left -= kept.length
    const said = {
      ...(code === undefined ? {} : { code: cut(code, codeMax) }),
      ...(text === undefined ? {} : { text: cut(text) }),
      ...(kept.length > 0 ? { conditions: kept } : {}),
    }
    return { isAction: list === 'OPStatusAction', said }
  })
}

function cut(text: string, charactersMax = textMax): string {
  return shortened(text, charactersMax)
}

/** What is stored with an answer, or, of one that an earlier version stored, is in its file. */
export async function saidBy(
  { store }: Pick<Gateway, 'store'>,
  documentId: string,
  { answerId, kind, said }: Pick<Answer, 'answerId' | 'kind' | 'said'>,
): Promise<Said> {
  if (said) return said
  const file =
    kind === 'mls'
      ? await store.latestFile(documentId, 'mls')
      : await store.latestFile(answerId, 'ubl')
  if (!file || file.bytes.length === 0) return {}
  try {
    const message = readStatusMessage(file.bytes)
    return message ? saidIn(message) : {}
  } catch {
    // Its code was read by the version that stored it; its content is not readable.
    return {}
  }
}

/** Why the other side's Message Level Status is what it is. */
export async function saidByMls(
  needs: Pick<Gateway, 'store'>,
  { id, direction, mls }: Document,
): Promise<Pick<Said, 'reason' | 'issues'>> {
  if (direction === 'inbound' || mls?.code === undefined) return {}
  const answer = await needs.store.mlsAnswerTo(id)
  if (!answer) return {}
  const { reason, issues } = await saidBy(needs, id, answer)
  return {
    ...(reason === undefined ? {} : { reason }),
    ...(issues === undefined ? {} : { issues }),
  }
}
