// Self-signed certificates of web servers; whoever trusts one trusts it as its own authority.
import forge from 'node-forge'
import { readyPair } from '../crypto/ready-keys.ts'

const pair = readyPair()
const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
export const tlsKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

type TlsName = { dns: string } | { ip: string }

/** In PEM, for these host names or addresses, under the key `tlsKey`. */
export function tlsCertificate(...names: TlsName[]): string {
  const certificate = forge.pki.createCertificate()
  const subject = [{ name: 'commonName', value: JSON.stringify(names) }]
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  certificate.serialNumber = '01'
  certificate.validity.notBefore = new Date(Date.now() - 60_000)
  certificate.validity.notAfter = new Date(Date.now() + 3_600_000)
  certificate.setSubject(subject)
  certificate.setIssuer(subject)
  const altNames = names.map((name) =>
    'dns' in name ? { type: 2, value: name.dns } : { type: 7, ip: name.ip },
  )
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames },
  ])
  certificate.sign(forge.pki.privateKeyFromPem(tlsKey), forge.md.sha256.create())
  return forge.pki.certificateToPem(certificate)
}
