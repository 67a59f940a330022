// The Online Certificate Status Protocol (RFC 6960): the issuer, or a responder that it has
// authorised, states the status of one certificate.
import { createHash, type X509Certificate } from 'node:crypto'
import { parseCertificate, readFields } from './certificate.ts'
import { formFault, isIssuedBy, mayUse } from './certificate-fault.ts'
import type { Revocation } from './crl.ts'
import { contentOf, type DerValue, derTags, readOnlyDer, readParts } from './der.ts'
import { checkCritical, oidOf, readExtensions } from './extensions.ts'
import { checkPeriod, isSignedBy, type Period, readSigned, readTime } from './signed-der.ts'
import { writeAlgorithm, writeDer, writeSequence } from './write-der.ts'

type OcspAnswer = Period & { status: Revocation }

// SHA-1 only identifies the certificate here, and all responders support it (RFC 5019, 2.1.1).
const sha1Oid = '2b0e03021a'
const basicResponseOid = '2b0601050507300101'

/** How long a response without nextUpdate is used. */
const withoutNextMs = 3_600_000

/** OCSPRequest in DER, without a nonce, so that the response can be shared. */
export function buildOcspRequest(certificate: X509Certificate, issuer: X509Certificate): Buffer {
  const { nameHash, keyHash, serialNumber } = certificateId(certificate, issuer)
  const id = writeSequence(
    writeAlgorithm(sha1Oid),
    writeDer(derTags.octetString, nameHash),
    writeDer(derTags.octetString, keyHash),
    writeDer(derTags.integer, serialNumber),
  )
  return writeSequence(writeSequence(writeSequence(writeSequence(id))))
}

/**
 * Parses and verifies the response to buildOcspRequest: signed by the issuer or a responder that it
 * has authorised, about this certificate, in force at `now` or before. Whether it has expired is
 * left to the caller. Throws an Error that names the fault.
 */
export function readOcspResponse(
  bytes: Uint8Array,
  {
    certificate,
    issuer,
    now,
  }: { certificate: X509Certificate; issuer: X509Certificate; now: Date },
): OcspAnswer {
  const basic = readSigned(openResponse(bytes))
  const { responder, answers } = readData(basic.signed)
  const signers = [issuer, ...readAppointed(basic.rest, issuer, now)].filter((signer) =>
    isNamed(responder, signer),
  )
  if (!signers.some((signer) => isSignedBy(basic, signer.publicKey)))
    throw new Error('Its signature is not that of the issuer, nor of a responder of the issuer')
  const answer = answers.find((single) => isAbout(single, certificate, issuer))
  if (!answer) throw new Error('It is about another certificate')
  const read = readAnswer(answer)
  checkPeriod(read, now)
  return read
}

function certificateId(certificate: X509Certificate, issuer: X509Certificate) {
  const { subject, publicKey } = readFields(issuer)
  const { serialNumber } = readFields(certificate)
  return { nameHash: sha1(subject), keyHash: sha1(publicKey), serialNumber }
}

const explicit = (number: number) => 0xa0 + number

const failures: Record<number, string> = {
  1: 'malformedRequest',
  2: 'internalError',
  3: 'tryLater',
  5: 'sigRequired',
  6: 'unauthorized',
}

/** BasicOCSPResponse (4.2.1). */
function openResponse(bytes: Uint8Array): DerValue {
  const [status, wrapper] = readParts(readOnlyDer(bytes), derTags.sequence)
  const code = contentOf(status, derTags.enumerated)[0] ?? -1
  if (code !== 0) throw new Error(`The responder answers ${failures[code] ?? code}`)
  const [type, octets] = readParts(readOnlyDer(contentOf(wrapper, explicit(0))), derTags.sequence)
  if (oidOf(type) !== basicResponseOid) throw new Error('It is no basic response')
  return readOnlyDer(contentOf(octets, derTags.octetString))
}

