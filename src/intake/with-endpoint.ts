// A document in JSON with another electronic address of one party. Everything else stays as it was
// written, the digits of numbers included.
import { NumberLiteral } from '../billing/index.ts'
import type { JsonValue } from './json.ts'
import { parseJsonBody } from './json-body.ts'

export type PartyEndpoint = { role: 'seller' | 'buyer'; endpoint: string }

/** Throws Problem like parseJsonBody; an error for JSON that has no such party. */
export function withEndpoint(json: Buffer, { role, endpoint }: PartyEndpoint): Buffer {
  const document = parseJsonBody(json)
  const party = isObject(document) ? document[role] : undefined
  if (!isObject(document) || !isObject(party)) throw new Error(`the document has no ${role}`)
  return Buffer.from(toText({ ...document, [role]: { ...party, endpoint } }))
}

function toText(value: JsonValue): string {
  if (value instanceof NumberLiteral) return value.value
  if (Array.isArray(value)) return `[${value.map(toText).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}:${toText(one)}`,
  )
  return `{${members.join(',')}}`
}

function isObject(value: JsonValue | undefined): value is { [name: string]: JsonValue } {
  const isMade = typeof value === 'object' && value !== null
  return isMade && !Array.isArray(value) && !(value instanceof NumberLiteral)
}
