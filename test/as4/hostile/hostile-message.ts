// An AS4 sender for forgeries: it shares no line with src/as4 and does whatever it is told. A
// HostileMessage is the message before it goes out: its SOAP part as a string, its payload parts,
// and what an honest signer of those parts would digest.
import {
  createHash,
  createHmac,
  type KeyObject,
  publicEncrypt,
  constants as rsa,
  sign,
  type X509Certificate,
} from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { HttpMessage } from '../../../src/as4/index.ts'
import { encryptAes128Gcm, newSessionKey, sha256 } from '../../../src/crypto/index.ts'
import { canonicalize, parseXml, type XmlElement } from '../../../src/xml/index.ts'
import { receiver, type Signer, sender } from './pki.ts'

export const ns = {
  S12: 'http://www.w3.org/2003/05/soap-envelope',
  eb: 'http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/',
  wsse: 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd',
  wsse11: 'http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd',
  wsu: 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd',
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  ec: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  xenc: 'http://www.w3.org/2001/04/xmlenc#',
  xenc11: 'http://www.w3.org/2009/xmlenc11#',
  swa: 'http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#',
}
const x509v3 =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3'
const base64Binary =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary'
const keyTokenType =
  'http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#EncryptedKey'

export type Part = {
  contentId: string
  /** As it is signed and then encrypted; compressed by default. */
  content: Buffer
  /** What an honest signer digests; by default the SHA-256 of the content. */
  digest?: Buffer
  /** Property lines of the eb:PartInfo. */
  properties?: Record<string, string>
  /** MimeType of EncryptedData. */
  encryptedAs?: string
}

export type Plan = {
  signer: Signer
  /** The certificate in the signer's token. */
  token: X509Certificate
  recipient: X509Certificate
  from: string
  to: string
  messageId: string
  action: string
  service: { type: string; value: string }
  originalSender: string
  finalRecipient: string
  parts: Part[]
  sessionKey: Buffer
  wrap(key: Buffer, recipient: X509Certificate): Buffer
  seal(key: Buffer, content: Buffer): Buffer
}

export type HostileMessage = {
  contentType: string
  boundary: string
  soapHeaders: string[]
  soap: string
  parts: { headers: string[]; body: Buffer }[]
  /** By Content-ID. */
  digests: Map<string, Buffer>
  signer: Signer
}

const contentId = 'payload@sender.test'
const compressed = { MimeType: 'application/xml', CompressionType: 'application/gzip' }

export function part(content: Buffer | string, changes: Partial<Part> = {}): Part {
  return {
    contentId,
    content: gzipSync(content),
    properties: compressed,
    encryptedAs: 'application/gzip',
    ...changes,
  }
}

export const service = {
  type: 'cenbii-procid-ubl',
  value: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
}
export const documentType =
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1'

/** RSA-OAEP with SHA-256 for digest and mask, as in the profile. */
export function wrapOaep(key: Buffer, recipient: X509Certificate, label?: Buffer): Buffer {
  return publicEncrypt(
    {
      key: recipient.publicKey,
      padding: rsa.RSA_PKCS1_OAEP_PADDING,
      oaepHash: 'sha256',
      ...(label && { oaepLabel: label }),
    },
    key,
  )
}

/** A signed and encrypted message from POP000001 to POP000002, with these changes. */
export function compose(changes: Partial<Plan> = {}): HostileMessage {
  const signer = changes.signer ?? sender
  const plan: Plan = {
    signer,
    token: signer.certificate,
    recipient: receiver.certificate,
    from: 'POP000001',
    to: 'POP000002',
    messageId: 'message-1@sender.test',
    action: `busdox-docid-qns::${documentType}`,
    service,
    originalSender: '9915:sender',
    finalRecipient: '9915:receiver',
    parts: [part(sbd())],
    sessionKey: newSessionKey(),
    wrap: wrapOaep,
    seal: (key, content) => encryptAes128Gcm(key, content),
    ...changes,
  }
  const hostileMessage: HostileMessage = {
    contentType: 'multipart/related; boundary="----=_forged"; type="application/soap+xml"',
    boundary: '----=_forged',
    soapHeaders: [
      'Content-Type: application/soap+xml;charset=UTF-8',
      'Content-Transfer-Encoding: binary',
    ],
    soap: writeSoap(plan),
    parts: plan.parts.map(({ contentId: id, content }) => ({
      headers: [
        'Content-Type: application/octet-stream',
        'Content-Transfer-Encoding: binary',
        `Content-ID: <${id}>`,
      ],
      body: plan.seal(plan.sessionKey, content),
    })),
    digests: new Map(plan.parts.map((one) => [one.contentId, one.digest ?? sha256(one.content)])),
    signer,
  }
  return resign(hostileMessage)
}

