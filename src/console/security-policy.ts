// What a page may load and who may show it (Content Security Policy Level 3, Trusted Types).
import { randomBytes } from 'node:crypto'

/** New for each answer: what strangers wrote into a page cannot know it. */
export function newNonce(): string {
  return randomBytes(16).toString('base64')
}

/**
 * The policy of every page. Scripts are named by their nonce and not by 'self': files of strangers
 * are served from the same origin.
 */
export function pageSecurityPolicy(nonce: string): string {
  return (
    `default-src 'none'; script-src 'nonce-${nonce}'; connect-src 'self'; style-src 'self'; ` +
    "img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; " +
    "require-trusted-types-for 'script'; trusted-types console"
  )
}

/** The policy of what is part of a page: a logo that is opened as a page of its own is inert. */
export const assetSecurityPolicy = "default-src 'none'; sandbox"

/** The policy of the PDF, which is no page: the viewer of a browser brings styles of its own. */
export const pdfSecurityPolicy = "frame-ancestors 'none'; base-uri 'none'"
