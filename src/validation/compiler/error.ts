// Why a rule file is refused.

/** The rule file has something that the compiler does not know or that is wrong. */
export class CompileError extends Error {
  /** UTF-16 offset in the rule file, as soon as that is known. */
  at: number | undefined
  /** Line and column from 1, once the offset was looked up in the text. */
  line: number | undefined
  column: number | undefined

  constructor(message: string, at?: number) {
    super(message)
    this.name = 'CompileError'
    this.at = at
    this.line = undefined
    this.column = undefined
  }
}
