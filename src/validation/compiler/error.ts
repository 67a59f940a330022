// Why a rule file is refused.

/** The rule file contains something wrong, or unknown to the compiler. */
export class CompileError extends Error {
  /** UTF-16 offset in the rule file, once known. */
  at: number | undefined
  /** Line and column from 1, once computed from the offset. */
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
