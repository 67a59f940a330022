// Turns a caller's body into the document that travels: UBL bytes from the root's '<' to its
// closing '>', and what is read from them. JSON is converted to UBL first, so that both kinds of
// input take the same path from there.
import {
  type BillingDocument,
  completeDocument,
  type Inconsistency,
  type Kind,
  kinds,
  readBusinessDocument,
  type Summary,
  toUbl,
  type UnreadDocument,
} from '../billing/index.ts'
import { Problem, type ProblemDetail } from '../problem.ts'

/** A file sent beside the document; the document contains it too. */
type AttachedFile = { name: string; mediaType: string; bytes: Buffer }

/** As received. JSON is parsed later, by Intake. */
export type SubmittedBody =
  | { format: 'json'; bytes: Buffer; attached?: readonly AttachedFile[] }
  | { format: 'xml'; bytes: Buffer; mediaType: string }

export type ReadDocument = {
  ubl: Buffer
  summary: Summary
  root: { namespace: string; local: string }
  /**
   * Amounts stated by the caller that the arithmetic contradicts: the first ones, and
   * how many there are.
   */
  inconsistencies: { reported: AmountFault[]; count: number }
}

/** `code` is the business term. */
type AmountFault = ProblemDetail & { code: string }

const inconsistenciesReportedMax = 500

/** Throws Problem `request.invalid-field`. */
export function readJson(kind: Kind, stated: BillingDocument): ReadDocument {
  const { document, inconsistencies } = completeDocument(kind, stated)
  const reported = inconsistencies.slice(0, inconsistenciesReportedMax)
  return {
    ...readUbl(kind, toUbl(kind, document)),
    inconsistencies: { reported: reported.map(toDetail), count: inconsistencies.length },
  }
}

function toDetail({ pointer, term, rule, stated, expected, message }: Inconsistency): AmountFault {
  return {
    pointer,
    code: term,
    ...(rule ? { rule } : {}),
    severity: 'error',
    message,
    value: stated,
    expected,
  }
}

/**
 * Throws Problem `request.malformed-xml`, `request.forbidden-xml`, `request.too-large`,
 * `request.unsupported-media-type`, `request.missing-field`, `request.invalid-field`,
 * `document.type-mismatch`.
 */
export function readUbl(kind: Kind, bytes: Buffer): ReadDocument {
  const read = readBusinessDocument(bytes)
  if (read.kind !== 'read') throw unreadable(kind.root, read)
  const { summary, root, document } = read
  if (summary.kind !== kind.name) throw typeMismatch(kind, kinds[summary.kind])
  return { ubl: document, summary, root, inconsistencies: { reported: [], count: 0 } }
}

const xmlProblems = {
  malformed: 'request.malformed-xml',
  limit: 'request.too-large',
  forbidden: 'request.forbidden-xml',
  encoding: 'request.unsupported-media-type',
} as const

/** Why bytes are not acceptable XML, as a Problem. */
export function noXml({ reason, message, line, column }: NoXml): Problem {
  return new Problem(xmlProblems[reason], { detail: message, errors: [{ message, line, column }] })
}

type NoXml = Omit<Extract<UnreadDocument, { kind: 'no-xml' }>, 'kind'>

/** Why bytes are not a document, as a Problem; `expected` names the acceptable root elements. */
export function unreadable(expected: string, unread: UnreadDocument): Problem {
  if (unread.kind === 'no-xml') return noXml(unread)
  const errors = unread.faults.map(({ xpath, message, term, line, column }) => ({
    message,
    xpath,
    ...(term ? { code: term } : {}),
    line,
    column,
  }))
  if (unread.kind === 'wrong-root') {
    const detail = `The root element is {${unread.namespace}}${unread.local}; expected ${expected}.`
    return new Problem('document.type-mismatch', { detail, errors })
  }
  const reasons = new Set(unread.faults.map(({ reason }) => reason))
  if (reasons.has('ambiguous')) return new Problem('document.ambiguous', { errors })
  const isMissing = reasons.has('missing')
  return new Problem(isMissing ? 'request.missing-field' : 'request.invalid-field', { errors })
}

/** `pointer` is where JSON states its type. */
export function typeMismatch(expected: Kind, came: Kind, pointer?: string): Problem {
  const detail =
    `This is ${came.name === 'invoice' ? 'an' : 'a'} ${came.title.toLowerCase()}; ` +
    `post it to /api/v1/${came.path}/submit, not to /api/v1/${expected.path}/submit.`
  const errors: ProblemDetail[] = pointer
    ? [{ pointer, severity: 'error', message: detail, value: came.name, expected: expected.name }]
    : []
  return new Problem('document.type-mismatch', { detail, errors })
}
