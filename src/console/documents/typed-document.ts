// The document that a form brings: a file or a text, and what the form says of it.
import type { Caller } from '../../core/gateway.ts'
import type { Submission } from '../../core/submit/submission.ts'
import type { validateOnly } from '../../core/validate.ts'
import { oneOf } from '../form.ts'

export const sendingPath = '/console/send'
export const maySend = { scope: 'documents:write', testToken: 'test' } as const

/** `document` is the file, as base64url; `once` names one check of it, which is sent once. */
export const sendingFields = ['document', 'text', 'kind', 'test', 'step', 'once'] as const
export type SendingGiven = { [name in (typeof sendingFields)[number]]?: string }

/** It is read as a whole, and every page about it carries it. */
export const documentBytesMax = 256 * 1024
/** What its base64url takes, and what a form says beside it. */
export const formBytesMax = Math.ceil((documentBytesMax * 4) / 3) + 64 * 1024

/** A longer text is not shown again. */
const textBytesMax = 64 * 1024

export type TypedKind = NonNullable<Submission['kind']>
export const typedKinds = ['invoice', 'creditNote', 'debitNote'] as const satisfies TypedKind[]

/** A JSON document has a kind; XML says its own. */
export type TypedDocument = {
  body: Parameters<typeof validateOnly>[1]
  kind?: TypedKind
  isTest: boolean
}

export function bytesIn({ document, text }: SendingGiven): Buffer | undefined {
  if (document) return Buffer.from(document, 'base64url')
  return text ? Buffer.from(text) : undefined
}

/** Throws Problem `request.invalid-field`. */
export function typedDocument(bytes: Buffer, given: SendingGiven): TypedDocument {
  const isTest = given.test === 'yes'
  if (isXml(bytes)) return { body: { format: 'xml', bytes, mediaType: 'application/xml' }, isTest }
  const kind = oneOf('kind', given.kind ?? 'invoice', typedKinds)
  return { body: { format: 'json', bytes }, kind, isTest }
}

/** What its first character says, after the marks of an encoding. */
function isXml(bytes: Buffer): boolean {
  return /^[\s\0\u00ef\u00bb\u00bf\u00fe\u00ff]*</.test(bytes.toString('latin1', 0, 100))
}

/** To be put right in a form; undefined for what is too long for one, or no text. */
export function textOf(bytes: Buffer | undefined): string | undefined {
  if (!bytes || bytes.length > textBytesMax || bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** A form that was not filled in yet is of test where the token is. */
export function isMarkedTest({ token }: Caller, given: SendingGiven): boolean {
  const isNew = Object.keys(given).length === 0
  return isNew ? token.environment === 'test' : given.test === 'yes'
}
