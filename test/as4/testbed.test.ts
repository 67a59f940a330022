// What the Peppol testbed asks of a receiver, and the assertions of the eDelivery AS4 test document
// that need one that answers and stores. The senders are those of the hostile suite.

import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { openNet } from '../../src/net/index.ts'
import { bySigner, inElement } from './hostile/edits.ts'
import { compose, ns, part, sbd, toHttpMessage } from './hostile/hostile-message.ts'
import { openTestReceiver, type TestReceiver } from './hostile/test-receiver.ts'

let testReceiver: TestReceiver
beforeEach(async () => {
  testReceiver = await openTestReceiver()
})
afterEach(() => testReceiver.close())

const withProperties = (xml: string) =>
  inElement('eb:PartProperties', /(<eb:PartProperties>).*(<\/eb:PartProperties>)/, `$1${xml}$2`)
const documentOf = (envelope: string) => /<Invoice .*<\/Invoice>/s.exec(envelope)![0]

describe('an access point that keeps what it receives', () => {
  test('AS4_CP_TA01, TA21: answers HTTP 200 and a receipt over every signed part', async () => {
    const listener = await testReceiver.listen()
    const { contentType, body } = toHttpMessage(compose())
    const headers = { 'content-type': contentType }
    const answer = await fetch(listener.url, { method: 'POST', body, headers })
    const text = await answer.text()
    await listener.close()
    const reported = [answer.status, answer.headers.get('content-type')]
    expect(reported).toEqual([200, 'application/soap+xml;charset=UTF-8'])
    expect(text.match(/<ebbp:MessagePartNRInformation>/g)).toHaveLength(3)
    expect(text).toContain('<eb:RefToMessageId>message-1@sender.test<')
  })

  test('AS4_CP_TA17: answers the test service with a receipt and delivers nothing', async () => {
    const ping = compose({
      service: { type: '', value: `${ns.eb}service` },
      action: `${ns.eb}test`,
    })
    expect(await testReceiver.send(ping)).toBe('receipt')
    expect((await testReceiver.counts()).kept).toBe(0)
    expect(await testReceiver.send(compose())).toBe('receipt')
    expect((await testReceiver.counts()).kept).toBe(1)
  })

  test(
    'AS4_CP_TA26: answers a compressed part without its type with an error and delivers ' +
      'nothing',
    async () => {
      const untyped = withProperties(
        '<eb:Property name="CompressionType">application/gzip</eb:Property>',
      )
      expect(await testReceiver.send(bySigner(untyped)())).toMatch(/^EBMS:0003/)
      expect((await testReceiver.counts()).kept).toBe(0)
    },
  )

  test('AS4_CP_TA30, TA31: answers damaged gzip with EBMS:0303 and delivers nothing', async () => {
    const content = part(sbd()).content.fill(0, 30, 60)
    expect(await testReceiver.send(compose({ parts: [part('', { content })] }))).toMatch(
      /^EBMS:0303/,
    )
    expect((await testReceiver.counts()).kept).toBe(0)
  })

  test('TC2A.2B: takes an SBD and keeps its document byte for byte', async () => {
    expect(await testReceiver.send(compose())).toBe('receipt')
    const digest = createHash('sha256').update(documentOf(sbd())).digest('hex')
    expect(testReceiver.digests()[0]).toBe(digest)
  })

  test('TC2A.5B: takes a message of more than ten megabytes', async () => {
    const lines = Array.from(
      { length: 400_000 },
      (_, index) => `${index.toString(36)} zwölf Euro je Stück`,
    )
    const document =
      `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">` +
      `<Note>${lines.join('')}</Note></Invoice>`
    expect(Buffer.byteLength(document)).toBeGreaterThan(10_000_000)
    expect(await testReceiver.send(compose({ parts: [part(sbd({ document }))] }))).toBe('receipt')
    expect(testReceiver.digests()[0]).toBe(createHash('sha256').update(document).digest('hex'))
  })
})

test('AS4_CP_TA46: reaches a receiver by IPv4 and, where there is one, by IPv6', async () => {
  const addresses = Object.values(networkInterfaces()).flat()
  const hasIpv6 = addresses.some((address) => address?.family === 'IPv6')
  const { post, close } = openNet({
    dnsServers: [],
    plainHttpAllowed: true,
    limits: limits.sending,
  })
  for (const host of hasIpv6 ? ['127.0.0.1', '::1'] : ['127.0.0.1']) {
    const server = createServer((_, response) => response.end('reached'))
    await new Promise<void>((resolve) => server.listen(0, host, resolve))
    const { port } = server.address() as AddressInfo
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/as4`
    const outcome = await post(url, toHttpMessage(compose()))
    server.close()
    expect(outcome).toMatchObject({ kind: 'answered', status: 200 })
  }
  await close()
})
