// The bytes of a JSON body become a document of its model, or a problem with all its faults.
import {
  type BillingDocument,
  documentModel,
  type Kind,
  type KindName,
  kinds,
  sameName,
} from '../billing/index.ts'
import { typeMismatch } from '../core/read-document.ts'
import { type Attached, withAttachments } from './attachments.ts'
import { inputProblem } from './input-problem.ts'
import { parseJsonBody } from './json-body.ts'

/**
 * Without `kind` the document names its own in its member `type`; the default is an invoice. Throws
 * Problem `request.unsupported-media-type`, `request.malformed-json`, `request.unknown-field`,
 * `request.missing-field`, `request.invalid-field`, `document.type-mismatch`.
 */
export function readJsonDocument(
  bytes: Buffer,
  {
    kind,
    attached = [],
  }: { kind?: Kind | undefined; attached?: readonly Attached[] | undefined } = {},
): { kind: Kind; document: BillingDocument } {
  const input = withAttachments(parseJsonBody(bytes), attached)
  const { stated, meant } = kindOf(input)
  if (kind && stated && stated.name !== kind.name) throw typeMismatch(kind, stated, '/type')
  const wanted = kind ?? meant ?? kinds.invoice
  const read = documentModel(wanted).safeParse(input)
  if (!read.success) throw inputProblem('body', read.error, input)
  return { kind: wanted, document: read.data }
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
