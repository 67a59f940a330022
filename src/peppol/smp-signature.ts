// The signature of service metadata (Peppol SMP 1.4; https://www.w3.org/TR/xmldsig-core1/):
// enveloped, and over the whole document.
import type { X509Certificate } from 'node:crypto'
import {
  algorithms,
  isSignatureValid,
  parseCertificate,
  parseSignature,
  type SignatureReference,
  type SignatureTransform,
  sha256,
  signatureNamespace,
  type XmlSignature,
} from '../crypto/index.ts'
import { canonicalize, children, textOf, type XmlElement } from '../xml/index.ts'
import { NetworkError } from './network-error.ts'
import { checkSmp, type Judging } from './trust.ts'

/**
 * Who signed the whole document under `root`. Throws NetworkError `lookup.smp-signature-invalid`
 * unless an SMP of the network signed exactly this, once; and `certificate.revocation-unavailable`.
 */
export async function checkSignature(root: XmlElement, judging: Judging): Promise<X509Certificate> {
  const signature = readOnlySignature(root)
  const [reference, ...others] = signature.references
  if (!reference || others.length > 0) throw invalid('It does not sign exactly one thing.')
  const signer = readSigner(signature)
  await checkSigner(signer, judging)
  if (!isSignatureValid(signature, signer.publicKey))
    throw invalid('The signature is not that of its certificate.')
  if (!digestOf(root, reference, signature.element).equals(reference.digest))
    throw invalid('The metadata was changed after it was signed.')
  return signer
}

// A second signature anywhere would make it ambiguous which one is meant.
function readOnlySignature(root: XmlElement): XmlSignature {
  const [element, ...others] = signaturesIn(root)
  if (!element) throw invalid('There is no signature.')
  if (others.length > 0 || element.parent !== root)
    throw invalid('There is more than the one signature of the root.')
  try {
    return parseSignature(element)
  } catch (cause) {
    throw invalid('The signature cannot be read.', cause)
  }
}

function readSigner({ keyInfo }: XmlSignature): X509Certificate {
  const data = keyInfo ? children(keyInfo, 'X509Data', signatureNamespace) : []
  const [first] = data.flatMap((element) =>
    children(element, 'X509Certificate', signatureNamespace),
  )
  if (!first) throw invalid('The signature names no certificate.')
  try {
    return parseCertificate(textOf(first))
  } catch (cause) {
    throw invalid('The certificate of the signature cannot be read.', cause)
  }
}

/**
 * Throws NetworkError `lookup.smp-signature-invalid` unless an SMP of the network has this
 * certificate. That its revocation cannot be checked may be temporary, so it keeps its own code.
 */
export async function checkSigner(signer: X509Certificate, judging: Judging): Promise<void> {
  try {
    await checkSmp(signer, judging)
  } catch (cause) {
    if (!(cause instanceof NetworkError) || cause.code === 'certificate.revocation-unavailable')
      throw cause
    throw invalid(`Its signer is no SMP of the network: ${cause.message}.`, cause)
  }
}

// Only these transforms omit nothing but the signature itself; XPath and XSLT could omit
// everything. With no canonicalisation among them the octets are inclusive C14N (XML Signature
// 1.1, 4.4.3.2).
function digestOf(root: XmlElement, reference: SignatureReference, omit: XmlElement): Buffer {
  const [enveloped, canonicalization = { algorithm: algorithms.inclusive }, ...others] =
    reference.transforms
  const mode = modeOf(canonicalization)
  if (reference.uri !== '') throw invalid('It does not sign the whole metadata.')
  if (enveloped?.algorithm !== algorithms.enveloped || others.length > 0 || !mode)
    throw invalid('The signature uses transforms that are not allowed.')
  if (reference.digestMethod !== algorithms.sha256) throw invalid('The digest is not SHA-256.')
  const { inclusivePrefixes } = canonicalization
  return sha256(canonicalize(root, { mode, omit, ...(inclusivePrefixes && { inclusivePrefixes }) }))
}

function modeOf({ algorithm }: SignatureTransform): 'exclusive' | 'inclusive' | undefined {
  if (algorithm === algorithms.exclusive) return 'exclusive'
  return algorithm === algorithms.inclusive ? 'inclusive' : undefined
}

function signaturesIn(root: XmlElement): XmlElement[] {
  const found: XmlElement[] = []
  const open = [root]
  for (let element = open.pop(); element; element = open.pop()) {
    if (element.local === 'Signature' && element.namespace === signatureNamespace)
      found.push(element)
    for (const child of children(element)) open.push(child)
  }
  return found
}

function invalid(detail: string, cause?: unknown): NetworkError {
  return new NetworkError(
    'lookup.smp-signature-invalid',
    `The SMP's metadata cannot be trusted. ${detail}`,
    {
      cause,
    },
  )
}
