// Keys, certificates, digests, ciphers and XML signatures. Every operation is node:crypto's.
export { decodeBase64 } from './base64.ts'
export { buildReference, buildSignature } from './build-signature.ts'
export { commonName, fingerprint, parseCertificate, parseCertificates } from './certificate.ts'
export {
  type CertificateFault,
  certificateFault,
  type KeyPurpose,
  type KeyUsage,
} from './certificate-fault.ts'
export {
  decryptAes128Gcm,
  encryptAes128Gcm,
  newSessionKey,
  startAes128GcmDecryption,
  startAes128GcmEncryption,
} from './cipher.ts'
export { isSameDigest, sha256, startSha256 } from './digest.ts'
export { type KeyProvider, localKeys } from './keys.ts'
export { type KeyPair, readKeystore } from './keystore.ts'
export { newUuid, randomHex } from './random.ts'
export { verifyRsaSha256, wrapKey } from './rsa.ts'
export {
  algorithms,
  isSignatureValid,
  parseSignature,
  type SignatureReference,
  type SignatureTransform,
  signatureNamespace,
  type XmlSignature,
} from './xml-signature.ts'