const invoice =
  '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><ID>1</ID><Note>zwölf ' +
  '&lt;€></Note></Invoice>'

export type Envelope = Record<
  'sender' | 'receiver' | 'documentType' | 'process' | 'instance' | 'document',
  string
>

/** An invoice in its Standard Business Document; the changes are inserted as XML. */
export function sbd(changes: Partial<Envelope> = {}): string {
  const said: Envelope = {
    sender: '9915:sender',
    receiver: '9915:receiver',
    documentType,
    process: service.value,
    instance: 'a3f5c2d0-0000-4000-8000-000000000001',
    document: invoice,
    ...changes,
  }
  const partner = (name: string, value: string) =>
    `<${name}><Identifier Authority="iso6523-actorid-upis">${value}</Identifier></${name}>`
  const scope = (type: string, value: string, scheme = '') =>
    `<Scope><Type>${type}</Type>` +
    `<InstanceIdentifier>${value}</InstanceIdentifier>` +
    `${scheme && `<Identifier>${scheme}</Identifier>`}</Scope>`
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<StandardBusinessDocument ' +
    'xmlns="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader">' +
    `<StandardBusinessDocumentHeader>` +
    `<HeaderVersion>1.0</HeaderVersion>${partner('Sender', said.sender)}` +
    partner('Receiver', said.receiver) +
    '<DocumentIdentification>' +
    '<Standard>urn:oasis:names:specification:ubl:schema:xsd:Invoice-2</Standard>' +
    '<TypeVersion>2.1</TypeVersion>' +
    `<InstanceIdentifier>${said.instance}</InstanceIdentifier><Type>Invoice</Type>` +
    `<CreationDateAndTime>2026-06-15T11:59:00Z</CreationDateAndTime></DocumentIdentification>` +
    `<BusinessScope>${scope('DOCUMENTID', said.documentType, 'busdox-docid-qns')}` +
    scope('PROCESSID', said.process, 'cenbii-procid-ubl') +
    `${scope('COUNTRY_C1', 'AT')}</BusinessScope>` +
    `</StandardBusinessDocumentHeader>${said.document}</StandardBusinessDocument>`
  )
}

