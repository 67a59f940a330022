// Turns a caller's body into the document that travels: UBL bytes from the root's '<' to its
// closing '>', and what is read from them. JSON is converted to UBL first, so that both kinds of
// input take the same path from there.
import {
  type BillingDocument,
  type BusinessDocument,
  completeDocument,
  type Inconsistency,
  type Kind,
  kinds,
  readBusinessDocument,
  type Summary,
  shown,
  shownPointer,
  toUbl,
  type UnreadDocument,
} from '../billing/index.ts'
import { Problem, type ProblemDetail } from '../problem.ts'
import { accountDoubt, type Doubt, inJson, inXml } from './doubts.ts'
import { plainDocument } from './plain-document.ts'

/** JSON with more values (members, items, and what contains them) is not read. */
export const jsonValuesMax = 300_000

/** A file sent beside the document; the document contains it too. */
type AttachedFile = { name: string; mediaType: string; bytes: Buffer }

/** The body as received. JSON is parsed later, by Intake. */
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
  /** What deserves a look and refuses nothing. */
  doubts: Doubt[]
}

/** An amount that the arithmetic contradicts. */
type AmountFault = ProblemDetail & { rule: string }

const inconsistenciesReportedMax = 500

/** Throws Problem `request.invalid-field`. */
export function readJson(kind: Kind, stated: BillingDocument): ReadDocument {
  const plain = plainDocument(stated)
  const { document, inconsistencies, doubts } = completeDocument(kind, plain)
  const reported = inconsistencies.slice(0, inconsistenciesReportedMax)
  const read = readKind(kind, toUbl(kind, document))
  return {
    ...readXml(read),
    inconsistencies: { reported: reported.map(toDetail), count: inconsistencies.length },
    doubts: [...doubts.map(accountDoubt), ...inJson(read, stated)],
  }
}

function toDetail({ pointer, term, rule, stated, expected, message }: Inconsistency): AmountFault {
  return {
    pointer,
    code: 'document.totals-inconsistent',
    rule: rule ?? term,
    severity: 'error',
    message: `${shownPointer(pointer)} ${message}`,
    value: stated,
    expected,
  }
}

/** A document that travels as it came. */
export function readXml({ summary, root, document, doubts }: BusinessDocument): ReadDocument {
  return {
    ...{ ubl: document, summary, root, inconsistencies: { reported: [], count: 0 } },
    doubts: doubts.map(inXml),
  }
}

/**
 * Throws Problem `request.malformed-xml`, `request.forbidden-xml`, `request.too-large`,
 * `request.unsupported-media-type`, `document.ambiguous`, `document.type-mismatch`.
 */
export function readUbl(kind: Kind, bytes: Buffer): ReadDocument {
  return readXml(readKind(kind, bytes))
}

function readKind(kind: Kind, bytes: Buffer): BusinessDocument {
  const read = readBusinessDocument(bytes)
  if (read.kind !== 'read') throw unreadable(kind.root, read)
  if (read.summary.kind !== kind.name) throw typeMismatch(kind, kinds[read.summary.kind])
  return read
}

const xmlProblems = {
  malformed: 'request.malformed-xml',
  limit: 'request.too-large',
  forbidden: 'request.forbidden-xml',
  encoding: 'request.unsupported-media-type',
} as const

/** Why bytes are not acceptable XML, as a Problem. */
export function noXml({ reason, message, line, column }: NoXml): Problem {
  return new Problem(xmlProblems[reason], {
    detail: `Line ${line}, column ${column}: ${message}.`,
    errors: [{ message, line, column }],
  })
}

type NoXml = Omit<Extract<UnreadDocument, { kind: 'no-xml' }>, 'kind'>

/** Why bytes are not a document, as a Problem; `expected` names the acceptable root elements. */
export function unreadable(expected: string, unread: UnreadDocument): Problem {
  if (unread.kind === 'no-xml') return noXml(unread)
  const errors = unread.faults.map(({ xpath, message, reason, line, column }) => ({
    code: problemOfFault[reason],
    message,
    xpath,
    line,
    column,
  }))
  if (unread.kind === 'wrong-root') {
    const detail = rootFault(unread, expected)
    return new Problem('document.type-mismatch', { detail, errors })
  }
  return new Problem('document.ambiguous', { errors })
}

const problemOfFault = {
  'not-a-billing-document': 'document.type-mismatch',
  ambiguous: 'document.ambiguous',
} as const

function rootFault(
  { namespace, local }: { namespace: string; local: string },
  expected: string,
): string {
  if (local === 'StandardBusinessDocument')
    return (
      `The root element is ${local}, the envelope of the network: send the ${expected} inside it ` +
      'alone; the gateway makes the envelope.'
    )
  const known = Object.values(kinds).find((kind) => kind.root === local)
  if (known && namespace !== known.namespace)
    return (
      `The root element ${local} is in ${namespace ? shown(namespace) : 'no namespace'}: write ` +
      `xmlns="${known.namespace}".`
    )
  if (local === 'CrossIndustryInvoice')
    return (
      `The root element is ${local}: this is CII. Post it to /api/v1/documents/submit, or send ` +
      `UBL (${expected}) or JSON.`
    )
  return `The root element is ${rootName({ namespace, local })}; expected ${expected}.`
}

/** The name of a root element, for a message. */
export function rootName({ namespace, local }: { namespace: string; local: string }): string {
  return namespace === '' ? `${local} in no namespace` : `{${namespace}}${local}`
}

/** `pointer` is where JSON states its type. */
export function typeMismatch(expected: Kind, came: Kind, pointer?: string): Problem {
  const detail =
    `This is ${came.name === 'invoice' ? 'an' : 'a'} ${came.title.toLowerCase()}; ` +
    `post it to /api/v1/${came.path}/submit, not to /api/v1/${expected.path}/submit.`
  const errors: ProblemDetail[] = pointer
    ? [
        {
          pointer,
          code: 'document.type-mismatch',
          severity: 'error',
          message: detail,
          value: came.name,
          expected: expected.name,
        },
      ]
    : []
  return new Problem('document.type-mismatch', { detail, errors })
}
