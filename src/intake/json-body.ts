// The bytes of a JSON body as a value, or the problem that says why they are not JSON.
import { NumberLiteral } from '../billing/index.ts'
import { Problem } from '../problem.ts'
import { JsonError, type JsonValue, parseJson } from './json.ts'

/**
 * A member that is null is as good as absent: many serialisers write one for each field without a
 * value. Throws Problem `request.unsupported-media-type` for anything but UTF-8,
 * `request.malformed-json` and `request.too-large` with the position.
 */
export function parseJsonBody(body: Buffer): JsonValue {
  if (body.length === 0) throw empty()
  try {
    return withoutNulls(parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body)))
  } catch (cause) {
    if (cause instanceof JsonError) throw malformed(cause)
    throw new Problem('request.unsupported-media-type', {
      detail: 'The body is not valid UTF-8.',
      cause,
    })
  }
}

function malformed(cause: JsonError): Problem {
  const { line, column, message, isLimit } = cause
  const detail = `Line ${line}, column ${column}: ${message}.`
  return new Problem(isLimit ? 'request.too-large' : 'request.malformed-json', {
    detail,
    errors: [{ line, column, message }],
    cause,
  })
}

function empty(): Problem {
  const message = 'The body is empty: send JSON'
  return new Problem('request.malformed-json', {
    detail: `${message}.`,
    errors: [{ line: 1, column: 1, message }],
  })
}

/** In place: the value was just parsed, and has no other holder. No deeper than the parser goes. */
function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) for (const item of value) withoutNulls(item)
  else if (typeof value === 'object' && value !== null && !(value instanceof NumberLiteral))
    for (const [name, member] of Object.entries(value))
      if (member === null) delete value[name]
      else withoutNulls(member)
  return value
}
