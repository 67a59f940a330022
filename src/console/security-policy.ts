// What a page may load and who may show it (Content Security Policy Level 3).

/** The policy of every page. */
export const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; " +
  "frame-ancestors 'none'; base-uri 'none'"

/** The policy of what is part of a page: a logo is opened as a page of its own without a script. */
export const assetSecurityPolicy = "default-src 'none'; sandbox"

/** The policy of the PDF, which is no page: the viewer of a browser brings styles of its own. */
export const pdfSecurityPolicy = "frame-ancestors 'none'; base-uri 'none'"
