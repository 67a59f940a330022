// A network for the tests: authorities, and service metadata signed correctly or wrongly in
// any way.
import { type KeyObject, sign, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { algorithms, sha256 } from '../../src/crypto/index.ts'
import type { Identifier, Network } from '../../src/peppol/index.ts'
import { canonicalize, descend, parseXml, type XmlElement } from '../../src/xml/index.ts'
import { readyPair } from '../crypto/ready-keys.ts'

export const now = new Date('2026-11-21T12:00:00Z')
const day = 86_400_000

export type Identity = { certificate: X509Certificate; privateKey: KeyObject }

type Order = {
  commonName: string
  issuer?: Identity
  authority?: boolean
  from?: Date
  to?: Date
  usages?: Record<string, boolean>
  pair?: { publicKey: KeyObject; privateKey: KeyObject }
}

function makeIdentity(order: Order): Identity {
  const { publicKey, privateKey } = order.pair ?? readyPair()
  const certificate = forge.pki.createCertificate()
  const subject = [
    { name: 'countryName', value: 'BE' },
    { name: 'organizationName', value: 'Laboratory, Inc.' },
    { name: 'commonName', value: order.commonName },
  ]
  const issuer = order.issuer && forge.pki.certificateFromPem(order.issuer.certificate.toString())
  certificate.publicKey = forge.pki.publicKeyFromPem(
    publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  )
  certificate.serialNumber = '01'
  certificate.validity.notBefore = order.from ?? new Date(now.getTime() - day)
  certificate.validity.notAfter = order.to ?? new Date(now.getTime() + day)
  certificate.setSubject(subject)
  certificate.setIssuer(issuer ? issuer.subject.attributes : subject)
  const authorityUsages = { keyCertSign: true, cRLSign: true }
  const leafUsages = { digitalSignature: true, keyEncipherment: true, dataEncipherment: true }
  const usages = order.usages ?? (order.authority ? authorityUsages : leafUsages)
  certificate.setExtensions([
    { name: 'basicConstraints', critical: true, cA: order.authority ?? false },
    { name: 'keyUsage', critical: true, ...usages },
  ])
  const signer = (order.issuer?.privateKey ?? privateKey)
    .export({ type: 'pkcs1', format: 'pem' })
    .toString()
  certificate.sign(forge.pki.privateKeyFromPem(signer), forge.md.sha256.create())
  return { certificate: new X509Certificate(forge.pki.certificateToPem(certificate)), privateKey }
}

/** Its leaves share one key pair: they differ only in their issuer. */
export function makeLaboratory() {
  const root = makeIdentity({ commonName: 'Root', authority: true })
  const accessPointCa = makeIdentity({
    commonName: 'Access Point CA',
    authority: true,
    issuer: root,
  })
  const smpCa = makeIdentity({ commonName: 'SMP CA', authority: true, issuer: root })
  const pair = readyPair()
  const accessPoint = (order: Partial<Order> = {}) =>
    makeIdentity({ commonName: 'POP000001', issuer: accessPointCa, pair, ...order })
  const smp = (order: Partial<Order> = {}) =>
    makeIdentity({ commonName: 'PSP000001', issuer: smpCa, pair, ...order })
  const network: Network = {
    name: 'custom',
    smlZone: 'sml.example',
    plainHttpAllowed: false,
    trust: {
      roots: [root.certificate],
      accessPointIssuers: [accessPointCa.certificate],
      smpIssuers: [smpCa.certificate],
    },
  }
  return { network, accessPoint, smp, pair }
}

export type EndpointParts = {
  profile?: string
  url?: string
  certificate?: string
  activation?: string
  expiration?: string
}

export function endpoint(o: EndpointParts): string {
  const optional = (name: string, text: string | undefined) =>
    text === undefined ? '' : `<${name}>${text}</${name}>`
  return `<Endpoint transportProfile="${o.profile ?? 'peppol-transport-as4-v2_0'}">
    <wsa:EndpointReference xmlns:wsa="http://www.w3.org/2005/08/addressing">
      <wsa:Address>${o.url ?? 'https://ap.example/as4'}</wsa:Address>
    </wsa:EndpointReference>
    <RequireBusinessLevelSignature>false</RequireBusinessLevelSignature>
    ${optional('ServiceActivationDate', o.activation)}
    ${optional('ServiceExpirationDate', o.expiration)}
    <Certificate>${o.certificate ?? ''}</Certificate>
    <ServiceDescription>Reception</ServiceDescription>
    <TechnicalContactUrl>mailto:ap@ap.example</TechnicalContactUrl>
  </Endpoint>`
}

export function processEntry({ scheme, value }: Identifier, ...endpoints: string[]): string {
  return `<Process>
    <ids:ProcessIdentifier scheme="${scheme}">
      ${value}
    </ids:ProcessIdentifier>
    <ServiceEndpointList>${endpoints.join('')}</ServiceEndpointList>
  </Process>`
}

/**
 * As SMPs write them: indented, with namespaces anywhere, comments, and unused attributes
 * and namespaces.
 */
export function information(
  participant: Identifier,
  documentType: Identifier,
  ...processes: string[]
): string {
  const { scheme, value } = participant
  const name = 'ids:ParticipantIdentifier'
  const participantIdentifier = `<${name} scheme="${scheme}">${value}</${name}>`
  return `<ServiceMetadata>
  <!-- made by an SMP -->
  <ServiceInformation xmlns:unused="urn:unused">
    ${participantIdentifier}
    <ids:DocumentIdentifier zone='b' scheme="${documentType.scheme}" >
      ${documentType.value}
    </ids:DocumentIdentifier>
    <ProcessList>${processes.join('')}</ProcessList>
  </ServiceInformation>
</ServiceMetadata>`
}

export function redirect(href: string, certificateUid: string): string {
  const uid = `<CertificateUID>${certificateUid}</CertificateUID>`
  return (
    '<ServiceMetadata Id="metadata"><Redirect ' +
    `href="${href}">${uid}</Redirect></ServiceMetadata>`
  )
}

export type Signing = {
  canonicalization?: string
  /** XML of the transforms. */
  transforms?: string
  uri?: string
  /** How the digested octets are made; inclusive by default. */
  mode?: 'inclusive' | 'exclusive'
  /** What the digest covers; by default the root. */
  covered?: (root: XmlElement) => XmlElement
  digestMethod?: string
  /** How many times the reference occurs. */
  references?: number
  /** What precedes the signature; by default all content. */
  after?: RegExp
  /** XML after the certificate, in ds:X509Data. */
  moreX509?: string
  certificate?: X509Certificate
}

const rootStart =
  '<SignedServiceMetadata xmlns="http://busdox.org/serviceMetadata/publishing/1.0/" ' +
  'xmlns:ids="http://busdox.org/transport/identifiers/1.0/">\n'
const rootEnd = '\n</SignedServiceMetadata>'

export const transform = (algorithm: string, content = '') =>
  `<Transform Algorithm="${algorithm}">${content}</Transform>`

/** SignedServiceMetadata around `content`, by default as Peppol's SMPs make it. */
export function signed(
  content: string,
  { certificate, privateKey }: Identity,
  o: Signing = {},
): Buffer {
  const { root } = parseXml(Buffer.from(rootStart + content + rootEnd))
  const digest = sha256(canonicalize(o.covered?.(root) ?? root, { mode: o.mode ?? 'inclusive' }))
  const reference = `<Reference URI="${o.uri ?? ''}">
        <Transforms>${o.transforms ?? transform(algorithms.enveloped)}</Transforms>
        <DigestMethod Algorithm="${o.digestMethod ?? algorithms.sha256}"/>
        <DigestValue>${digest.toString('base64')}</DigestValue>
      </Reference>`
  const unsigned = `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#">
    <SignedInfo>
      <CanonicalizationMethod Algorithm="${o.canonicalization ?? algorithms.inclusive}"/>
      <SignatureMethod Algorithm="${algorithms.rsaSha256}"/>
      ${reference.repeat(o.references ?? 1)}
    </SignedInfo>
    <SignatureValue>TBD=</SignatureValue>
    <KeyInfo><X509Data>
      <X509SubjectName>${certificate.subject.split('\n').reverse().join(',')}</X509SubjectName>
      <X509Certificate>${wrapped((o.certificate ?? certificate).raw)}</X509Certificate>
      ${o.moreX509 ?? ''}
    </X509Data></KeyInfo>
  </Signature>`
  // The digest is over the root without its signature, so the signature adds no text around it.
  const whole = rootStart + content.replace(o.after ?? /$/, `$&${unsigned}`) + rootEnd
  const parent = o.after ? ['ServiceMetadata'] : []
  const signedInfo = descend(
    parseXml(Buffer.from(whole)).root,
    ...parent,
    'Signature',
    'SignedInfo',
  )!
  const mode = o.canonicalization === algorithms.exclusive ? 'exclusive' : 'inclusive'
  const value = sign('sha256', Buffer.from(canonicalize(signedInfo, { mode })), privateKey)
  return Buffer.from(whole.replace('TBD=', wrapped(value)))
}

function wrapped(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\n')
}
