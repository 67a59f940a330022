// Files sent beside a JSON document become its attachments.
import { NumberLiteral } from '../billing/index.ts'
import { Problem } from '../problem.ts'
import type { JsonValue } from './json.ts'

export type Attached = { name: string; mediaType: string; bytes: Buffer }

/**
 * JSON with the files in its `attachments`: each in the entry that names it, or else in a new one,
 * whose id (BT-122) is the file's name. Throws Problem `request.invalid-field` when another
 * attachment has that id.
 */
export function withAttachments(document: JsonValue, attached: readonly Attached[]): JsonValue {
  if (attached.length === 0 || !isObject(document)) return document
  const { attachments = [] } = document
  // The model refuses anything that is not a list, in its own words.
  if (!Array.isArray(attachments)) return document
  const left = [...attached]
  const filled = attachments.map((entry) => {
    if (!isObject(entry) || entry.content !== undefined) return entry
    const at = left.findIndex(({ name }) => name === entry.filename)
    const [file] = at < 0 ? [] : left.splice(at, 1)
    return file
      ? { mimeType: file.mediaType, ...entry, content: file.bytes.toString('base64') }
      : entry
  })
  refuseSameId(filled, left)
  return { ...document, attachments: [...filled, ...left.map(newEntry)] }
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

function isObject(value: JsonValue): value is { [name: string]: JsonValue } {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof NumberLiteral)
  )
}
