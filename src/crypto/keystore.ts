// Opens a PKCS#12 file (RFC 7292). node-forge only reads the container, because Node cannot;
// everything else is node:crypto.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import forge from 'node-forge'

export type KeyPair = {
  certificate: X509Certificate
  privateKey: KeyObject
  /** The issuers in the file, the certificate's own issuer first. */
  chain: X509Certificate[]
}

/**
 * The one private key of a PKCS#12 file, with its certificate and chain. Throws an Error that says
 * what is wrong: not PKCS#12, a wrong password, no key, several keys, no certificate for the key.
 */
export function readKeystore(bytes: Uint8Array, password: string): KeyPair {
  const container = open(bytes, password)
  const [privateKey, another] = privateKeysOf(container)
  if (!privateKey) throw new Error('The keystore contains no private key')
  if (another) throw new Error('The keystore contains several private keys; it must contain one')
  const certificates = certificatesOf(container)
  const certificate = certificates.find((candidate) => candidate.checkPrivateKey(privateKey))
  if (!certificate) throw new Error('The keystore contains no certificate for its private key')
  return { certificate, privateKey, chain: chainOf(certificate, certificates) }
}

function open(bytes: Uint8Array, password: string): forge.pkcs12.Pkcs12Pfx {
  const structure = readStructure(bytes)
  try {
    return forge.pkcs12.pkcs12FromAsn1(structure, true, password)
  } catch (cause) {
    throw new Error('The keystore cannot be opened: its password is wrong or the file is damaged', {
      cause,
    })
  }
}

function readStructure(bytes: Uint8Array): forge.asn1.Asn1 {
  try {
    return forge.asn1.fromDer(Buffer.from(bytes).toString('binary'))
  } catch (cause) {
    throw new Error('The keystore is not a PKCS#12 file', { cause })
  }
}

function privateKeysOf(container: forge.pkcs12.Pkcs12Pfx): KeyObject[] {
  return [forge.pki.oids.pkcs8ShroudedKeyBag, forge.pki.oids.keyBag]
    .flatMap((bagType) => bagsOf(container, bagType))
    .map(({ key }) => {
      if (!key) throw new Error("The keystore's private key is not an RSA key")
      return createPrivateKey(forge.pki.privateKeyToPem(key))
    })
}

function certificatesOf(container: forge.pkcs12.Pkcs12Pfx): X509Certificate[] {
  return bagsOf(container, forge.pki.oids.certBag).map(({ cert, asn1 }) => {
    const structure = cert ? forge.pki.certificateToAsn1(cert) : asn1
    return new X509Certificate(Buffer.from(forge.asn1.toDer(structure).getBytes(), 'binary'))
  })
}

function bagsOf(
  container: forge.pkcs12.Pkcs12Pfx,
  bagType: string | undefined,
): forge.pkcs12.Bag[] {
  return bagType === undefined ? [] : (container.getBags({ bagType })[bagType] ?? [])
}

function chainOf(certificate: X509Certificate, candidates: X509Certificate[]): X509Certificate[] {
  const path = [certificate]
  for (;;) {
    const issuer = candidates.find(
      (candidate) =>
        path.at(-1)!.checkIssued(candidate) &&
        !path.some((known) => known.raw.equals(candidate.raw)),
    )
    if (!issuer) return path.slice(1)
    path.push(issuer)
  }
}
