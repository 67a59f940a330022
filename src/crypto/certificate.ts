// X.509 certificates (RFC 5280): reading them, and what they say of themselves.
import { X509Certificate } from 'node:crypto'
import { decodeBase64 } from './base64.ts'
import { contentOf, type DerValue, derTags, readDer, readParts } from './der.ts'
import { type Extensions, oidOf, readExtensions } from './extensions.ts'

/**
 * One certificate from DER bytes, PEM (bytes or text) or the base64 of its DER; white space and PEM
 * lines are tolerated, for some service metadata has them. Throws an Error for anything else, also
 * for bytes after the certificate.
 */
export function parseCertificate(source: Uint8Array | string): X509Certificate {
  const der =
    typeof source !== 'string' && source[0] === derTags.sequence ? source : decodeText(source)
  const key = Buffer.from(der.buffer, der.byteOffset, der.byteLength).toString('latin1')
  const known = parsed.get(key)
  if (known) return known
  const certificate = parseDer(der)
  if (der.byteLength <= parsedBytesMax) {
    if (parsed.size >= parsedMax) parsed.clear()
    parsed.set(key, certificate)
  }
  return certificate
}

// The same few access points come again and again, and to read a certificate costs a third of what
// a signature costs.
const parsed = new Map<string, X509Certificate>()
// A stranger's certificate is kept too, so neither their number nor their size may be his to
// choose.
const parsedMax = 1000
const parsedBytesMax = 8192

function parseDer(der: Uint8Array): X509Certificate {
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(der)
  } catch (cause) {
    throw new Error('This is not an X.509 certificate', { cause })
  }
  if (!certificate.raw.equals(der)) throw new Error('There is something after the certificate')
  return certificate
}

function decodeText(source: Uint8Array | string): Buffer {
  const text = typeof source === 'string' ? source : Buffer.from(source).toString('latin1')
  const base64 =
    /^\s*-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----\s*$/.exec(text)?.[1] ?? text
  try {
    return decodeBase64(base64)
  } catch (cause) {
    throw new Error('This is not a certificate in DER, PEM or base64', { cause })
  }
}

/**
 * The certificates of a PEM bundle, in its order; text between them is skipped. Throws when there
 * is none.
 */
export function parseCertificates(pemBundle: string): X509Certificate[] {
  const blocks = pemBundle.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []
  const begun = pemBundle.match(/-----BEGIN CERTIFICATE-----/g) ?? []
  if (blocks.length === 0) throw new Error('There is no PEM certificate')
  if (blocks.length < begun.length) throw new Error('A PEM certificate is damaged')
  return blocks.map((block) => parseCertificate(block))
}

/** SHA-256 over the certificate, in lower-case hexadecimal. */
export function fingerprint(certificate: X509Certificate): string {
  return certificate.fingerprint256.replaceAll(':', '').toLowerCase()
}

/** What we read of a certificate beyond what node:crypto gives. */
export type CertificateFields = {
  /** Object identifier of the issuer's signature algorithm, in hexadecimal DER. */
  signatureAlgorithm: string
  /** A positive integer, big-endian, as it stands in the certificate. */
  serialNumber: Buffer
  /** Names as DER. */
  issuer: Buffer
  subject: Buffer
  /** The public key's own bits (subjectPublicKey). */
  publicKey: Buffer
  /** The common names of the subject, as far as they are text; undefined for one that is not. */
  commonNames: (string | undefined)[]
  /** Unix milliseconds; not a number when the date cannot be read. */
  notBefore: number
  notAfter: number
  extensions: Extensions
}

// The same few certificates are asked about with every message.
const fieldsRead = new WeakMap<X509Certificate, CertificateFields>()

/** Reads the certificate's own DER (RFC 5280, 4.1). Throws when it is not as it should be. */
export function readFields(certificate: X509Certificate): CertificateFields {
  const known = fieldsRead.get(certificate)
  if (known) return known
  const fields = parseFields(certificate)
  fieldsRead.set(certificate, fields)
  return fields
}

function parseFields(certificate: X509Certificate): CertificateFields {
  const [outer] = readDer(certificate.raw)
  const [tbs, algorithm] = readParts(outer, derTags.sequence)
  const parts = readParts(tbs, derTags.sequence)
  // An explicit version comes first in all but version 1 certificates.
  if (parts[0]?.tag === explicitVersion) parts.shift()
  const [serialNumber, , issuer, , subject, keyInfo, ...rest] = parts
  if (!issuer || !subject) throw new Error('The certificate has no issuer or no subject')
  const [, key] = readParts(keyInfo, derTags.sequence)
  return {
    signatureAlgorithm: oidOf(readParts(algorithm, derTags.sequence)[0]),
    serialNumber: contentOf(serialNumber, derTags.integer),
    issuer: issuer.raw,
    subject: subject.raw,
    publicKey: contentOf(key, derTags.bitString).subarray(1),
    commonNames: commonNamesOf(subject),
    notBefore: Date.parse(certificate.validFrom),
    notAfter: Date.parse(certificate.validTo),
    extensions: readExtensions(extensionsOf(rest)),
  }
}

const explicitVersion = 0xa0
const explicitExtensions = 0xa3

function extensionsOf(parts: DerValue[]): DerValue | undefined {
  const wrapper = parts.find(({ tag }) => tag === explicitExtensions)
  return wrapper && readDer(wrapper.content)[0]
}

const commonNameOid = '550403'
const textTags = [0x0c, 0x13, 0x16]

function commonNamesOf(subject: DerValue): (string | undefined)[] {
  return readParts(subject, derTags.sequence)
    .flatMap((relative) => readParts(relative, derTags.set))
    .map((attribute) => readParts(attribute, derTags.sequence))
    .filter(([type]) => oidOf(type) === commonNameOid)
    .map(([, value]) =>
      value && textTags.includes(value.tag) ? value.content.toString('utf8') : undefined,
    )
}

/**
 * The subject's common name; undefined when it has none or several, for then none can be relied on.
 */
export function commonName(certificate: X509Certificate): string | undefined {
  const { commonNames } = readFields(certificate)
  return commonNames.length === 1 ? commonNames[0] : undefined
}
