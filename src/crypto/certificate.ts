// X.509 certificates (RFC 5280): parsing them and reading their fields.
import { X509Certificate } from 'node:crypto'
import { decodeBase64 } from './base64.ts'
import { contentOf, type DerValue, derTags, readDer, readParts } from './der.ts'
import { type Extensions, oidOf, readExtensions } from './extensions.ts'

/**
 * One certificate from DER, PEM (bytes or string) or base64 of the DER. White space and PEM lines
 * are accepted: some service metadata has them. Throws an Error for anything else, including
 * trailing bytes.
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

// The same few access points recur, and parsing a certificate costs a third of a signature.
const parsed = new Map<string, X509Certificate>()
// Certificates of strangers are kept too, so both their number and their size are limited.
const parsedMax = 1000
const parsedBytesMax = 8192

function parseDer(der: Uint8Array): X509Certificate {
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(der)
  } catch (cause) {
    throw new Error('This is not an X.509 certificate', { cause })
  }
  if (!certificate.raw.equals(der)) throw new Error('There are bytes after the certificate')
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
 * The certificates of a PEM bundle, in order; text between them is skipped. Throws when there
 * are none.
 */
export function parseCertificates(pemBundle: string): X509Certificate[] {
  const blocks = pemBundle.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []
  const begun = pemBundle.match(/-----BEGIN CERTIFICATE-----/g) ?? []
  if (blocks.length === 0) throw new Error('There is no PEM certificate')
  if (blocks.length < begun.length) throw new Error('A PEM certificate is damaged')
  return blocks.map((block) => parseCertificate(block))
}

/** SHA-256 of the certificate, in lower-case hexadecimal. */
export function fingerprint(certificate: X509Certificate): string {
  return certificate.fingerprint256.replaceAll(':', '').toLowerCase()
}

/** Fields of a certificate that node:crypto does not give. */
export type CertificateFields = {
  /** Object identifier of the issuer's signature algorithm, in hexadecimal DER. */
  signatureAlgorithm: string
  /** A positive integer, big-endian, as in the certificate. */
  serialNumber: Buffer
  /** Names as DER. */
  issuer: Buffer
  subject: Buffer
  /** The public key's own bits (subjectPublicKey). */
  publicKey: Buffer
  /** The common names of the subject; undefined for one that is not a string. */
  commonNames: (string | undefined)[]
  /** Unix milliseconds; NaN when the date is unreadable. */
  notBefore: number
  notAfter: number
  extensions: Extensions
}

// Every message asks about the same few certificates.
const fieldsRead = new WeakMap<X509Certificate, CertificateFields>()

/** Reads the DER of the certificate (RFC 5280, 4.1). Throws when it is malformed. */
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
  // All but version 1 certificates begin with an explicit version.
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
 * The subject's common name; undefined when there is none, or several, since none could be
 * relied on.
 */
export function commonName(certificate: X509Certificate): string | undefined {
  const { commonNames } = readFields(certificate)
  return commonNames.length === 1 ? commonNames[0] : undefined
}
