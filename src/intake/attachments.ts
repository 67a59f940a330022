// Files sent beside a JSON document become its attachments.
import { mimeTypes, NumberLiteral, shown } from '../billing/index.ts'
import { Problem } from '../problem.ts'
import type { JsonValue } from './json.ts'

export type Attached = { name: string; mediaType: string; bytes: Buffer }

/**
 * JSON with the files in its `attachments`: each in the entry that names it, or else in a new one,
 * whose id (BT-122) is the file's name. Throws Problem `request.invalid-field` when another
 * attachment has that id, or when a file is empty or of a type that cannot be attached.
 */
export function withAttachments(document: JsonValue, attached: readonly Attached[]): JsonValue {
  if (attached.length === 0 || !isObject(document)) return document
  const { attachments = [] } = document
  // The model refuses anything that is not a list, in its own words.
  if (!Array.isArray(attachments)) return document
  const left = [...attached]
  const filled = attachments.map((entry, index) => {
    if (!isObject(entry) || entry.content !== undefined) return entry
    const at = left.findIndex(({ name }) => name === entry.filename)
    const [file] = at < 0 ? [] : left.splice(at, 1)
    if (!file) return entry
    refuseUnfit(file, index, entry.mimeType)
    return { mimeType: file.mediaType, ...entry, content: file.bytes.toString('base64') }
  })
  refuseSameId(filled, left)
  for (const [at, file] of left.entries()) refuseUnfit(file, filled.length + at)
  return { ...document, attachments: [...filled, ...left.map(newEntry)] }
}

/** The model would speak of an entry that the caller did not write. */
function refuseUnfit(
  { name, mediaType, bytes }: Attached,
  index: number,
  stated?: JsonValue,
): void {
  const isUnknown = stated === undefined && !mimeTypes.codes.has(mediaType)
  const isEmpty = bytes.length === 0
  if (!isEmpty && !isUnknown) return
  const words = isEmpty
    ? 'empty: send its bytes, or leave it out'
    : `${shown(mediaType)}: ${mimeTypes.inWords} (BT-125-1)`
  const at = `/attachments/${index}`
  const message = `The file ${shown(name)} is ${words}`
  throw new Problem('request.invalid-field', {
    detail: message,
    errors: [
      isEmpty
        ? { pointer: `${at}/content`, message }
        : { pointer: `${at}/mimeType`, message, value: mediaType },
    ],
  })
}

function refuseSameId(entries: readonly JsonValue[], files: readonly Attached[]): void {
  const ids = new Set(entries.map((entry) => (isObject(entry) ? entry.id : undefined)))
  for (const [at, { name }] of files.entries()) {
    if (ids.has(name)) {
      const message =
        `There is another attachment '${name}': rename the file, or name it in an entry of ` +
        "'attachments' with an id of its own."
      const pointer = `/attachments/${entries.length + at}/id`
      throw new Problem('request.invalid-field', {
        detail: message,
        errors: [{ pointer, message, value: name }],
      })
    }
    ids.add(name)
  }
}

function newEntry({ name, mediaType, bytes }: Attached): JsonValue {
  return { id: name, filename: name, mimeType: mediaType, content: bytes.toString('base64') }
}

export function isObject(value: JsonValue): value is { [name: string]: JsonValue } {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof NumberLiteral)
  )
}
