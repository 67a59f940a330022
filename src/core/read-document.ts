// A caller's body becomes the document that travels: UBL bytes from the root's '<' to its closing '>', and what is read
// from them. JSON is turned into UBL first, so that both kinds of input go one way from there.
import {
  type BillingDocument,
  completeDocument,
  type Kind,
  kinds,
  readBusinessDocument,
  type Summary,
  toUbl,
  type UnreadDocument,
} from '../billing/index.ts'
import { Problem, type ProblemDetail } from '../problem.ts'

/** A file that came beside the document, and is in it as well. */
export type AttachedFile = { name: string; mediaType: string; bytes: Buffer }

export type SubmittedBody =
  | { format: 'json'; bytes: Buffer; document: BillingDocument; attached?: readonly AttachedFile[] }
  | { format: 'xml'; bytes: Buffer; mediaType: string }

export type ReadDocument = {
  ubl: Buffer
  summary: Summary
  root: { namespace: string; local: string }
  /** What the caller stated and the arithmetic does not bear out. */
  inconsistencies: ProblemDetail[]
}

/** Throws Problem `request.malformed-xml`, `request.forbidden-xml`, `request.unsupported-media-type`, `request.missing-field`, `request.invalid-field`, `document.type-mismatch`. */
export function readDocument(kind: Kind, body: SubmittedBody): ReadDocument {
  if (body.format === 'xml') return { ...readUbl(kind, body.bytes), inconsistencies: [] }
  const { document, inconsistencies } = completeDocument(kind, body.document)
  return {
    ...readUbl(kind, toUbl(kind, document)),
    inconsistencies: inconsistencies.map(({ pointer, term, rule, stated, expected, message }) => ({
      pointer,
      code: term,
      ...(rule ? { rule } : {}),
      severity: 'error',
      message,
      value: stated,
      expected,
    })),
  }
}

function readUbl(kind: Kind, bytes: Buffer): Omit<ReadDocument, 'inconsistencies'> {
  const read = readBusinessDocument(bytes)
  if (read.kind !== 'read') throw unreadable(kind.root, read)
  const { summary, root, document } = read
  if (summary.kind !== kind.name) throw typeMismatch(kind, kinds[summary.kind])
  return { ubl: document, summary, root }
}

const xmlProblems = {
  malformed: 'request.malformed-xml',
  limit: 'request.malformed-xml',
  forbidden: 'request.forbidden-xml',
  encoding: 'request.unsupported-media-type',
} as const

/** Why bytes are no document, as a Problem; `expected` names the roots that would have been one. */
export function unreadable(expected: string, unread: UnreadDocument): Problem {
  if (unread.kind === 'no-xml') {
    const { reason, message, line, column } = unread
    return new Problem(xmlProblems[reason], { detail: message, errors: [{ message, line, column }] })
  }
  const errors = unread.faults.map(({ xpath, message, term, line, column }) => ({
    message,
    xpath,
    ...(term ? { code: term } : {}),
    line,
    column,
  }))
  if (unread.kind === 'wrong-root') {
    const detail = `The root element is {${unread.namespace}}${unread.local}; expected was ${expected}.`
    return new Problem('document.type-mismatch', { detail, errors })
  }
  const isMissing = unread.faults.some(({ reason }) => reason === 'missing')
  return new Problem(isMissing ? 'request.missing-field' : 'request.invalid-field', { errors })
}

function typeMismatch(expected: Kind, came: Kind): Problem {
  return new Problem('document.type-mismatch', {
    detail: `This is ${came.name === 'invoice' ? 'an' : 'a'} ${came.title.toLowerCase()}; post it to /api/v1/${came.path}/submit, not to /api/v1/${expected.path}/submit.`,
  })
}
