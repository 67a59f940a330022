// X.509 certificates of the sandbox's own authorities, with the same extensions as Peppol's G3
// certificates of 2025.
import { generateKeyPair, type KeyObject, randomBytes, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import forge from 'node-forge'

/** A certificate and its private key. */
export type Identity = { certificate: X509Certificate; privateKey: KeyObject }

export type CertificateOrder = {
  commonName: string
  organisationalUnit: string
  /** `root` is self-signed, `issuer` signs leaves, `leaf` signs and decrypts messages. */
  role: 'root' | 'issuer' | 'leaf'
  privateKey: KeyObject
  publicKey: KeyObject
  /** Absent: the certificate is self-signed. */
  issuer?: Identity
  /** Where the issuer publishes its revocation list. */
  revocationList?: string
  notBefore: Date
  notAfter: Date
}

/** An RSA-2048 key pair, made on the thread pool. */
export const newKeyPair = (): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> =>
  promisify(generateKeyPair)('rsa', { modulusLength: 2048 })

/** Makes and signs one certificate (RSASSA-PKCS1-v1_5 with SHA-256). */
export function makeCertificate(order: CertificateOrder): X509Certificate {
  const certificate = forge.pki.createCertificate()
  const subject = subjectOf(order)
  const issuer = order.issuer && forge.pki.certificateFromPem(order.issuer.certificate.toString())
  certificate.publicKey = forge.pki.publicKeyFromPem(
    order.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  )
  certificate.serialNumber = newSerialNumber()
  certificate.validity.notBefore = order.notBefore
  certificate.validity.notAfter = order.notAfter
  certificate.setSubject(subject)
  certificate.setIssuer(issuer ? issuer.subject.attributes : subject)
  const issuerKeyId = (issuer ?? certificate).generateSubjectKeyIdentifier().getBytes()
  certificate.setExtensions([
    ...extensions[order.role],
    { name: 'subjectKeyIdentifier' },
    { name: 'authorityKeyIdentifier', keyIdentifier: issuerKeyId },
    ...(order.revocationList ? [distributionPoint(order.revocationList)] : []),
  ])
  certificate.sign(
    toForgeKey(order.issuer?.privateKey ?? order.privateKey),
    forge.md.sha256.create(),
  )
  return new X509Certificate(forge.pki.certificateToPem(certificate))
}

const uriName = 6

function distributionPoint(url: string) {
  return { name: 'cRLDistributionPoints', altNames: [{ type: uriName, value: url }] }
}

const authorityUsage = { name: 'keyUsage', critical: true, keyCertSign: true, cRLSign: true }

const extensions = {
  root: [{ name: 'basicConstraints', critical: true, cA: true }, authorityUsage],
  issuer: [
    { name: 'basicConstraints', critical: true, cA: true, pathLenConstraint: 1 },
    authorityUsage,
  ],
  leaf: [
    { name: 'basicConstraints', critical: true, cA: false },
    {
      name: 'keyUsage',
      critical: true,
      digitalSignature: true,
      keyEncipherment: true,
      dataEncipherment: true,
    },
    { name: 'extKeyUsage', critical: true, clientAuth: true },
  ],
}

function subjectOf({
  commonName,
  organisationalUnit,
}: CertificateOrder): forge.pki.CertificateField[] {
  return [
    { name: 'countryName', value: 'BE' },
    { name: 'organizationName', value: 'Fourcorner Sandbox' },
    { name: 'organizationalUnitName', value: organisationalUnit },
    { name: 'commonName', value: commonName },
  ]
}

// A serial number is a positive integer, so its first bit is 0 (RFC 5280, 4.1.2.2). The second is
// 1, so that it keeps its length.
function newSerialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = 0x40 | ((bytes[0] ?? 0) & 0x3f)
  return bytes.toString('hex')
}

function toForgeKey(key: KeyObject): forge.pki.rsa.PrivateKey {
  return forge.pki.privateKeyFromPem(key.export({ type: 'pkcs1', format: 'pem' }).toString())
}
