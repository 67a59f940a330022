// The certificates of the hostile suite: an honest network, its members, and others.
import {
  X509Certificate as Certificate,
  createPublicKey,
  type KeyObject,
  randomBytes,
  type X509Certificate,
} from 'node:crypto'
import forge from 'node-forge'
import { localKeys } from '../../../src/crypto/index.ts'
import { checkAccessPoint, type RevocationOf, type Trust } from '../../../src/peppol/index.ts'
import {
  type CertificateWish,
  type Made,
  makeCertificate,
  newPrivateKey,
} from '../../crypto/authority.ts'

/** When every message is opened. Certificates are valid for all of 2026 by default. */
export const now = new Date('2026-06-15T12:00:00Z')

const authorityUsages = ['keyCertSign', 'cRLSign']
const leafUsages = ['digitalSignature', 'keyEncipherment', 'dataEncipherment']

export const root = makeCertificate({ name: 'Root', isAuthority: true, usages: authorityUsages })
const issuerKey = newPrivateKey()
const senderKey = newPrivateKey()
export const strangerKey = newPrivateKey()

export const accessPointIssuer = authority({ name: 'AP CA', issuer: root, privateKey: issuerKey })
export const smpIssuer = authority({ name: 'SMP CA', issuer: root, privateKey: issuerKey })

/** POP000001 sends, POP000002 receives, POP000003 is trusted as well, but malicious. */
export const sender = leaf({ name: 'POP000001', privateKey: senderKey })
export const receiver = leaf({ name: 'POP000002' })
export const neighbour = leaf({ name: 'POP000003', privateKey: strangerKey })

export const trust: Trust = {
  roots: [root.certificate],
  accessPointIssuers: [accessPointIssuer.certificate],
  smpIssuers: [smpIssuer.certificate],
}

/** Nobody was revoked. */
export const revocationOf: RevocationOf = async () => 'good'

export const receiverKeys = localKeys(receiver)

/** The gateway's own check, with the trust of this network. */
export async function checkSigner(certificate: X509Certificate): Promise<void> {
  await checkAccessPoint(certificate, { trust, revocationOf, now })
}

/** An access point certificate of this network, unless changed. */
export function leaf(wish: CertificateWish): Made {
  return makeCertificate({ issuer: accessPointIssuer, usages: leafUsages, ...wish })
}

export function authority(wish: CertificateWish): Made {
  return makeCertificate({ isAuthority: true, pathLength: 1, usages: authorityUsages, ...wish })
}

/** A private key, and the certificate that is shown with it. */
export type Signer = { privateKey: KeyObject; certificate: X509Certificate }

export { newPrivateKey }

export const selfSigned = makeCertificate({
  name: 'POP000001',
  privateKey: strangerKey,
  usages: leafUsages,
})

/** A properly issued access point certificate for a made-up public key. */
export function withModulus(bits: number, exponent = 65537): X509Certificate {
  const modulus = randomBytes(bits / 8)
  modulus[0]! |= 0x80
  modulus[modulus.length - 1]! |= 1
  const number = (hex: string) => new forge.jsbn.BigInteger(hex, 16)
  return issue(
    forge.pki.setRsaPublicKey(number(modulus.toString('hex')), number(exponent.toString(16))),
    ['POP000001'],
  )
}

/** A properly issued access point certificate with several common names. */
export function withNames(...names: string[]): Signer {
  const publicKey = createPublicKey(strangerKey).export({ type: 'spki', format: 'pem' }).toString()
  return {
    privateKey: strangerKey,
    certificate: issue(forge.pki.publicKeyFromPem(publicKey), names),
  }
}

function issue(publicKey: forge.pki.rsa.PublicKey, names: string[]): X509Certificate {
  const made = forge.pki.createCertificate()
  made.publicKey = publicKey
  made.serialNumber = '01aa'
  made.validity.notBefore = new Date('2026-01-01T00:00:00Z')
  made.validity.notAfter = new Date('2027-01-01T00:00:00Z')
  made.setSubject(names.map((value) => ({ name: 'commonName', value })))
  made.setIssuer([{ name: 'commonName', value: accessPointIssuer.name }])
  made.setExtensions([
    {
      name: 'keyUsage',
      critical: true,
      ...Object.fromEntries(leafUsages.map((usage) => [usage, true])),
    },
  ])
  const key = issuerKey.export({ type: 'pkcs1', format: 'pem' }).toString()
  made.sign(forge.pki.privateKeyFromPem(key), forge.md.sha256.create())
  return new Certificate(forge.pki.certificateToPem(made))
}
