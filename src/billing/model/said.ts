// What the model says of a value: the rest of a sentence that begins with the place, such as
// `is "7,5": write 7.5 (BT-146)`, and the value to write instead. An issue of zod has room for one
// string only, so both travel in it.

const mark = '\u0000'

/** The message of an issue. `expected` is what to write instead, as far as that is known. */
export function said(words: string, expected?: string): string {
  return expected === undefined ? words : `${words}${mark}${expected}`
}

/** The parts of a message that `said` made; any other has no `expected`. */
export function heard(message: string): { words: string; expected?: string } {
  const [words = '', expected] = message.split(mark)
  return expected === undefined ? { words } : { words, expected }
}
