// Writes XML signatures (https://www.w3.org/TR/xmldsig-core1/) that are already canonical, so what
// is signed need not be parsed and canonicalised first.
import { element } from '../xml/index.ts'
import type { KeyProvider } from './keys.ts'
import {
  algorithms,
  type SignatureReference,
  type SignatureTransform,
  signatureNamespace,
} from './xml-signature.ts'

/** A ds:Reference in canonical form, for a context that declares the prefix ds. */
export function buildReference(reference: SignatureReference): string {
  const transforms = reference.transforms.map((transform) =>
    buildTransform('ds:Transform', transform),
  )
  return element(
    'ds:Reference',
    { URI: reference.uri },
    transforms.length > 0 ? element('ds:Transforms', undefined, ...transforms) : undefined,
    element('ds:DigestMethod', { Algorithm: reference.digestMethod }),
    element('ds:DigestValue', undefined, reference.digest.toString('base64')),
  )
}

/**
 * A ds:Signature (RSA with SHA-256) that declares the prefix ds itself. `keyInfo` is the content of
 * its ds:KeyInfo. Inclusive canonicalisation signs every namespace in scope: `inScope` lists those
 * in scope where the signature will be, by prefix ('' for the default namespace).
 */
export async function buildSignature(o: {
  id?: string
  canonicalization: 'exclusive' | 'inclusive'
  references: SignatureReference[]
  keyInfo: string
  sign: KeyProvider['sign']
  inScope?: Record<string, string>
}): Promise<string> {
  const content = [
    buildTransform('ds:CanonicalizationMethod', { algorithm: algorithms[o.canonicalization] }),
    element('ds:SignatureMethod', { Algorithm: algorithms.rsaSha256 }),
    ...o.references.map(buildReference),
  ]
  const scope =
    o.canonicalization === 'inclusive' && o.inScope
      ? declarations({ ...o.inScope, ds: signatureNamespace })
      : { 'xmlns:ds': signatureNamespace }
  const signed = element('ds:SignedInfo', scope, ...content)
  const value = await o.sign(Buffer.from(signed))
  return element(
    'ds:Signature',
    { 'xmlns:ds': signatureNamespace, Id: o.id },
    element('ds:SignedInfo', undefined, ...content),
    element('ds:SignatureValue', undefined, value.toString('base64')),
    element('ds:KeyInfo', undefined, o.keyInfo),
  )
}

function buildTransform(
  name: string,
  { algorithm, inclusivePrefixes }: SignatureTransform,
): string {
  const prefixes = inclusivePrefixes?.length ? inclusivePrefixes.join(' ') : undefined
  return element(
    name,
    { Algorithm: algorithm },
    prefixes &&
      element('ec:InclusiveNamespaces', { 'xmlns:ec': algorithms.exclusive, PrefixList: prefixes }),
  )
}

// Prefixes are ASCII here, so plain sorting gives code point order.
function declarations(scope: Record<string, string>): Record<string, string> {
  const sorted = Object.entries(scope).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    sorted.map(([prefix, namespace]) => [prefix === '' ? 'xmlns' : `xmlns:${prefix}`, namespace]),
  )
}
