import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildUserMessage, type HttpMessage, readSentMessage } from '../../src/as4/index.ts'
import { parseMultipart } from '../../src/as4/mime.ts'
import { canonicalize, descend, parseXml, type XmlElement } from '../../src/xml/index.ts'
import { readMessage } from './captured.ts'
import { newMessage, partOf, soapOf } from './peer.ts'
import { buildHonestMessage, keys } from './receive.ts'

function canonical(element: XmlElement | undefined): string {
  if (element === undefined) throw new Error('there is no such element')
  return canonicalize(element, { mode: 'exclusive' })
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')

describe('building a user message', () => {
  let message: HttpMessage
  let soap: string
  let root: XmlElement
  beforeAll(async () => {
    message = await buildHonestMessage()
    soap = soapOf(message)
    root = parseXml(Buffer.from(soap)).root
  })

  test('writes Messaging and Body in canonical form, and digests those very strings', () => {
    const messaging = partOf(soap, 'eb:Messaging')
    const body = partOf(soap, 'S12:Body')
    expect(messaging).toBe(canonical(descend(root, 'Header', 'Messaging')))
    expect(body).toBe(canonical(descend(root, 'Body')))
    const digests = readSentMessage(message).references.map((reference) =>
      reference.digest.toString('base64'),
    )
    expect(digests.slice(0, 2)).toEqual([sha256(messaging), sha256(body)])
  })

  test('writes SignedInfo in canonical form but for the declaration of its prefix', () => {
    const written = partOf(soap, 'ds:SignedInfo')
    const declared = written.replace(
      '<ds:SignedInfo',
      '<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"',
    )
    expect(canonical(descend(root, 'Header', 'Security', 'Signature', 'SignedInfo'))).toBe(declared)
  })

  test('orders the security header so that other stacks can process it', () => {
    const security = descend(root, 'Header', 'Security')
    const order = security?.children.map((node) =>
      node.kind === 'element' ? node.name : node.kind,
    )
    expect(order).toEqual([
      'wsse:BinarySecurityToken',
      'xenc:EncryptedKey',
      'xenc:EncryptedData',
      'wsse:BinarySecurityToken',
      'ds:Signature',
    ])
    const [recipient, signer] = [...soap.matchAll(/<wsse:BinarySecurityToken [^>]*>([^<]*)/g)].map(
      (found) => found[1],
    )
    expect(recipient).toBe(keys.receiver.certificate.raw.toString('base64'))
    expect(signer).toBe(keys.sender.certificate.raw.toString('base64'))
  })

  test('uses one content id in the header, the signature, the encryption and the part', () => {
    const uri = `cid:${newMessage.contentId}`
    expect(soap).toContain(`<eb:PartInfo href="${uri}">`)
    expect(soap).toContain(`<ds:Reference URI="${uri}">`)
    expect(soap).toContain(`<xenc:CipherReference URI="${uri}">`)
    const { root: first, attachments } = parseMultipart(message, { partsMax: 2 })
    expect(first.headers.get('content-type')).toBe('application/soap+xml;charset=UTF-8')
    expect(attachments.map((part) => part.contentId)).toEqual([newMessage.contentId])
    expect(message.contentType).toMatch(
      /^multipart\/related; boundary="[^"]+"; type="application\/soap\+xml"$/,
    )
  })

  test('escapes what it is given', async () => {
    const odd = { ...newMessage, action: 'a::<b>&"c"\r\n', conversationId: ']]>' }
    const built = soapOf(await buildUserMessage(odd, keys.sender, keys.receiver.certificate))
    expect(partOf(built, 'eb:Messaging')).toBe(
      canonical(descend(parseXml(Buffer.from(built)).root, 'Header', 'Messaging')),
    )
    expect(built).toContain('<eb:Action>a::&lt;b&gt;&amp;"c"&#xD;\n</eb:Action>')
  })

  test('uses the boundary that it is given, else one made from the MessageId', async () => {
    const given = { ...newMessage, boundary: 'given' }
    const built = await buildUserMessage(given, keys.sender, keys.receiver.certificate)
    expect(built.contentType).toContain('boundary="given"')
    expect((await buildHonestMessage()).contentType).toBe(message.contentType)
  })

  const wrong: [string, object][] = [
    ['a MessageId without @', { messageId: 'a' }],
    ['a MessageId with a line end', { messageId: 'a@b\n' }],
    ['a content id that stacks decode differently', { contentId: 'a+b@c' }],
  ]
  test.each(wrong)('asserts against %s', async (_name, change) => {
    const built = buildUserMessage(
      { ...newMessage, ...change },
      keys.sender,
      keys.receiver.certificate,
    )
    await expect(built).rejects.toThrow()
  })

  test('reads what a receipt must cover, and the receiver, from the sent bytes', () => {
    const sent = readSentMessage(readMessage('phase4-user-message', 'mime'))
    expect(sent.receiver.raw.equals(keys.receiver.certificate.raw)).toBe(true)
    expect(sent.messageId).toBe('48d85df3-3c57-4e15-a4cf-81e8cc20f4ea@phase4-peer')
    const digests = sent.references.map((reference) => reference.digest.toString('base64'))
    expect(digests).toEqual([
      'BSTXYHrynnV8sylnvdIK+4CjhPfWopHtf5YGPUytbbM=',
      'XpNeFweaW/l6LbPlhCDPFnFnha4Z9NrMWHU1P73P6+U=',
      '46dyFMyj0M7gHMG0jCRZMFvtInt8vVQBMBSUl6Ka+oc=',
    ])
  })
})