function writeSoap(plan: Plan): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?><S12:Envelope xmlns:S12="${ns.S12}"><S12:Header>` +
    `<wsse:Security xmlns:wsse="${ns.wsse}" xmlns:wsu="${ns.wsu}" S12:mustUnderstand="true">` +
    writeToken('recipient', plan.recipient) +
    writeKey(plan) +
    plan.parts.map(writeData).join('') +
    writeToken('signer', plan.token) +
    writeSignature(plan) +
    `</wsse:Security>${writeMessaging(plan)}</S12:Header>` +
    `<S12:Body xmlns:wsu="${ns.wsu}" wsu:Id="body"></S12:Body></S12:Envelope>`
  )
}

function writeToken(id: string, certificate: X509Certificate): string {
  const value = certificate.raw.toString('base64')
  return (
    `<wsse:BinarySecurityToken EncodingType="${base64Binary}" ValueType="${x509v3}" ` +
    `wsu:Id="${id}">${value}</wsse:BinarySecurityToken>`
  )
}

function writeKey({ parts, wrap, sessionKey, recipient }: Plan): string {
  const data = parts.map((_, index) => `<xenc:DataReference URI="#data-${index}"/>`).join('')
  return (
    `<xenc:EncryptedKey xmlns:xenc="${ns.xenc}" Id="key"><xenc:EncryptionMethod ` +
    `Algorithm="${ns.xenc11}rsa-oaep">` +
    `<ds:DigestMethod xmlns:ds="${ns.ds}" Algorithm="${ns.xenc}sha256"/>` +
    `<xenc11:MGF xmlns:xenc11="${ns.xenc11}" ` +
    `Algorithm="${ns.xenc11}mgf1sha256"/></xenc:EncryptionMethod>` +
    `<ds:KeyInfo xmlns:ds="${ns.ds}">${writeReference('recipient')}</ds:KeyInfo>` +
    `<xenc:CipherData>` +
    `<xenc:CipherValue>${wrap(sessionKey, recipient).toString('base64')}</xenc:CipherValue>` +
    `</xenc:CipherData>` +
    `<xenc:ReferenceList>${data}</xenc:ReferenceList></xenc:EncryptedKey>`
  )
}

function writeReference(token: string): string {
  return (
    `<wsse:SecurityTokenReference><wsse:Reference URI="#${token}" ` +
    `ValueType="${x509v3}"/></wsse:SecurityTokenReference>`
  )
}

function writeData({ contentId: id, encryptedAs }: Part, index: number): string {
  const type = encryptedAs === undefined ? '' : ` MimeType="${encryptedAs}"`
  return (
    `<xenc:EncryptedData xmlns:xenc="${ns.xenc}" Id="data-${index}"${type} ` +
    `Type="${ns.swa}Attachment-Content-Only">` +
    `<xenc:EncryptionMethod Algorithm="${ns.xenc11}aes128-gcm"/><ds:KeyInfo xmlns:ds="${ns.ds}">` +
    `<wsse:SecurityTokenReference xmlns:wsse11="${ns.wsse11}" wsse11:TokenType="${keyTokenType}">` +
    '<wsse:Reference URI="#key"/></wsse:SecurityTokenReference></ds:KeyInfo>' +
    `<xenc:CipherData><xenc:CipherReference URI="cid:${id}"><xenc:Transforms>` +
    `<ds:Transform xmlns:ds="${ns.ds}" Algorithm="${ns.swa}Attachment-Ciphertext-Transform"/>` +
    '</xenc:Transforms></xenc:CipherReference></xenc:CipherData></xenc:EncryptedData>'
  )
}

function writeSignature({ parts }: Plan): string {
  const references = [
    writeSigned('#messaging', ns.ec),
    writeSigned('#body', ns.ec),
    ...parts.map(({ contentId: id }) =>
      writeSigned(`cid:${id}`, `${ns.swa}Attachment-Content-Signature-Transform`),
    ),
  ]
  return (
    `<ds:Signature xmlns:ds="${ns.ds}" Id="signature"><ds:SignedInfo><ds:CanonicalizationMethod ` +
    `Algorithm="${ns.ec}"/>` +
    '<ds:SignatureMethod ' +
    `Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>${references.join('')}</ds:SignedInfo>` +
    `<ds:SignatureValue>AAAA</ds:SignatureValue>` +
    `<ds:KeyInfo>${writeReference('signer')}</ds:KeyInfo></ds:Signature>`
  )
}

/** A ds:Reference whose digest resign() fills in. */
export function writeSigned(uri: string, transform: string): string {
  return (
    `<ds:Reference URI="${uri}"><ds:Transforms><ds:Transform ` +
    `Algorithm="${transform}"/></ds:Transforms>` +
    '<ds:DigestMethod ' +
    `Algorithm="${ns.xenc}sha256"/><ds:DigestValue>AAAA</ds:DigestValue></ds:Reference>`
  )
}

function writeMessaging(plan: Plan): string {
  const participant = (name: string, value: string) =>
    `<eb:Property name="${name}" type="iso6523-actorid-upis">${value}</eb:Property>`
  const partInfo = ({ contentId: id, properties = {} }: Part) =>
    `<eb:PartInfo href="cid:${id}"><eb:PartProperties>${Object.entries(properties)
      .map(([name, value]) => `<eb:Property name="${name}">${value}</eb:Property>`)
      .join('')}</eb:PartProperties></eb:PartInfo>`
  const party = (id: string, role: string) =>
    `<eb:PartyId type="urn:fdc:peppol.eu:2017:identifiers:ap">${id}</eb:PartyId>` +
    `<eb:Role>${ns.eb}${role}</eb:Role>`
  return (
    `<eb:Messaging xmlns:eb="${ns.eb}" xmlns:wsu="${ns.wsu}" S12:mustUnderstand="true" ` +
    'wsu:Id="messaging"><eb:UserMessage>' +
    `<eb:MessageInfo><eb:Timestamp>2026-06-15T11:59:58.123Z</eb:Timestamp>` +
    `<eb:MessageId>${plan.messageId}</eb:MessageId></eb:MessageInfo>` +
    `<eb:PartyInfo><eb:From>${party(plan.from, 'initiator')}</eb:From>` +
    `<eb:To>${party(plan.to, 'responder')}</eb:To></eb:PartyInfo>` +
    '<eb:CollaborationInfo>' +
    '<eb:AgreementRef>urn:fdc:peppol.eu:2017:agreements:tia:ap_provider</eb:AgreementRef>' +
    `<eb:Service type="${plan.service.type}">${plan.service.value}</eb:Service>` +
    `<eb:Action>${plan.action}</eb:Action>` +
    '<eb:ConversationId>conversation-1</eb:ConversationId></eb:CollaborationInfo>' +
    '<eb:MessageProperties>' +
    participant('originalSender', plan.originalSender) +
    participant('finalRecipient', plan.finalRecipient) +
    `</eb:MessageProperties><eb:PayloadInfo>${plan.parts.map(partInfo).join('')}</eb:PayloadInfo>` +
    `</eb:UserMessage></eb:Messaging>`
  )
}

/** The message as it goes over the wire. */
export function toHttpMessage(hostileMessage: HostileMessage): HttpMessage {
  const pieces = [
    { headers: hostileMessage.soapHeaders, body: Buffer.from(hostileMessage.soap) },
    ...hostileMessage.parts,
  ]
  const body = pieces.flatMap((piece) => [
    Buffer.from(
      `--${hostileMessage.boundary}\r\n${piece.headers.map((line) => `${line}\r\n`).join('')}\r\n`,
      'latin1',
    ),
    piece.body,
    Buffer.from('\r\n'),
  ])
  return {
    contentType: hostileMessage.contentType,
    body: Buffer.concat([...body, Buffer.from(`--${hostileMessage.boundary}--\r\n`, 'latin1')]),
  }
}

/**
 * The same message with another SOAP part. Fails when the edit changes nothing: a forgery
 * must differ.
 */
export function edit(
  hostileMessage: HostileMessage,
  change: (soap: string) => string,
): HostileMessage {
  const soap = change(hostileMessage.soap)
  if (soap === hostileMessage.soap) throw new Error('The edit changed nothing')
  return { ...hostileMessage, soap }
}

/**
 * Signs again whatever the message says by now, as the holder of the key could: the first element
 * of each id is digested, with the algorithms that the signature names, however weak.
 */
export function resign(
  hostileMessage: HostileMessage,
  key: KeyObject = hostileMessage.signer.privateKey,
): HostileMessage {
  const digested = fill(hostileMessage.soap, (root) =>
    all(root, 'Reference', ns.ds).map((reference): [XmlElement, string] => [
      first(reference, 'DigestValue'),
      digestOf(reference, root, hostileMessage.digests).toString('base64'),
    ]),
  )
  const signed = fill(digested, (root) => {
    const [signature] = all(root, 'Signature', ns.ds)
    if (!signature) throw new Error('There is no signature to make')
    const value = signatureOf(
      first(signature, 'SignedInfo'),
      key,
      hostileMessage.signer.certificate,
    )
    return [[first(signature, 'SignatureValue'), value.toString('base64')]]
  })
  return { ...hostileMessage, soap: signed }
}

// Elements keep their start tags and get a new text; the last is filled in first, so that the
// offsets stay right.
function fill(soap: string, contents: (root: XmlElement) => [XmlElement, string][]): string {
  const { root, text } = parseXml(Buffer.from(soap), { instructions: 'keep' })
  return contents(root).reduceRight((filled, [element, content]) => {
    const tagEnd = text.indexOf('>', element.start) + 1
    const close = text.lastIndexOf('</', element.end - 1)
    return filled.slice(0, tagEnd) + content + filled.slice(close)
  }, text)
}

function digestOf(reference: XmlElement, root: XmlElement, digests: Map<string, Buffer>): Buffer {
  const uri = attributeOf(reference, 'URI')
  const hash = hashOf(algorithmOf(first(reference, 'DigestMethod')))
  if (uri.startsWith('cid:')) return digests.get(decodeURIComponent(uri.slice(4))) ?? sha256('')
  const target =
    uri === '' ? root : elements(root).find((node) => idsOf(node).includes(uri.slice(1)))
  const transforms = all(reference, 'Transform', ns.ds)
  // Filters are taken at their word: that of an attacker leaves nothing over.
  const isFiltered = transforms.some((one) => /xpath|xslt|base64|STR/i.test(algorithmOf(one)))
  if (target === undefined || isFiltered) return createHash(hash).update('').digest()
  const method = transforms.at(-1)
  return createHash(hash).update(canonicalOf(target, method)).digest()
}

function canonicalOf(element: XmlElement, method: XmlElement | undefined): string {
  const isInclusive = method !== undefined && algorithmOf(method).includes('REC-xml-c14n')
  const list = method && elements(method).find((node) => node.local === 'InclusiveNamespaces')
  const inclusivePrefixes = list ? attributeOf(list, 'PrefixList').split(/\s+/).filter(Boolean) : []
  return canonicalize(element, { mode: isInclusive ? 'inclusive' : 'exclusive', inclusivePrefixes })
}

function signatureOf(signedInfo: XmlElement, key: KeyObject, shown: X509Certificate): Buffer {
  const bytes = Buffer.from(canonicalOf(signedInfo, first(signedInfo, 'CanonicalizationMethod')))
  const method = algorithmOf(first(signedInfo, 'SignatureMethod'))
  const hash = hashOf(method)
  // The confusion of keys: what everybody knows, the public key, taken for a secret.
  if (method.includes('hmac'))
    return createHmac(hash, shown.publicKey.export({ type: 'spki', format: 'pem' }))
      .update(bytes)
      .digest()
  const padding = method.includes('mgf1') ? rsa.RSA_PKCS1_PSS_PADDING : rsa.RSA_PKCS1_PADDING
  return sign(hash, bytes, key.asymmetricKeyType === 'rsa' ? { key, padding } : { key })
}

function hashOf(algorithm: string): string {
  return (
    ['sha512', 'sha384', 'sha224', 'sha1', 'md5'].find((name) => algorithm.includes(name)) ??
    'sha256'
  )
}

function elements(node: XmlElement): XmlElement[] {
  return [node, ...node.children.flatMap((next) => (next.kind === 'element' ? elements(next) : []))]
}

function all(node: XmlElement, local: string, namespace: string): XmlElement[] {
  return elements(node).filter((one) => one.local === local && one.namespace === namespace)
}

function first(node: XmlElement, local: string): XmlElement {
  const [found] = all(node, local, ns.ds)
  if (!found) throw new Error(`There is no ${local}`)
  return found
}

function algorithmOf(node: XmlElement): string {
  return attributeOf(node, 'Algorithm')
}

function attributeOf(node: XmlElement, local: string): string {
  return node.attributes.find((attribute) => attribute.local === local)?.value ?? ''
}

function idsOf(node: XmlElement): string[] {
  return node.attributes
    .filter(({ local }) => local.toLowerCase() === 'id')
    .map(({ value }) => value)
}
