// What is not sent twice (docs/not-twice.md).
import { Problem } from '../../problem.ts'
import type { Taken } from '../../store/index.ts'

/** The problem of a document whose reference or number belongs to an earlier one. */
export function duplicateProblem({ what, holder }: Taken): Problem {
  const { id, reference, number, status, certainty } = holder
  const held =
    what === 'reference'
      ? `The reference '${reference}' belongs to document ${id}`
      : `The number '${number}', with the same sender and receiver, belongs to document ${id}`
  return new Problem('document.duplicate', {
    detail: `${held}, which is ${status}. A second document was not created. ${advice[what]}${
      status === 'failed' && certainty === 'unknown' ? ` ${mayHaveArrived}` : ''
    }`,
    documentId: id,
  })
}

const advice = {
  reference: 'Follow that one, or use a new reference for another document.',
  number: 'Follow that one; to send it all the same, add ?allowDuplicate=true.',
} as const

const mayHaveArrived = 'It may have arrived: ask the receiver before you send it again.'
