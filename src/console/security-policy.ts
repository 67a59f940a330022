// What a page may load and who may show it (Content Security Policy Level 3): no script runs.

const page =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; " +
  "frame-ancestors 'none'; base-uri 'none'"

/** Of every page, except those below. */
export const contentSecurityPolicy = page

/** Of a page that shows a PDF. */
export const framingSecurityPolicy = `${page}; frame-src 'self'`

/** Of the PDF: the viewer of a browser brings styles of its own. */
export const framedSecurityPolicy = "frame-ancestors 'self'"
