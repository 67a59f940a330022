// A code list: the codes that a field may have, their source, and the code that a wrong one was
// probably meant to be.
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
}

/** The codes of a string, separated by white space. */
export function codesOf(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

/**
 * What is wrong with a value that is not in the list, as the end of a sentence, with the code that
 * was probably meant.
 */
export function notInList({ standard, codes }: CodeList, value: string): string {
  const meant = nearestCode(value, codes)
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`
  return `${JSON.stringify(value.slice(0, 60))} is not a code of ${standard}${hint}`
}
