// What a page may load and who may show it (Content Security Policy Level 3): no script runs.

const page =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; " +
  "frame-ancestors 'none'; base-uri 'none'"

/** The policy of every page, except those below. */
export const contentSecurityPolicy = page

/** The policy of a page that shows a PDF. */
export const framingSecurityPolicy = `${page}; frame-src 'self'`

/** The policy of the PDF: the viewer of a browser brings styles of its own. */
export const framedSecurityPolicy = "frame-ancestors 'self'"
