// What the calls on a document take besides the document itself, and how they can fail.
import { z } from 'zod'
import { documentModel, type Kind } from '../../billing/index.ts'
import { documentReference, isNamedOnce, namedOnce } from '../reference-to-document.ts'

/** A body that is bytes, in the words that programs know a file by. */
export function fileBody(description: string): z.ZodType<Buffer> {
  return bytesAs({ type: 'string', format: 'binary', description })
}

/** An XML body, taken as bytes. */
export function xmlBody(description: string): z.ZodType<Buffer> {
  return bytesAs({ type: 'string', description })
}

function bytesAs(schema: Record<string, unknown>) {
  return z
    .unknown()
    .refine((body) => Buffer.isBuffer(body))
    .meta(schema) as unknown as z.ZodType<Buffer>
}

/** The name of a kind in operation ids and in the schemas of the reference. */
export function schemaName({ name }: Kind): 'Invoice' | 'CreditNote' | 'DebitNote' {
  return ({ invoice: 'Invoice', creditNote: 'CreditNote', debitNote: 'DebitNote' } as const)[name]
}

export function jsonDocument(kind: Kind) {
  return documentModel(kind).meta({ id: schemaName(kind), description: `${kind.title} as JSON` })
}

/** An answer: generated clients give a file as bytes, and fail to read XML as a string. */
export const xmlFile = fileBody('A UBL 2.1 Invoice or CreditNote in UTF-8')

export const xml = xmlBody('A UBL 2.1 Invoice or CreditNote in UTF-8, sent on byte for byte')

/** JSON with files to put into its attachments, or XML. */
export const documentForm = z.unknown().meta({
  id: 'DocumentForm',
  type: 'object',
  description: 'The document as JSON or UBL; with JSON, its attachments can be files',
  properties: {
    document: {
      type: 'string',
      format: 'binary',
      description: 'What the body would be without the form: JSON or UBL',
    },
    attachments: {
      type: 'array',
      items: { type: 'string', format: 'binary' },
      description: 'PDF, PNG, JPEG, CSV, XLSX or ODS',
    },
  },
  required: ['document'],
})

/** XML, or a file that is not. */
export const fileForm = z.unknown().meta({
  id: 'FileForm',
  type: 'object',
  description: 'One file: XML, or one with its own media type, such as a PDF',
  properties: { document: { type: 'string', format: 'binary', description: 'The file' } },
  required: ['document'],
})

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
  'document.not-reportable',
  ...(['validation.schema-failed', 'validation.rules-failed'] as const),
  'participant.id-invalid',
  'participant.checksum-failed',
  ...(['validation.unavailable', 'capacity.backlog-full'] as const),
  ...(['capacity.storage', 'maintenance.draining'] as const),
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
