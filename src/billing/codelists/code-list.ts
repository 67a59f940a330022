// A code list: the codes that a field may have, their source, and the code that a wrong one was
// probably meant to be.
import { codeWritten } from '../meant/code.ts'
import { nearestCode } from '../nearest.ts'

export type CodeList = {
  id: string
  title: string
  /** The organisation that maintains the list. */
  standard: string
  /** The release of the rule set that says which of its codes are in use. */
  version: string
  /** The rules that require it. */
  rules: readonly [string, ...string[]]
  codes: ReadonlySet<string>
  /** What a message says of a short list whose codes few people know by heart. */
  inWords?: string
}

/** The codes of a string, separated by white space. */
export function codesOf(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

/** The code that was probably meant by a value that is not in the list. */
export function codeMeant({ id, codes }: CodeList, value: string): string | undefined {
  return codeWritten(id, value) ?? nearestCode(value, codes) ?? withZeros(codes, value)
}

/** The code as a number: 0088 is 88. */
function withZeros(codes: ReadonlySet<string>, value: string): string | undefined {
  if (!/^[0-9]{1,3}$/.test(value)) return undefined
  const padded = value.padStart(4, '0')
  return codes.has(padded) ? padded : undefined
}

/** What to write when it is unknown which code was meant, as the end of a sentence. */
export function oneOfList({ standard, codes, inWords }: CodeList, example?: string): string {
  if (inWords !== undefined) return inWords
  if (codes.size <= namedMax) return `write one of ${[...codes].join(', ')}`
  const suchAs = example === undefined ? '' : `, such as ${JSON.stringify(example)}`
  return `write a code of ${standard}${suchAs}`
}

const namedMax = 10
