// The small changes that forgeries are made of: edits of the SOAP part, by strangers and by
// trusted signers.
import { compose, edit, type HostileMessage, ns, resign } from './hostile-message.ts'

export type Edit = (soap: string) => string
export type Base = () => HostileMessage

/** Somebody without any key changes an honest message in transit. */
export function byStranger(change: Edit, base: Base = compose): Base {
  return () => edit(base(), change)
}

/**
 * A malicious trusted access point signs what it has changed: only the receiver's own rules
 * can help.
 */
export function bySigner(change: Edit, base: Base = compose): Base {
  return () => resign(edit(base(), change))
}

export const swap =
  (from: string | RegExp, to: string | ((found: string) => string)): Edit =>
  (soap) =>
    soap.replace(from, to as string)

export const both =
  (...changes: Edit[]): Edit =>
  (soap) =>
    changes.reduce((text, change) => change(text), soap)

export const drop =
  (name: string): Edit =>
  (soap) =>
    soap.replace(partOf(soap, name), '')

export const before = (tag: string, xml: string): Edit => swap(tag, () => `${xml}${tag}`)
export const after = (tag: string | RegExp, xml: string): Edit =>
  swap(tag, (found) => `${found}${xml}`)
export const intoHeader = (xml: string): Edit => before('</S12:Header>', xml)
export const intoSecurity = (xml: string): Edit => before('</wsse:Security>', xml)

/** An unknown header block that declares every prefix its content may use. */
export function foreign(xml: string): string {
  return (
    `<w:Foreign xmlns:w="urn:w" xmlns:wsse="${ns.wsse}" xmlns:wsu="${ns.wsu}" ` +
    `xmlns:ds="${ns.ds}">${xml}</w:Foreign>`
  )
}

/** The first element of that name, from its '<' to its '>'. */
export function partOf(soap: string, name: string): string {
  const start = soap.search(new RegExp(`<${name}[ >/]`))
  const end = soap.indexOf(`</${name}>`, start) + name.length + 3
  if (start < 0 || end < start) throw new Error(`There is no ${name}`)
  return soap.slice(start, end)
}

/** The ds:Reference with that URI, including its content. */
export function referenceTo(uri: string): RegExp {
  return new RegExp(`<ds:Reference URI="${uri}"[^>]*>.*?</ds:Reference>`)
}

/** Changes something inside the ds:Reference of that URI only. */
export const inReference =
  (uri: string, from: string | RegExp, to: string): Edit =>
  (soap) =>
    soap.replace(referenceTo(uri), (found) => found.replace(from, to))

/** Changes something inside the first element of that name only. */
export const inElement =
  (name: string, from: string | RegExp, to: string): Edit =>
  (soap) =>
    soap.replace(partOf(soap, name), (found) => found.replace(from, to))
