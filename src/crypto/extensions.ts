// Extensions, as certificates, revocation lists, their entries and OCSP answers have them (RFC
// 5280, 4.1).
import { contentOf, type DerValue, derTags, readParts } from './der.ts'

/** Extensions by object identifier, in hexadecimal DER. */
export type Extensions = Map<string, { critical: boolean; value: Buffer }>

/** None when there is no list. Throws when one is there twice. */
export function readExtensions(list: DerValue | undefined): Extensions {
  const extensions: Extensions = new Map()
  if (!list) return extensions
  for (const extension of readParts(list, derTags.sequence)) {
    const [id, ...rest] = readParts(extension, derTags.sequence)
    const critical = rest[0]?.tag === derTags.boolean
    const value = contentOf(rest.at(-1), derTags.octetString)
    if (extensions.has(oidOf(id))) throw new Error('There is an extension twice')
    extensions.set(oidOf(id), { critical, value })
  }
  return extensions
}

/** Throws when a critical extension is not among those that the caller understands. */
export function checkCritical(extensions: Extensions, understood: readonly string[]): void {
  for (const [oid, { critical }] of extensions)
    if (critical && !understood.includes(oid))
      throw new Error('It has a critical extension that we do not know')
}

/** An object identifier in hexadecimal DER. */
export function oidOf(value: DerValue | undefined): string {
  return contentOf(value, derTags.objectIdentifier).toString('hex')
}
