// Keys, certificates, digests, ciphers and XML signatures. Every operation uses node:crypto.
export { decodeBase64 } from './base64.ts'
export { buildCrl } from './build-crl.ts'
export { buildReference, buildSignature } from './build-signature.ts'
export { commonName, fingerprint, parseCertificate, parseCertificates } from './certificate.ts'
export {
  certificateFault,
  type KeyPurpose,
  type KeyUsage,
  soundPaths,
} from './certificate-fault.ts'
export {
  decryptAes128Gcm,
  encryptAes128Gcm,
  newSessionKey,
  startAes128GcmDecryption,
  startAes128GcmEncryption,
} from './cipher.ts'
export { type Crl, isCrlOf, parseCrls, type Revocation, readCrl, revocationIn } from './crl.ts'
export { isSameDigest, sha256, startSha256 } from './digest.ts'
export { type KeyProvider, localKeys } from './keys.ts'
export { type KeyPair, readKeystore } from './keystore.ts'
export { namedUuid } from './named-uuid.ts'
export { buildOcspRequest, readOcspResponse } from './ocsp.ts'
export { newUuid, randomHex } from './random.ts'
export { revocationAddresses } from './revocation-addresses.ts'
export { verifyRsaSha256, wrapKey } from './rsa.ts'
export { hmacSha256, openSecret, sealSecret, secretKeyBytes } from './secret-box.ts'
export {
  algorithms,
  isSignatureValid,
  parseSignature,
  type SignatureReference,
  type SignatureTransform,
  signatureNamespace,
  type XmlSignature,
} from './xml-signature.ts'
