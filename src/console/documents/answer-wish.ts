// The answer to a received invoice, as its form has it.
import { actionCodes, type ResponseWish, reasonCodes } from '../../core/receive/respond.ts'
import { wrongField } from '../form.ts'
import { fittingFor, givenAnswers } from '../words/answers.ts'

export type AnswerField = (typeof answerFields)[number]
export type AnswerGiven = { [name in AnswerField]?: string }

export const reasonField = (code: (typeof reasonCodes)[number]) => `reason-${code}` as const
export const actionField = (code: (typeof actionCodes)[number]) => `action-${code}` as const

export const answerFields = [
  ...(['status', 'note', 'date', 'step', 'once'] as const),
  ...reasonCodes.map(reasonField),
  ...actionCodes.map(actionField),
] as const

export const noteCharactersMax = 1000

export const statuses = Object.keys(givenAnswers) as ResponseWish['status'][]

/** Only what fits the answer: a form may offer more. Throws Problem `request.invalid-field`. */
export function wishIn(given: AnswerGiven): ResponseWish {
  const status = statuses.find((one) => one === given.status)
  if (!status) throw wrongField('status', 'Choose an answer.')
  const { note, date } = given
  const fitting = fittingFor(status)
  const reasons = fitting.reasons.filter((code) => given[reasonField(code)] === 'yes')
  const actions = fitting.actions.filter((code) => given[actionField(code)] === 'yes')
  if (fitting.actions.length > 0 && reasons.length + actions.length === 0)
    throw wrongField('reasons', 'Say why, or what is to be done: choose at least one.')
  if ([...reasons, ...actions].some((code) => code === 'PPD' || code === 'OTH') && !note)
    throw wrongField('note', 'Say it in the note.')
  if (date && !/^\d{4}-\d\d-\d\d$/.test(date))
    throw wrongField('date', 'Write a day, such as 2026-11-28.')
  return {
    status,
    // The text of a code that says nothing by itself is the note.
    ...(reasons.length > 0 ? { reasons: reasons.map((code) => explained(code, note)) } : {}),
    ...(actions.length > 0 ? { actions: actions.map((code) => explained(code, note)) } : {}),
    ...(note ? { note } : {}),
    ...(date ? { effectiveDate: date } : {}),
  }
}

function explained<Code extends string>(code: Code, note: string | undefined) {
  return { code, ...(note && (code === 'PPD' || code === 'OTH') ? { text: note } : {}) }
}
