// The bytes of a JSON body as a value, or the problem that says why they are not JSON.
import { Problem } from '../problem.ts'
import { JsonError, type JsonValue, parseJson } from './json.ts'

/**
 * Throws Problem `request.unsupported-media-type` for anything but UTF-8, and
 * `request.malformed-json` with the position.
 */
export function parseJsonBody(body: Buffer): JsonValue {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (cause) {
    if (cause instanceof JsonError) throw malformed(cause)
    throw new Problem('request.unsupported-media-type', {
      detail: 'The body is not valid UTF-8.',
      cause,
    })
  }
}

function malformed(cause: JsonError): Problem {
  const { line, column, message } = cause
  const detail = `Line ${line}, column ${column}: ${message}.`
  return new Problem('request.malformed-json', {
    detail,
    errors: [{ line, column, message }],
    cause,
  })
}
