// The bytes of a JSON body become a document of its model, or a problem with all its faults.
import {
  type BillingDocument,
  documentModel,
  type Kind,
  type KindName,
  kinds,
  sameName,
  withBuyerEndpoint,
} from '../billing/index.ts'
import { Problem } from '../problem.ts'
import { type Attached, isObject, withAttachments } from './attachments.ts'
import { inputProblem } from './input-problem.ts'
import type { JsonValue } from './json.ts'
import { parseJsonBody } from './json-body.ts'
import { typeMismatch } from './read-document.ts'

/**
 * Without `kind` the document names its own in its member `type`; the default is an invoice. `day`
 * (YYYY-MM-DD) decides which rules between the fields are in force. Throws Problem
 * `request.unsupported-media-type`, `request.malformed-json`, `request.unknown-field`,
 * `request.missing-field`, `request.invalid-field`, `document.type-mismatch`.
 */
export function readJsonDocument(
  bytes: Buffer,
  {
    kind,
    attached = [],
    day,
  }: { kind?: Kind | undefined; attached?: readonly Attached[] | undefined; day: string },
): { kind: Kind; document: BillingDocument } {
  const given = parseJsonBody(bytes)
  refuseWrapper(given)
  const input = withBuyerEndpoint(withAttachments(given, attached))
  const { stated, meant } = kindOf(input)
  if (kind && stated && stated.name !== kind.name) throw typeMismatch(kind, stated, '/type')
  const wanted = kind ?? meant ?? kinds.invoice
  const read = documentModel(wanted, day).safeParse(input)
  if (!read.success) throw inputProblem('body', read.error, input)
  return { kind: wanted, document: read.data }
}

const wrappers = [...Object.keys(kinds), 'document', 'data', 'body', 'payload']

/** Each field of a document inside `{"invoice": …}` would be a fault of its own. */
function refuseWrapper(given: JsonValue): void {
  const [[name, inside] = ['', null], ...others] = Object.entries(given ?? {})
  const isWrapper = others.length === 0 && sameName(name, wrappers) !== undefined
  if (!isWrapper || !isObject(inside)) return
  const code = 'request.unknown-field'
  const message = `${name} is not a field: send what is inside it, without {"${name}": …} around it`
  throw new Problem(code, {
    detail: message,
    errors: [{ pointer: `/${name}`, code, severity: 'error', message }],
  })
}

/**
 * The kind that `type` names, and the one it seems to mean, such as `CreditNote` or `credit_note`.
 */
function kindOf(input: unknown): { stated?: Kind | undefined; meant?: Kind | undefined } {
  const type =
    typeof input === 'object' && input !== null && 'type' in input ? input.type : undefined
  if (typeof type !== 'string') return {}
  const name = sameName(type, Object.keys(kinds) as KindName[])
  const meant = name && kinds[name]
  return { meant, stated: type === name ? meant : undefined }
}
