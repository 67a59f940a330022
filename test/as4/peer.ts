// Another access point, which can send what ours never would. Everything is really signed
// and encrypted.
import { gzipSync } from 'node:zlib'
import { buildUserMessage, type HttpMessage, type NewUserMessage } from '../../src/as4/index.ts'
import { buildMultipart, parseMultipart } from '../../src/as4/mime.ts'
import { buildSecurity, referencesOf, startEncryption } from '../../src/as4/security.ts'
import { buildBody, buildSoap } from '../../src/as4/soap.ts'
import { encryptAes128Gcm, type KeyProvider, sha256 } from '../../src/crypto/index.ts'

export const payload = Buffer.from(
  `<Invoice xmlns="urn:i">${'<Line>zwölf €</Line>'.repeat(200)}</Invoice>`,
)

export const newMessage: NewUserMessage = {
  messageId: '6a9f1f6e-3c1d-4f57-9e5f-0d7f3b9a1c22@fourcorner.test',
  conversationId: 'conversation-1',
  timestamp: new Date('2026-11-21T10:11:12.345Z'),
  service: { type: 'cenbii-procid-ubl', value: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0' },
  action: 'busdox-docid-qns::urn:oasis:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant::2.1',
  originalSender: { scheme: 'iso6523-actorid-upis', value: '9915:sender' },
  finalRecipient: { scheme: 'iso6523-actorid-upis', value: '9915:receiver' },
  payload,
  contentId: 'payload-1@fourcorner.test',
}

export type MessageChanges = {
  /** What is signed and encrypted; by default the compressed payload. */
  content?: Buffer
  /** Changes eb:Messaging before it is signed. */
  messaging?: (xml: string) => string
  mimeType?: string
  /** The digest of the content, when it is not over its bytes. */
  digest?: Buffer
}

/** A message as our sender makes it, with these changes, properly signed and encrypted. */
export async function buildMessageWith(
  keys: { sender: KeyProvider; receiver: KeyProvider },
  changes: MessageChanges,
): Promise<HttpMessage> {
  const ordinary = await buildUserMessage(newMessage, keys.sender, keys.receiver.certificate)
  const change = changes.messaging ?? ((xml: string) => xml)
  const messaging = changed(
    partOf(soapOf(ordinary), 'eb:Messaging'),
    change,
    changes.messaging !== undefined,
  )
  const body = buildBody()
  const content = changes.content ?? gzipSync(payload)
  const { contentId } = newMessage
  const references = referencesOf({
    messaging,
    body,
    attachments: [{ contentId, digest: changes.digest ?? sha256(content) }],
  })
  const part = { contentId, mimeType: changes.mimeType ?? 'application/gzip' }
  const { key, header } = startEncryption(keys.receiver.certificate, part)
  const security = await buildSecurity(references, keys.sender, header)
  const soap = {
    headers: { 'Content-Type': 'application/soap+xml' },
    body: buildSoap({ security, messaging, body }),
  }
  return buildMultipart(
    [soap, { headers: { 'Content-ID': `<${contentId}>` }, body: encryptAes128Gcm(key, content) }],
    'boundary',
  )
}

/** The envelope of a message as text. */
export function soapOf(message: HttpMessage): string {
  const isMultipart = message.contentType.startsWith('multipart/')
  return (
    isMultipart ? parseMultipart(message, { partsMax: 10 }).root.body : message.body
  ).toString('utf8')
}

/** The same message with another envelope. Fails when the change changes nothing. */
export function withSoap(message: HttpMessage, change: (soap: string) => string): HttpMessage {
  const before = Buffer.from(soapOf(message))
  const at = message.body.indexOf(before)
  const after = Buffer.from(changed(before.toString('utf8'), change, true))
  const rest = [message.body.subarray(0, at), after, message.body.subarray(at + before.length)]
  return { contentType: message.contentType, body: Buffer.concat(rest) }
}

/** The same message with other bytes. Fails when the change changes nothing. */
export function withBytes(message: HttpMessage, change: (bytes: Buffer) => Buffer): HttpMessage {
  const body = change(Buffer.from(message.body))
  if (body.equals(message.body)) throw new Error('nothing was changed')
  return { ...message, body }
}

/** The first element of that name, from its '<' to its '>'. */
export function partOf(soap: string, name: string): string {
  const found = new RegExp(`<${name}[ >].*?</${name}>`, 's').exec(soap)
  if (found === null) throw new Error(`there is no ${name}`)
  return found[0]
}

function changed(before: string, change: (text: string) => string, expected: boolean): string {
  const after = change(before)
  if (expected && after === before) throw new Error('nothing was changed')
  return after
}
