// Certificate revocation lists (RFC 5280, 5): complete lists of the certificates' own issuer.
import type { X509Certificate } from 'node:crypto'
import { decodeBase64 } from './base64.ts'
import { readFields } from './certificate.ts'
import { mayUse } from './certificate-fault.ts'
import { contentOf, type DerValue, derTags, readDer, readOnlyDer, readParts } from './der.ts'
import { checkCritical, type Extensions, readExtensions } from './extensions.ts'
import { readListingPoints } from './revocation-addresses.ts'
import { hasSerial, readSerials, type SerialSet } from './serial-set.ts'
import { checkPeriod, isSignedBy, type Period, readSigned, readTime } from './signed-der.ts'

/** A verified list. Plain values, so that it can be passed between threads. */
export type Crl = Period & { serials: SerialSet; scope: Scope }

/** What issuingDistributionPoint narrows the list to (5.2.5). */
type Scope = { only?: 'users' | 'authorities'; points?: string[] }

/** The status of a certificate. `unknown` is no statement at all, and never means good. */
export type Revocation = 'good' | 'revoked' | 'unknown'

const issuingDistributionPointOid = '551d1c'

/**
 * Parses and verifies a list in DER: version 2, signed by `issuer`, in force at `now` or before.
 * Whether it has expired is left to the caller. Time and memory grow linearly with its length.
 * Throws an Error that names the fault; also for lists that do not cover all certificates of their
 * issuer (indirect lists, delta lists, lists for some reasons only).
 */
export function readCrl(bytes: Uint8Array, issuer: X509Certificate, now: Date): Crl {
  const list = readSigned(readOnlyDer(bytes))
  const { algorithm, name, thisUpdate, nextUpdate, entries, extensions } = readList(list.signed)
  if (!algorithm.raw.equals(list.algorithm.raw)) throw new Error('It names two algorithms')
  if (!name.raw.equals(readFields(issuer).subject)) throw new Error('Another authority issued it')
  if (!mayUse(issuer, 'cRLSign')) throw new Error('Its issuer may not sign revocation lists')
  if (!isSignedBy(list, issuer.publicKey)) throw new Error("Its signature is not its issuer's")
  checkPeriod({ thisUpdate, nextUpdate }, now)
  checkCritical(extensions, [issuingDistributionPointOid])
  const scope = readScope(extensions)
  return { thisUpdate, nextUpdate, scope, serials: readSerials(entries) }
}

/**
 * The lists in a file, as DER: one in DER, or any number in PEM. Throws an Error when it is
 * neither. Nothing is verified.
 */
export function parseCrls(file: Buffer): Buffer[] {
  const blocks = [...file.toString('latin1').matchAll(pemList)].map(([, base64]) => base64!)
  const lists = blocks.length > 0 ? blocks.map((base64) => decodeBase64(base64)) : [file]
  for (const list of lists) readList(readSigned(readOnlyDer(list)).signed)
  return lists
}

const pemList = /-----BEGIN X509 CRL-----([^-]*)-----END X509 CRL-----/g

/** Whether the list names this issuer. */
export function isCrlOf(bytes: Uint8Array, issuer: X509Certificate): boolean {
  const { name } = readList(readSigned(readOnlyDer(bytes)).signed)
  return name.raw.equals(readFields(issuer).subject)
}

/** The status that a list gives to a certificate of the same issuer. */
export function revocationIn({ serials, scope }: Crl, certificate: X509Certificate): Revocation {
  if (scope.only && (scope.only === 'authorities') !== certificate.ca) return 'unknown'
  const named = scope.points && readListingPoints(certificate)
  if (scope.points && !named?.flat().some((url) => scope.points?.includes(url))) return 'unknown'
  return hasSerial(serials, readFields(certificate).serialNumber) ? 'revoked' : 'good'
}

const explicitExtensions = 0xa0

function readList(list: DerValue) {
  const [version, algorithm, name, begin, end, ...rest] = readParts(list, derTags.sequence)
  // Version 2 is encoded as 1.
  if (!contentOf(version, derTags.integer).equals(Buffer.from([1])) || !algorithm || !name)
    throw new Error('It is no list of version 2')
  const entries = rest[0]?.tag === derTags.sequence ? rest.shift() : undefined
  const wrapper = rest[0]?.tag === explicitExtensions ? rest.shift() : undefined
  if (rest.length > 0) throw new Error('It has more than a list has')
  return {
    algorithm,
    name,
    thisUpdate: readTime(begin),
    nextUpdate: readTime(end),
    entries: entries?.content ?? Buffer.alloc(0),
    extensions: readExtensions(wrapper && readOnlyDer(wrapper.content)),
  }
}

// Tags of IssuingDistributionPoint (5.2.5): [0] the point, [1] to [5] booleans and reasons.
const point = 0xa0
const narrowing: Record<number, Scope['only']> = { 129: 'users', 130: 'authorities' }
const fullName = 0xa0
const uri = 0x86

function readScope(extensions: Extensions): Scope {
  const extension = extensions.get(issuingDistributionPointOid)
  if (!extension) return {}
  const scope: Scope = {}
  for (const { tag, content } of readParts(readOnlyDer(extension.value), derTags.sequence)) {
    const only = narrowing[tag]
    if (tag === point) scope.points = readPointNames(content)
    else if (only && !scope.only && content.equals(Buffer.from([0xff]))) scope.only = only
    else throw new Error('It does not cover all certificates, or those of others too')
  }
  return scope
}

function readPointNames(content: Buffer): string[] {
  const names = readDer(content)
    .filter(({ tag }) => tag === fullName)
    .flatMap((name) => readDer(name.content))
  return names.filter(({ tag }) => tag === uri).map((name) => name.content.toString('latin1'))
}
