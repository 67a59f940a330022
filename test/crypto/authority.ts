// Makes certificates for tests, good and bad, with node-forge, because Node cannot.
import { generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { readyPrivateKey } from './ready-keys.ts'

export type Made = { certificate: X509Certificate; privateKey: KeyObject; name: string }

export type CertificateWish = {
  name: string
  /** Absent: it is self-signed. */
  issuer?: Made
  privateKey?: KeyObject
  isAuthority?: boolean
  pathLength?: number
  /** Undefined leaves the KeyUsage extension out. */
  usages?: string[] | undefined
  /** Undefined leaves the ExtendedKeyUsage extension out. */
  purposes?: string[]
  from?: string
  to?: string
  digest?: 'sha1' | 'sha256'
  criticalExtension?: string
  /** Further extensions, not critical: DER by dotted id. */
  extensions?: Record<string, Uint8Array>
}

/** Of 2048 bits, unless told otherwise. */
export function newPrivateKey(modulusLength?: number): KeyObject {
  if (modulusLength === undefined) return readyPrivateKey()
  return generateKeyPairSync('rsa', { modulusLength }).privateKey
}

export function makeCertificate(wish: CertificateWish): Made {
  const privateKey = wish.privateKey ?? newPrivateKey()
  const issuerName = wish.issuer?.name ?? wish.name
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.setRsaPublicKey(toForge(privateKey).n, toForge(privateKey).e)
  certificate.serialNumber = `01${forge.util.bytesToHex(forge.random.getBytesSync(8))}`
  certificate.validity.notBefore = new Date(wish.from ?? '2026-01-01T00:00:00Z')
  certificate.validity.notAfter = new Date(wish.to ?? '2027-01-01T00:00:00Z')
  certificate.setSubject([{ name: 'commonName', value: wish.name }])
  certificate.setIssuer([{ name: 'commonName', value: issuerName }])
  certificate.setExtensions(extensionsOf(wish))
  const digest = wish.digest === 'sha1' ? forge.md.sha1.create() : forge.md.sha256.create()
  certificate.sign(toForge(wish.issuer?.privateKey ?? privateKey), digest)
  const pem = forge.pki.certificateToPem(certificate)
  return { certificate: new X509Certificate(pem), privateKey, name: wish.name }
}

/** A PKCS#12 file. With several entries it has no MAC, because node-forge writes only one key. */
export function makeKeystore(
  entries: { privateKey?: KeyObject; certificate: X509Certificate }[],
  password: string,
) {
  const parts = entries.map(({ privateKey, certificate }) =>
    forge.pkcs12.toPkcs12Asn1(
      privateKey ? toForge(privateKey) : (null as unknown as forge.pki.rsa.PrivateKey),
      [forge.pki.certificateFromPem(certificate.toString())],
      password,
      { useMac: entries.length === 1 },
    ),
  )
  const [first, ...others] = parts
  const contents = safeContents(first!)
  for (const other of others) append(contents, safeContents(other))
  return Buffer.from(forge.asn1.toDer(first!).getBytes(), 'binary')
}

function extensionsOf(wish: CertificateWish): unknown[] {
  const usage = wish.usages && allOf(wish.usages)
  const pathLength = wish.pathLength === undefined ? {} : { pathLenConstraint: wish.pathLength }
  return [
    { name: 'basicConstraints', critical: true, cA: wish.isAuthority ?? false, ...pathLength },
    ...(usage ? [{ name: 'keyUsage', critical: true, ...usage }] : []),
    ...(wish.purposes ? [{ name: 'extKeyUsage', critical: true, ...allOf(wish.purposes) }] : []),
    ...(wish.criticalExtension
      ? [{ id: wish.criticalExtension, critical: true, value: '\x05\x00' }]
      : []),
    ...Object.entries(wish.extensions ?? {}).map(([id, value]) => ({
      id,
      critical: false,
      value: Buffer.from(value).toString('latin1'),
    })),
  ]
}

function allOf(names: string[]): Record<string, true> {
  return Object.fromEntries(names.map((name) => [name, true as const]))
}

function toForge(privateKey: KeyObject): forge.pki.rsa.PrivateKey {
  return forge.pki.privateKeyFromPem(privateKey.export({ type: 'pkcs1', format: 'pem' }).toString())
}

// PFX { version, authSafe { type, [0] { OCTET STRING { SEQUENCE OF ContentInfo } } }, … }
function safeContents(pfx: forge.asn1.Asn1): forge.asn1.Asn1 {
  return [1, 1, 0].reduce((at, index) => (at.value as forge.asn1.Asn1[])[index]!, pfx)
}

function append(to: forge.asn1.Asn1, from: forge.asn1.Asn1): void {
  const [all, more] = [to, from].map((octets) => forge.asn1.fromDer(octets.value as string))
  ;(all!.value as forge.asn1.Asn1[]).push(...(more!.value as forge.asn1.Asn1[]))
  to.value = forge.asn1.toDer(all!).getBytes()
}
