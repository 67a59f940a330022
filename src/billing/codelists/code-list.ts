// A code list: the codes that a field may have, where they come from, and which code a wrong one
// was probably meant to be.
import { nearestCode } from '../nearest.ts'

export type CodeList = {
  id: string
  title: string
  /** Who keeps the list. */
  standard: string
  /** The release of the rule set that says which of its codes are in use. */
  version: string
  /** The rules that ask for it. */
  rules: readonly [string, ...string[]]
  codes: ReadonlySet<string>
}

/** The codes of a text in which white space parts them. */
export function codesOf(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

/**
 * What to say of a value that is not in the list, as the end of a sentence: with the code that was
 * probably meant.
 */
export function notInList({ standard, codes }: CodeList, value: string): string {
  const meant = nearestCode(value, codes)
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`
  return `${JSON.stringify(value.slice(0, 60))} is not a code of ${standard}${hint}`
}
