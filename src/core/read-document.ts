// A caller's body becomes the document that travels: UBL bytes from the root's '<' to its closing '>', and what is read
// from them. JSON is turned into UBL first, so that both kinds of input go one way from there.
import {
  type BillingDocument,
  completeDocument,
  type Kind,
  kinds,
  type Summary,
  summarize,
  toUbl,
} from '../billing/index.ts'
import { Problem, type ProblemDetail } from '../problem.ts'
import { parseXml, positionAt, type XmlDocument, XmlError } from '../xml/index.ts'

export type SubmittedBody =
  | { format: 'json'; bytes: Buffer; document: BillingDocument }
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
  const xml = parseBody(bytes)
  const read = summarize(xml)
  if ('faults' in read) throw faultsProblem(kind, xml, read)
  const { summary } = read
  if (summary.kind !== kind.name) throw typeMismatch(kind, kinds[summary.kind])
  const { namespace, local } = xml.root
  return { ubl: bytes.subarray(xml.rootStart, xml.rootEnd), summary, root: { namespace, local } }
}

function parseBody(bytes: Buffer): XmlDocument {
  try {
    return parseXml(bytes, { instructions: 'keep' })
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    const { line, column, message } = error
    throw new Problem(xmlProblems[error.reason], {
      detail: message,
      errors: [{ message, line, column }],
      cause: error,
    })
  }
}

const xmlProblems = {
  malformed: 'request.malformed-xml',
  limit: 'request.malformed-xml',
  forbidden: 'request.forbidden-xml',
  encoding: 'request.unsupported-media-type',
} as const

function faultsProblem(
  kind: Kind,
  xml: XmlDocument,
  { faults }: Extract<ReturnType<typeof summarize>, { faults: unknown }>,
): Problem {
  const position = positionAt(xml, xml.root.start)
  const errors = faults.map(({ xpath, message, term }) => ({
    message,
    xpath,
    ...(term ? { code: term } : {}),
    ...position,
  }))
  if (faults.some(({ reason }) => reason === 'not-a-billing-document')) {
    const detail = `The root element is {${xml.root.namespace}}${xml.root.local}; expected was ${kind.root}.`
    return new Problem('document.type-mismatch', { detail, errors })
  }
  const isMissing = faults.some(({ reason }) => reason === 'missing')
  return new Problem(isMissing ? 'request.missing-field' : 'request.invalid-field', { errors })
}

function typeMismatch(expected: Kind, came: Kind): Problem {
  return new Problem('document.type-mismatch', {
    detail: `This is a ${came.title.toLowerCase()}; post it to /api/v1/${came.path}/submit, not to /api/v1/${expected.path}/submit.`,
  })
}
