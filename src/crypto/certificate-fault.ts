// Whether a certificate can be trusted: leaf, issuing authority and root, with nothing in between
// (RFC 5280, 6; the Peppol PKI has exactly these three). Revocation is not checked here: soundPaths
// says whom to ask about whom.
import type { X509Certificate } from 'node:crypto'
import { type CertificateFields, readFields } from './certificate.ts'
import { derTags, readDer, readParts } from './der.ts'
import { isStrongRsa } from './rsa.ts'
import { signatureDigests } from './signed-der.ts'

type CertificateFault = 'expired' | 'not-yet-valid' | 'untrusted' | 'key-usage'
export type KeyUsage = 'digitalSignature' | 'keyEncipherment' | 'dataEncipherment'
/** What a key is for (RFC 5280, 4.2.1.12). Access points have `clientAuth`. */
export type KeyPurpose = 'clientAuth'
type Fault = { fault: CertificateFault; detail: string }

// Bit numbers of the KeyUsage extension (RFC 5280, 4.2.1.3); bit 0 is the most significant of the
// first byte.
const usageBits: Record<KeyUsage | 'keyCertSign' | 'cRLSign', number> = {
  digitalSignature: 0,
  keyEncipherment: 2,
  dataEncipherment: 3,
  keyCertSign: 5,
  cRLSign: 6,
}

const keyUsageOid = '551d0f'
const basicConstraintsOid = '551d13'
const extendedKeyUsageOid = '551d25'
const subjectAltNameOid = '551d11'
// id-kp-clientAuth, and anyExtendedKeyUsage, in hexadecimal DER.
const purposeOids: Record<KeyPurpose, string> = { clientAuth: '2b06010505070302' }
const anyPurposeOid = '551d2500'
const understood = [keyUsageOid, basicConstraintsOid, extendedKeyUsageOid, subjectAltNameOid]

/**
 * What is wrong with a leaf certificate at a given time; undefined when nothing is. It must be
 * issued directly by one of the issuers (names, key identifiers, signature), an authority which one
 * of the roots has issued. All three must be valid then and have RSA keys of at least 2048 bits.
 * The leaf must not be an authority, and must allow all the given usages.
 */
export function certificateFault(
  certificate: X509Certificate,
  issuers: X509Certificate[],
  roots: X509Certificate[],
  now: Date,
  usages: (KeyUsage | KeyPurpose)[],
): Fault | undefined {
  const { issuing, paths } = pathsOf(certificate, issuers, roots)
  if (issuing.length === 0) return untrusted('It was not issued by one of the trusted authorities')
  if (paths.length === 0) return untrusted('Its issuer was not issued by one of the trusted roots')
  // An authority renewed with the same key makes several paths; one valid path is enough.
  const faults = paths.map((path) => pathFault(path, now))
  return faults.includes(undefined) ? leafFault(certificate, usages) : faults[0]
}

/**
 * Each way from the leaf to a root that holds at that time: leaf, issuer, root. None when
 * certificateFault finds the path faulty.
 */
export function soundPaths(
  certificate: X509Certificate,
  issuers: X509Certificate[],
  roots: X509Certificate[],
  now: Date,
): X509Certificate[][] {
  return pathsOf(certificate, issuers, roots)
    .paths.filter((path) => pathFault(path, now) === undefined)
    .map((path) => path.certificates.map((one) => one.certificate))
}

/**
 * `form` is what is wrong with a certificate at any time, `role` what is wrong with the authorities
 * above the leaf.
 */
type Path = {
  certificates: { certificate: X509Certificate; form: Fault | undefined }[]
  role: Fault | undefined
}
type Paths = { issuing: X509Certificate[]; paths: Path[] }

// Who issued whom does not change, and proving it takes several RSA operations: it is done once per
// certificate object. Validity does change, and is checked every time.
const known = new WeakMap<
  X509Certificate,
  Paths & { issuers: X509Certificate[]; roots: X509Certificate[] }
>()

function pathsOf(
  leaf: X509Certificate,
  issuers: X509Certificate[],
  roots: X509Certificate[],
): Paths {
  const before = known.get(leaf)
  if (before && isSame(before.issuers, issuers) && isSame(before.roots, roots)) return before
  const issuing = issuers.filter((issuer) => isIssuedBy(leaf, issuer))
  const paths = issuing.flatMap((issuer) =>
    roots.filter((root) => isIssuedBy(issuer, root)).map((root) => pathOf(leaf, [issuer, root])),
  )
  known.set(leaf, { issuing, paths, issuers: [...issuers], roots: [...roots] })
  return { issuing, paths }
}

function isSame(some: X509Certificate[], others: X509Certificate[]): boolean {
  return some.length === others.length && some.every((one, at) => one === others[at])
}

/** Whether names, key identifiers and signature match. */
export function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

function pathOf(leaf: X509Certificate, authorities: X509Certificate[]): Path {
  const roles = authorities.map((authority, below) => authorityFault(authority, below))
  return {
    certificates: [leaf, ...authorities].map((certificate) => ({
      certificate,
      form: formFault(certificate),
    })),
    role: roles.find((fault) => fault !== undefined),
  }
}

