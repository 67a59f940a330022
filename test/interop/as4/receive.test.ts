// `fourcorner as4 receive` from outside: what is not a message, what comes twice, what never ends,
// and how it stops.
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Receiver, sendFile, startReceiver } from './command.ts'
import { invoice, sbdOf } from './documents.ts'
import { type Laboratory, openLaboratory } from './laboratory.ts'

describe('as4 receive', () => {
  let laboratory: Laboratory
  let receiver: Receiver

  beforeAll(async () => {
    laboratory = await openLaboratory()
    receiver = await startReceiver(laboratory)
  })

  afterAll(async () => {
    await receiver?.stop()
    laboratory?.remove()
  })

  const folders = () => readdirSync(receiver.folder).filter((name) => /^\d{6}$/.test(name))

  it.each([
    ['no Content-Type', undefined, 'x', 'EBMS:0007'],
    ['a Content-Type that is no AS4', 'application/json', '{}', 'EBMS:0007'],
    ['a multipart without an end', 'multipart/related; boundary=b', '--b\r\n\r\n<x/>', 'EBMS:0007'],
    [
      'a SOAP part that is no XML',
      'multipart/related; boundary=b',
      '--b\r\n\r\n<x>\r\n--b--',
      'EBMS:0009',
    ],
  ])('refuses %s with an ebMS error, and keeps nothing', async (_, contentType, body, code) => {
    const before = folders()
    const answer = await post(contentType, [Buffer.from(body)])
    expect(answer.status).toBe(200)
    expect(answer.body).toContain(`errorCode="${code}"`)
    expect(answer.body).not.toContain('node_modules')
    expect(folders()).toEqual(before)
  })

  it.each([
    ['/as4', 'GET', 405],
    ['/other', 'POST', 404],
  ])('answers %s with %s as HTTP does', async (path, method, status) => {
    const { origin } = new URL(receiver.url)
    expect((await fetch(origin + path, { method })).status).toBe(status)
  })

  it('answers a body that has no end, and hangs up', async () => {
    const chunk = Buffer.alloc(1_000_000, 'x')
    async function* endless() {
      yield Buffer.from('--b\r\nContent-Type: application/soap+xml\r\n\r\n')
      for (;;) yield chunk
    }
    const answer = await post('multipart/related; boundary=b', endless())
    expect(answer.body).toContain('errorCode="EBMS:0009"')
  })

  it(
    'gives the same bytes, twice at the same moment, one folder and one receipt; also after a ' +
      'restart',
    async () => {
      const saved = join(laboratory.folder, 'request')
      const sbd = laboratory.write('sbd.xml', sbdOf(invoice(1000)))
      const nobody = sendFile(laboratory, {
        url: 'http://127.0.0.1:1/as4',
        file: sbd,
        options: ['--sbd', '--save-request', saved],
      })
      expect((await nobody).events).toMatchObject([
        { outcome: 'not-sent', code: 'transport.connect-failed' },
      ])
      const bytes = readFileSync(saved)
      const contentType =
        'multipart/related; ' +
        `boundary="${/^--(\S+)/.exec(bytes.toString('latin1', 0, 200))![1]}"`
      const before = folders().length
      const [one, other] = await Promise.all([
        post(contentType, [bytes]),
        post(contentType, [bytes]),
      ])
      expect(one.body).toContain('NonRepudiationInformation')
      expect(other.body).toBe(one.body)
      expect(await receiver.stop()).toBe(0)
      receiver = await startReceiver(laboratory, { folder: receiver.folder })
      expect((await post(contentType, [bytes])).body).toBe(one.body)
      expect(folders()).toHaveLength(before + 1)
      expect(receiver.arrivals().map(({ repeat = false }) => repeat)).toEqual([false, true, true])
      const altered = Buffer.from(bytes)
      altered[bytes.length - 100] = bytes[bytes.length - 100]! ^ 1
      expect((await post(contentType, [altered])).body).toContain('eb:Error ')
    },
  )

  it(
    'is not sent to twice because the first could not be saved: the outcome is reported all ' +
      'the same',
    async () => {
      const file = laboratory.write('sbd.xml', sbdOf(invoice(1000)))
      for (const option of ['--save-request', '--save-response']) {
        const options = ['--sbd', option, join(laboratory.folder, 'nowhere', 'file')]
        const sent = await sendFile(laboratory, { url: receiver.url, file, options })
        expect(sent.events).toMatchObject([{ outcome: 'delivered' }])
        expect(sent.code).toBe(2)
      }
    },
  )

  it.each(['--count', '--concurrency'])(
    'is sent at least one message: %s 0 is wrong use',
    async (option) => {
      const file = laboratory.write('sbd.xml', sbdOf(invoice(1000)))
      const none = await sendFile(laboratory, {
        url: receiver.url,
        file,
        options: ['--sbd', option, '0'],
      })
      expect(none).toMatchObject({ code: 2, events: [] })
      const one = await sendFile(laboratory, {
        url: receiver.url,
        file,
        options: ['--sbd', option, '1'],
      })
      expect(one).toMatchObject({ code: 0, events: [{ outcome: 'delivered' }] })
    },
  )

  async function post(
    contentType: string | undefined,
    body: Iterable<Buffer> | AsyncIterable<Buffer>,
  ): Promise<{ status: number; body: string }> {
    const sending = request(receiver.url, {
      method: 'POST',
      headers: contentType ? { 'content-type': contentType } : {},
    })
    const answered = new Promise<{ status: number; body: string }>((resolve, reject) => {
      sending.once('error', reject)
      sending.once('response', async (response) => {
        const chunks = await response.toArray().catch(reject)
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks ?? []).toString() })
      })
    })
    let isAnswered = false
    const end = answered.then(() => (isAnswered = true)).catch(() => (isAnswered = true))
    for await (const chunk of body) {
      if (isAnswered || sending.destroyed) break
      if (!sending.write(chunk))
        await Promise.race([new Promise((resolve) => sending.once('drain', resolve)), end])
    }
    if (!sending.destroyed) sending.end()
    return answered
  }
})
