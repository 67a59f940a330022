import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { buildUserMessage } from '../../src/as4/index.ts'
import { readCaptured, readMessage } from './captured.ts'
import { buildMessageWith, newMessage, partOf, payload, soapOf, withSoap } from './peer.ts'
import { buildHonestMessage, keys, limits, outcomeOf, receive } from './receive.ts'

describe('opening a user message', () => {
  test('gives back what our sender was given', async () => {
    const received = await receive(await buildHonestMessage())
    const { payload: _payload, contentId, ...facts } = newMessage
    expect(received).toMatchObject({ ...facts, from: 'POP000001', to: 'POP000002' })
    expect(received.payloads).toEqual([
      { contentId, mimeType: 'application/xml', content: payload },
    ])
    expect(received.signer.raw).toEqual(keys.sender.certificate.raw)
    const uris = received.references.map((reference) => reference.uri)
    expect(uris).toEqual(['#messaging', '#body', `cid:${contentId}`])
  })

  test('gives back a payload that is large enough for the thread pool', async () => {
    const large = { ...newMessage, payload: Buffer.alloc(300_000, 'Peppol invoice ') }
    const message = await buildUserMessage(large, keys.sender, keys.receiver.certificate)
    const received = await receive(message, { limits: { ...limits, ratioMax: 2_000 } })
    expect(received.payloads[0]?.content).toEqual(large.payload)
  })

  test.each(['phase4-user-message', 'phase4-uncompressed'])(
    'finds the exact bytes of the SBD in %s',
    async (name) => {
      const received = await receive(readMessage(name, 'mime'))
      expect(received.payloads).toHaveLength(1)
      expect(received.payloads[0]?.content).toEqual(readCaptured(`${name}.sbd.xml`))
      expect(received).toMatchObject({
        from: 'POP000001',
        to: 'POP000002',
        originalSender: { scheme: 'iso6523-actorid-upis', value: '9915:sender' },
        finalRecipient: { scheme: 'iso6523-actorid-upis', value: '9915:receiver' },
        service: {
          type: 'cenbii-procid-ubl',
          value: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
        },
      })
    },
  )

  test('chooses among several own keys the one that the message was encrypted for', async () => {
    const received = await receive(await buildHonestMessage(), {
      keys: [keys.sender, keys.receiver],
    })
    expect(received.to).toBe('POP000002')
  })

  test('asks about the certificate of the signer, not the first in the header', async () => {
    const asked: string[] = []
    await receive(await buildHonestMessage(), {
      checkSigner: (certificate) => void asked.push(certificate.subject),
    })
    expect(asked).toEqual([keys.sender.certificate.subject])
  })

  test('does not use the private key for strangers', async () => {
    let unwrapped = 0
    const unwrap = (wrapped: Uint8Array) => {
      unwrapped++
      return keys.receiver.unwrap(wrapped)
    }
    const checkSigner = () => {
      throw new Error('a stranger')
    }
    const watched = { keys: [{ ...keys.receiver, unwrap }] }
    const opened = receive(await buildHonestMessage(), { ...watched, checkSigner })
    expect(await outcomeOf(opened)).toBe('EBMS:0101 the signer is not a trusted access point')
    expect(unwrapped).toBe(0)
    await receive(await buildHonestMessage(), watched)
    expect(unwrapped).toBe(1)
  })

  test('refuses what was encrypted for somebody else', async () => {
    const opened = receive(await buildHonestMessage(), { keys: [keys.sender] })
    expect(await outcomeOf(opened)).toBe('EBMS:0102 the message could not be decrypted')
  })

  test('refuses a signer who shows a certificate and signs with another key', async () => {
    const impostor = { ...keys.receiver, certificate: keys.sender.certificate }
    const message = await buildUserMessage(newMessage, impostor, keys.receiver.certificate)
    expect(await outcomeOf(receive(message))).toBe('EBMS:0101 the signature value is wrong')
  })

  test('refuses another payload, well encrypted, under an honest signature', async () => {
    const signature = partOf(soapOf(await buildHonestMessage()), 'ds:Signature')
    const evil = await buildMessageWith(keys, { content: gzipSync('<evil/>') })
    const message = withSoap(evil, (soap) => soap.replace(partOf(soap, 'ds:Signature'), signature))
    expect(await outcomeOf(receive(message))).toBe(
      'EBMS:0101 the digest of a payload part does not match',
    )
  })

  test('digests compressed bytes as bytes, whatever the unsigned header calls them', async () => {
    const asXml = (soap: string) =>
      soap.replace('MimeType="application/gzip"', 'MimeType="text/xml"')
    const received = await receive(withSoap(await buildHonestMessage(), asXml))
    expect(received.payloads[0]?.content).toEqual(payload)
  })
})