function pathFault({ certificates, role }: Path, now: Date): Fault | undefined {
  for (const { certificate, form } of certificates) {
    const fault = validityFault(certificate, now) ?? form
    if (fault) return fault
  }
  return role
}

// Written so that an unreadable date counts as a fault.
function validityFault(certificate: X509Certificate, now: Date): Fault | undefined {
  const fields = fieldsOf(certificate)
  if (!fields) return untrusted(`${describe(certificate)} cannot be read`)
  if (!(fields.notBefore <= now.getTime())) {
    const detail = `${describe(certificate)} is not valid before ${certificate.validFrom}`
    return { fault: 'not-yet-valid', detail }
  }
  if (!(now.getTime() <= fields.notAfter)) {
    return {
      fault: 'expired',
      detail: `${describe(certificate)} expired at ${certificate.validTo}`,
    }
  }
  return undefined
}

/** What is wrong with a certificate at any time, whatever it is used for. */
export function formFault(certificate: X509Certificate): Fault | undefined {
  const fields = fieldsOf(certificate)
  if (!fields) return untrusted(`${describe(certificate)} cannot be read`)
  if (!isStrongRsa(certificate.publicKey))
    return untrusted(`${describe(certificate)} has no sound RSA key of 2048 to 8192 bits`)
  if (!(fields.signatureAlgorithm in signatureDigests)) {
    return untrusted(`${describe(certificate)} is not signed with RSA and SHA-256 or better`)
  }
  const unknown = [...fields.extensions].find(
    ([oid, { critical }]) => critical && !understood.includes(oid),
  )
  return (
    unknown && untrusted(`${describe(certificate)} has a critical extension that we do not know`)
  )
}

// `below` is the number of authorities between this one and the leaf.
function authorityFault(authority: X509Certificate, below: number): Fault | undefined {
  const name = describe(authority)
  const fields = fieldsOf(authority)
  const mayIssue = authority.ca && fields !== undefined && hasUsage(fields, 'keyCertSign')
  if (!mayIssue) return untrusted(`${name} is no certificate authority`)
  return pathLengthOf(fields) < below
    ? untrusted(`${name} may not issue to other authorities`)
    : undefined
}

function leafFault(leaf: X509Certificate, usages: (KeyUsage | KeyPurpose)[]): Fault | undefined {
  const fields = fieldsOf(leaf)
  if (!fields || leaf.ca || saysAuthority(fields))
    return untrusted(`${describe(leaf)} is a certificate authority itself`)
  const missing = usages.filter((usage) =>
    usage === 'clientAuth' ? !hasPurpose(fields, usage) : !hasUsage(fields, usage),
  )
  if (missing.length === 0) return undefined
  return {
    fault: 'key-usage',
    detail: `${describe(leaf)} may not be used for ${missing.join(', ')}`,
  }
}

/** Whether KeyUsage is there and allows it; false for a certificate that cannot be read. */
export function mayUse(certificate: X509Certificate, usage: keyof typeof usageBits): boolean {
  const fields = fieldsOf(certificate)
  return fields !== undefined && hasUsage(fields, usage)
}

function hasUsage(fields: CertificateFields, usage: keyof typeof usageBits): boolean {
  const extension = fields.extensions.get(keyUsageOid)
  if (!extension) return false
  const [bits] = readDer(extension.value)
  // The first content byte of a BIT STRING is the number of unused bits at its end; the
  // bits follow.
  const first = bits?.tag === derTags.bitString ? (bits.content[1] ?? 0) : 0
  return (first & (0x80 >> usageBits[usage])) !== 0
}

// Without the extension a key may be used for any purpose.
function hasPurpose(fields: CertificateFields, purpose: KeyPurpose): boolean {
  const extension = fields.extensions.get(extendedKeyUsageOid)
  if (!extension) return true
  const purposes = readParts(readDer(extension.value)[0], derTags.sequence).map(({ content }) =>
    content.toString('hex'),
  )
  return purposes.includes(purposeOids[purpose]) || purposes.includes(anyPurposeOid)
}

// X509Certificate.ca is false for one that says it is an authority but may not sign certificates.
function saysAuthority(fields: CertificateFields): boolean {
  const extension = fields.extensions.get(basicConstraintsOid)
  if (!extension) return false
  const [first] = readParts(readDer(extension.value)[0], derTags.sequence)
  return first?.tag === derTags.boolean && first.content[0] !== 0
}

function pathLengthOf(fields: CertificateFields): number {
  const extension = fields.extensions.get(basicConstraintsOid)
  if (!extension) return 0
  const length = readParts(readDer(extension.value)[0], derTags.sequence).find(
    ({ tag }) => tag === derTags.integer,
  )
  return length ? (length.content.length === 1 ? length.content[0]! : 0) : Number.POSITIVE_INFINITY
}

function fieldsOf(certificate: X509Certificate): CertificateFields | undefined {
  try {
    return readFields(certificate)
  } catch {
    return undefined
  }
}

function untrusted(detail: string): Fault {
  return { fault: 'untrusted', detail }
}

function describe(certificate: X509Certificate): string {
  return `The certificate ${certificate.subject.replaceAll('\n', ', ')}`
}