function readData(data: DerValue): { responder: DerValue; answers: DerValue[] } {
  const parts = readParts(data, derTags.sequence)
  // Version 1 is the only one, and the default, which DER leaves out.
  if (parts[0]?.tag === explicit(0)) throw new Error('It is of a version that we do not know')
  const [responder, , answers, wrapper] = parts
  if (!responder) throw new Error('It names no responder')
  checkCritical(readExtensions(wrapper && readOnlyDer(contentOf(wrapper, explicit(1)))), [])
  return { responder, answers: readParts(answers, derTags.sequence) }
}

const ocspSigning = '1.3.6.1.5.5.7.3.9'
const noCheckOid = '2b0601050507300105'
/** More would only cost us time. */
const certificatesMax = 4

/**
 * The certificates in a response whose holders the issuer has authorised as responders (4.2.2.2).
 * Signers without id-pkix-ocsp-nocheck, whose own status would have to be checked, do not count.
 */
function readAppointed(
  [wrapper]: DerValue[],
  issuer: X509Certificate,
  now: Date,
): X509Certificate[] {
  if (!wrapper) return []
  return readParts(readOnlyDer(contentOf(wrapper, explicit(0))), derTags.sequence)
    .slice(0, certificatesMax)
    .map(({ raw }) => parseCertificate(raw))
    .filter((one) => isAppointed(one, now) && isIssuedBy(one, issuer))
}

// anyExtendedKeyUsage does not authorise a responder (4.2.2.2).
function isAppointed(certificate: X509Certificate, now: Date): boolean {
  const { notBefore, notAfter, extensions } = readFields(certificate)
  const isValid = notBefore <= now.getTime() && now.getTime() <= notAfter
  const isSound = isValid && formFault(certificate) === undefined
  const mayAnswer = mayUse(certificate, 'digitalSignature') && extensions.has(noCheckOid)
  return isSound && mayAnswer && certificate.keyUsage?.includes(ocspSigning) === true
}

/** Whether a ResponderID names this certificate, by [1] its subject or [2] its key. */
function isNamed({ tag, content }: DerValue, certificate: X509Certificate): boolean {
  const { subject, publicKey } = readFields(certificate)
  if (tag === explicit(1)) return content.equals(subject)
  return tag === explicit(2) && readOnlyDer(content).content.equals(sha1(publicKey))
}

function isAbout(answer: DerValue, certificate: X509Certificate, issuer: X509Certificate): boolean {
  const [id] = readParts(answer, derTags.sequence)
  const [algorithm, name, key, serial] = readParts(id, derTags.sequence)
  const { nameHash, keyHash, serialNumber } = certificateId(certificate, issuer)
  return (
    oidOf(readParts(algorithm, derTags.sequence)[0]) === sha1Oid &&
    contentOf(name, derTags.octetString).equals(nameHash) &&
    contentOf(key, derTags.octetString).equals(keyHash) &&
    contentOf(serial, derTags.integer).equals(serialNumber)
  )
}

// CertStatus: [0] good, [1] revoked, [2] unknown.
const statuses: Record<number, Revocation> = { 128: 'good', 161: 'revoked', 130: 'unknown' }

function readAnswer(answer: DerValue): OcspAnswer {
  const [, state, begin, ...rest] = readParts(answer, derTags.sequence)
  const status = statuses[state?.tag ?? 0]
  if (!status) throw new Error('The status is malformed')
  const end = rest.find(({ tag }) => tag === explicit(0))
  const wrapper = rest.find(({ tag }) => tag === explicit(1))
  checkCritical(readExtensions(wrapper && readOnlyDer(wrapper.content)), [])
  const thisUpdate = readTime(begin)
  const nextUpdate = end
    ? readTime(readOnlyDer(end.content))
    : new Date(thisUpdate.getTime() + withoutNextMs)
  return { status, thisUpdate, nextUpdate }
}

function sha1(bytes: Uint8Array): Buffer {
  return createHash('sha1').update(bytes).digest()
}
