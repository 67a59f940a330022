// Reads and verifies XML signatures (https://www.w3.org/TR/xmldsig-core1/) as far as
// WS-Security and service metadata need. The caller checks which references there must be, and
// over which bytes.
import type { KeyObject } from 'node:crypto'
import { attributeOf, canonicalize, holdsElements, textOf, type XmlElement } from '../xml/index.ts'
import { decodeBase64 } from './base64.ts'
import { verifyRsaSha256 } from './rsa.ts'

export const algorithms = {
  exclusive: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  inclusive: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  enveloped: 'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  rsaSha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  attachmentContent:
    'http://docs.oasis-open.org/wss/' +
    'oasis-wss-SwAProfile-1.1#Attachment-Content-Signature-Transform',
} as const

export const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#'

export type SignatureTransform = { algorithm: string; inclusivePrefixes?: string[] }
export type SignatureReference = {
  uri: string
  transforms: SignatureTransform[]
  digestMethod: string
  digest: Buffer
}
export type XmlSignature = {
  element: XmlElement
  signedInfo: XmlElement
  canonicalization: SignatureTransform
  signatureMethod: string
  references: SignatureReference[]
  value: Buffer
  keyInfo: XmlElement | undefined
}

/**
 * Parses a ds:Signature. Throws an Error when a part is missing, repeated or out of order, and for
 * anything that we would have to understand to verify it: algorithm parameters, ds:Object, text
 * between parts.
 */
export function parseSignature(element: XmlElement): XmlSignature {
  const [signedInfo, value, ...rest] = partsOf(element, 'Signature')
  const [keyInfo, ...others] = rest
  const [canonicalization, method, ...references] = partsOf(signedInfo, 'SignedInfo')
  if (others.length > 0) throw new Error('The signature has unexpected parts')
  if (keyInfo) checkName(keyInfo, 'KeyInfo')
  if (references.length === 0) throw new Error('The signature has no reference')
  return {
    element,
    signedInfo: signedInfo!,
    canonicalization: parseTransform(canonicalization, 'CanonicalizationMethod'),
    signatureMethod: parseMethod(method, 'SignatureMethod'),
    references: references.map(parseReference),
    value: decodeBase64(leafText(value, 'SignatureValue')),
    keyInfo,
  }
}

/**
 * Whether this key made the signature value over the canonical ds:SignedInfo. Does not check
 * the digests.
 */
export function isSignatureValid(signature: XmlSignature, publicKey: KeyObject): boolean {
  const { algorithm, inclusivePrefixes } = signature.canonicalization
  const isKnown = algorithm === algorithms.exclusive || algorithm === algorithms.inclusive
  if (!isKnown || signature.signatureMethod !== algorithms.rsaSha256) return false
  const signed = canonicalize(signature.signedInfo, {
    mode: algorithm === algorithms.exclusive ? 'exclusive' : 'inclusive',
    ...(inclusivePrefixes && { inclusivePrefixes }),
  })
  return verifyRsaSha256(publicKey, signed, signature.value)
}

function parseReference(element: XmlElement): SignatureReference {
  const parts = partsOf(element, 'Reference')
  const transforms = parts[0]?.local === 'Transforms' ? partsOf(parts.shift(), 'Transforms') : []
  const [method, value, ...others] = parts
  const uri = attributeOf(element, 'URI', '')
  if (others.length > 0) throw new Error('The reference has unexpected parts')
  if (uri === undefined) throw new Error('The reference has no URI')
  return {
    uri,
    transforms: transforms.map((transform) => parseTransform(transform, 'Transform')),
    digestMethod: parseMethod(method, 'DigestMethod'),
    digest: decodeBase64(leafText(value, 'DigestValue')),
  }
}

// The only parameter we understand is the PrefixList of exclusive canonicalisation; any other would
// change what is signed without our noticing.
function parseTransform(element: XmlElement | undefined, local: string): SignatureTransform {
  const [parameter, ...others] = partsOf(element, local)
  const algorithm = algorithmOf(element!)
  if (!parameter) return { algorithm }
  const isPrefixList =
    algorithm === algorithms.exclusive &&
    parameter.namespace === algorithms.exclusive &&
    parameter.local === 'InclusiveNamespaces'
  if (!isPrefixList || others.length > 0 || parameter.children.length > 0) {
    throw new Error(`The ${local} has parameters that are not understood`)
  }
  const list = attributeOf(parameter, 'PrefixList', '') ?? ''
  return {
    algorithm,
    inclusivePrefixes: list.split(/[ \t\r\n]+/).filter((prefix) => prefix !== ''),
  }
}

function parseMethod(element: XmlElement | undefined, local: string): string {
  if (partsOf(element, local).length > 0) throw new Error(`The ${local} has parameters`)
  return algorithmOf(element!)
}

function algorithmOf(element: XmlElement): string {
  const algorithm = attributeOf(element, 'Algorithm', '')
  if (algorithm === undefined) throw new Error(`The ${element.local} names no algorithm`)
  return algorithm
}

// Comments may be anywhere: canonicalisation drops them.
function partsOf(element: XmlElement | undefined, local: string): XmlElement[] {
  checkName(element, local)
  return element.children.flatMap((node) => {
    if (node.kind === 'element') return [node]
    const isIgnored =
      node.kind === 'comment' || (node.kind === 'text' && /^[ \t\r\n]*$/.test(node.value))
    if (!isIgnored) throw new Error(`There is text in ${local}`)
    return []
  })
}

function leafText(element: XmlElement | undefined, local: string): string {
  checkName(element, local)
  if (holdsElements(element)) throw new Error(`The ${local} is not just text`)
  return textOf(element)
}

function checkName(element: XmlElement | undefined, local: string): asserts element is XmlElement {
  if (element?.local !== local || element.namespace !== signatureNamespace) {
    throw new Error(`The signature has no ${local} where one is expected`)
  }
}
