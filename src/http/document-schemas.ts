// What the calls on a document take besides the document itself, and how they can fail.
import { z } from 'zod'
import { documentModel, type Kind } from '../billing/index.ts'
import { documentReference, isNamedOnce, namedOnce } from './reference-to-document.ts'

/** The name of a kind in operation ids and in the schemas of the reference. */
/** Bytes of any kind. */
export const anyBytes = z
  .unknown()
  .refine((body) => Buffer.isBuffer(body))
  .meta({ description: 'The bytes' }) as unknown as z.ZodType<Buffer>

export function schemaName({ name }: Kind): 'Invoice' | 'CreditNote' | 'DebitNote' {
  return ({ invoice: 'Invoice', creditNote: 'CreditNote', debitNote: 'DebitNote' } as const)[name]
}

export function jsonDocument(kind: Kind) {
  return documentModel(kind).meta({ id: schemaName(kind), description: `${kind.title} as JSON` })
}

const ublSchema = 'urn:oasis:names:specification:ubl:schema:xsd'

export type XmlRoot = { name: string; namespace: string }

export function ublRoots(...names: string[]): XmlRoot[] {
  return names.map((name) => ({ name, namespace: `${ublSchema}:${name}-2` }))
}

/**
 * An XML body, taken as bytes. It is described as an element with one of these roots: for a string,
 * the reference page would show no example and send a comment.
 */
export function xmlBody(description: string, roots: XmlRoot[]): z.ZodType<Buffer> {
  return z
    .unknown()
    .refine((body) => Buffer.isBuffer(body))
    .meta({
      description,
      anyOf: roots.map((xml) => ({ type: 'object', xml })),
    }) as unknown as z.ZodType<Buffer>
}

export const xml = xmlBody(
  'UBL 2.1 in UTF-8, sent on byte for byte',
  ublRoots('Invoice', 'CreditNote'),
)

/** A form with files: JSON of this kind with files to put into its attachments, or XML. */
export function documentWithFiles(kind: Kind) {
  return z.unknown().meta({
    type: 'object',
    description: 'The document as JSON or UBL; with JSON, its attachments can be files',
    properties: {
      document: {
        oneOf: [{ $ref: `#/components/schemas/${schemaName(kind)}` }, { type: 'string' }],
      },
      attachments: { type: 'array', items: { type: 'string', format: 'binary' } },
    },
    required: ['document'],
  })
}

export const byReference = documentReference.refine(isNamedOnce, namedOnce).meta({
  id: 'DocumentReference',
  description: 'A document, named by its id or by your own reference',
})

export const filesWanted = documentReference
  .extend({
    inline: z
      .boolean()
      .exactOptional()
      .meta({ description: 'Include the bytes of each file, in base64' }),
  })
  .refine(isNamedOnce, namedOnce)
  .meta({
    id: 'FilesWanted',
    description: 'A document, and whether to include the bytes of its files',
  })

export const submitProblems = [
  ...(['request.malformed-json', 'request.malformed-xml', 'request.forbidden-xml'] as const),
  ...(['request.unknown-field', 'request.missing-field', 'request.invalid-field'] as const),
  ...(['participant.sender-not-allowed', 'auth.environment-mismatch'] as const),
  ...(['request.too-large', 'request.unsupported-media-type'] as const),
  ...(['document.duplicate', 'idempotency.key-reused', 'idempotency.in-progress'] as const),
  ...(['document.type-mismatch', 'document.ambiguous'] as const),
  'document.totals-inconsistent',
  ...(['validation.schema-failed', 'validation.rules-failed'] as const),
  'participant.id-invalid',
  'participant.checksum-failed',
  ...(['validation.unavailable', 'capacity.backlog-full', 'maintenance.draining'] as const),
] as const

export const referenceProblems = [
  ...([
    'request.malformed-json',
    'request.unknown-field',
    'request.missing-field',
    'request.invalid-field',
  ] as const),
  ...(['document.not-found', 'document.type-mismatch'] as const),
  ...(['request.too-large', 'request.unsupported-media-type'] as const),
] as const
