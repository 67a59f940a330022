// The signature of a received message: what it covers, who made it, whether it is valid (XML
// Signature 1.1, WSS SwA Profile 1.1).
import type { X509Certificate } from 'node:crypto'
import {
  algorithms,
  isSignatureValid,
  parseSignature,
  type SignatureReference,
  sha256,
  type XmlSignature,
} from '../crypto/index.ts'
import { canonicalize, children, type XmlElement } from '../xml/index.ts'
import { As4Error } from './error.ts'
import { contentIdOf } from './mime.ts'
import { namespaces as ns } from './profile.ts'
import { readCertificate } from './security-token.ts'
import { elementAt, type Soap } from './soap.ts'

/**
 * A signature that follows the profile and covers everything, not yet verified. `elements` and
 * `parts` say which reference covers what.
 */
export type UnverifiedSignature = {
  signature: XmlSignature
  unverifiedSigner: X509Certificate
  elements: Map<XmlElement, SignatureReference>
  parts: Map<string, SignatureReference>
}

/**
 * Finds the one signature of the Security header and checks its shape: only algorithms of the
 * profile, and Messaging, Body and every part of `contentIds` covered once. Throws EBMS:0101, or
 * EBMS:0103 when the key is not identified by a token.
 */
export function readSignature(soap: Soap, contentIds: string[]): UnverifiedSignature {
  const signature = parse(soap)
  if (signature.canonicalization.algorithm !== algorithms.exclusive)
    throw refused('the canonicalization method')
  if (signature.signatureMethod !== algorithms.rsaSha256) throw refused('the signature method')
  const { elements, parts } = readCoverage(signature.references, soap, contentIds)
  return { signature, unverifiedSigner: readCertificate(soap, signature.keyInfo), elements, parts }
}

/** Throws EBMS:0101 unless the signature value and the digest of every signed element are right. */
export function checkSignature(unverified: UnverifiedSignature): void {
  if (!isSignatureValid(unverified.signature, unverified.unverifiedSigner.publicKey))
    throw new As4Error('EBMS:0101', 'the signature value is wrong')
  for (const [node, reference] of unverified.elements) {
    const inclusivePrefixes = reference.transforms[0]?.inclusivePrefixes ?? []
    const digest = sha256(canonicalize(node, { mode: 'exclusive', inclusivePrefixes }))
    if (!digest.equals(reference.digest))
      throw new As4Error('EBMS:0101', `the digest of ${node.local} does not match`)
  }
}

function parse(soap: Soap): XmlSignature {
  const [first, ...others] =
    soap.security === undefined ? [] : children(soap.security, 'Signature', ns.ds)
  if (first === undefined) throw new As4Error('EBMS:0101', 'the message is not signed')
  if (others.length > 0) throw new As4Error('EBMS:0101', 'there must be only one signature')
  try {
    return parseSignature(first)
  } catch (error) {
    throw new As4Error('EBMS:0101', 'the signature cannot be parsed', { cause: error })
  }
}

// Messaging, Body, a timestamp and some tokens. Each costs a walk through its content and its
// namespace context.
const signedElementsMax = 10

function readCoverage(references: SignatureReference[], soap: Soap, contentIds: string[]) {
  const elements = new Map<XmlElement, SignatureReference>()
  const parts = new Map<string, SignatureReference>()
  for (const reference of references) {
    if (reference.digestMethod !== algorithms.sha256) throw refused('a digest method')
    const node = elementAt(soap, reference.uri)
    const contentId = contentIdOf(reference.uri)
    if (node !== undefined) note(elements, node, reference, algorithms.exclusive)
    else if (contentId !== undefined)
      note(parts, contentId, reference, algorithms.attachmentContent)
    else throw new As4Error('EBMS:0101', 'a signed element is missing')
  }
  if (elements.size > signedElementsMax)
    throw new As4Error('EBMS:0101', 'too many elements are signed')
  if (!elements.has(soap.messaging)) throw uncovered('eb:Messaging')
  if (!elements.has(soap.body)) throw uncovered('the Body')
  if (contentIds.some((id) => !parts.has(id))) throw uncovered('a payload part')
  if (parts.size > contentIds.length) throw new As4Error('EBMS:0101', 'a signed part is missing')
  return { elements, parts }
}

function note<Target>(
  covered: Map<Target, SignatureReference>,
  target: Target,
  reference: SignatureReference,
  transform: string,
): void {
  const [first, ...others] = reference.transforms
  if (first?.algorithm !== transform || others.length > 0) throw refused('a transform')
  if (covered.has(target)) throw new As4Error('EBMS:0101', 'something is signed twice')
  covered.set(target, reference)
}

function refused(what: string): As4Error {
  return new As4Error('EBMS:0101', `${what} does not match the profile`)
}

function uncovered(what: string): As4Error {
  return new As4Error('EBMS:0101', `${what} is not signed`)
}
