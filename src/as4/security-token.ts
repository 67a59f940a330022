// wsse:BinarySecurityToken and the reference to it (WSS X.509 Token Profile 1.1, 3.1 and 3.2.1):
// how a signature and an encrypted key identify their certificate.
import type { X509Certificate } from 'node:crypto'
import { decodeBase64, parseCertificate } from '../crypto/index.ts'
import { attributeOf, element, textOf, type XmlElement } from '../xml/index.ts'
import { As4Error } from './error.ts'
import { namespaces as ns, securityUris as uris } from './profile.ts'
import { elementAt, onlyChild, type Soap } from './soap.ts'

export function buildToken(id: string, certificate: X509Certificate): string {
  return element(
    'wsse:BinarySecurityToken',
    { EncodingType: uris.base64Binary, ValueType: uris.x509v3, 'wsu:Id': id },
    certificate.raw.toString('base64'),
  )
}

export function buildTokenReference(id: string): string {
  return element(
    'wsse:SecurityTokenReference',
    undefined,
    element('wsse:Reference', { URI: `#${id}`, ValueType: uris.x509v3 }),
  )
}

/** The direct reference in `keyInfo`, if there is nothing else in it. */
export function readTokenReference(keyInfo: XmlElement | undefined): XmlElement | undefined {
  const tokenReference = onlyChild(keyInfo, 'SecurityTokenReference', ns.wsse)
  return onlyChild(tokenReference, 'Reference', ns.wsse)
}

/**
 * The bytes of the token that `keyInfo` directly references in this Security header. Throws
 * EBMS:0103 for any other way to identify a key, EBMS:0101 when the token is not base64.
 */
export function readToken(soap: Soap, keyInfo: XmlElement | undefined): Buffer {
  const reference = readTokenReference(keyInfo)
  const token = reference && elementAt(soap, attributeOf(reference, 'URI', ''))
  if (
    reference === undefined ||
    token === undefined ||
    !isToken(token) ||
    token.parent !== soap.security
  )
    throw new As4Error(
      'EBMS:0103',
      'a key must be identified by a reference to a BinarySecurityToken',
    )
  const valueType = attributeOf(reference, 'ValueType', '')
  if (valueType !== undefined && valueType !== uris.x509v3)
    throw new As4Error('EBMS:0103', 'a token must be an X.509 v3 certificate')
  return orNoCertificate(() => decodeBase64(textOf(token)))
}

/** The certificate in that token. Throws as readToken does, and EBMS:0101 when there is none. */
export function readCertificate(soap: Soap, keyInfo: XmlElement | undefined): X509Certificate {
  const der = readToken(soap, keyInfo)
  return orNoCertificate(() => {
    const certificate = parseCertificate(der)
    // parseCertificate also takes PEM; a token of this type is DER (3.1.1).
    if (!certificate.raw.equals(der)) throw new Error('This is not a certificate in DER')
    return certificate
  })
}

function isToken(node: XmlElement): boolean {
  const encoding = attributeOf(node, 'EncodingType', '')
  return (
    node.local === 'BinarySecurityToken' &&
    node.namespace === ns.wsse &&
    attributeOf(node, 'ValueType', '') === uris.x509v3 &&
    (encoding === undefined || encoding === uris.base64Binary)
  )
}

function orNoCertificate<Content>(read: () => Content): Content {
  try {
    return read()
  } catch (error) {
    throw new As4Error('EBMS:0101', 'a BinarySecurityToken contains no certificate', {
      cause: error,
    })
  }
}
