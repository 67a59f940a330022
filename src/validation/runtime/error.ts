// Errors raised by an expression at run time, by their codes (XPath 2.0, appendix F; XPath
// Functions, appendix C).
export class XPathError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.name = 'XPathError'
    this.code = code
  }
}

export function fail(code: string, message: string): never {
  throw new XPathError(code, message)
}

/**
 * For errors in the context of a rule, which mean no match (XSLT 2.0, 5.5.4);
 * anything else is rethrown.
 */
export function meansNoMatch(error: unknown): void {
  if (!(error instanceof XPathError)) throw error
}
