// What a browser sends: a query or a small form, each field at most once.
import { Problem } from '../problem.ts'

/** For a sign-in, the longest of them. */
export const formBytesMax = 4096

/**
 * The fields that were filled in, without blanks around them. Throws Problem
 * `request.unknown-parameter` for a field that is not in the list, `request.invalid-field` for one
 * that is given twice or holds what no database keeps.
 */
export function readFields<Name extends string>(
  given: string,
  names: readonly Name[],
  charactersMax = valueCharactersMax,
): { [name in Name]?: string } {
  const fields: { [name in Name]?: string } = {}
  for (const [name, value] of new URLSearchParams(given)) {
    const known = names.find((one) => one === name)
    if (!known) throw refused('request.unknown-parameter', 'The page has no such field.')
    if (known in fields) throw refused('request.invalid-field', 'A field is given twice.')
    if (value.includes('\0'))
      throw refused('request.invalid-field', 'A field contains the character U+0000.')
    if (value.length > charactersMax) throw refused('request.invalid-field', 'A field is too long.')
    if (value.trim()) fields[known] = value.trim()
  }
  return fields
}

const valueCharactersMax = 1000

function refused(code: 'request.unknown-parameter' | 'request.invalid-field', detail: string) {
  return new Problem(code, { detail })
}

/** The query of a URL, without what the page after an action is told (words/done.ts). */
export function queryOf(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1).replace(/(?:^|&)done=[a-z-]*(?=&|$)/, '')
}

/** Throws Problem `request.invalid-field`. */
export function oneOf<Value extends string>(
  name: string,
  value: string,
  values: readonly Value[],
): Value {
  const found = values.find((one) => one === value)
  if (found) return found
  throw wrongField(name, 'Choose one of the list.')
}

/** A name that must be given. Throws Problem `request.invalid-field`. */
export function nameIn<Name extends string>(
  given: { [name in Name]?: string },
  name: Name,
): string {
  const value = given[name]
  if (value && value.length <= nameCharactersMax) return value
  throw wrongField(name, `Write 1 to ${nameCharactersMax} characters.`)
}

/** What is wrong with the value of a field, to be shown beside it. */
export function wrongField(name: string, message: string): Problem {
  const code = 'request.invalid-field'
  return new Problem(code, { errors: [{ pointer: `/${name}`, code, message }] })
}

const nameCharactersMax = 255
