// Where webhooks may lead: checked when they are made, and again at each connection.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { openPosting } from '../../src/net/index.ts'

const server = createServer((_, response) => response.end('reached'))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
const open = (insecureAllowed: boolean) =>
  openPosting({ limits: limits.webhooks.sending, insecureAllowed })
const strict = open(false)
const lenient = open(true)
afterAll(async () => {
  await Promise.all([strict.close(), lenient.close()])
  server.close()
})

const message = { contentType: 'application/json', body: Buffer.from('{}'), headers: { a: 'b' } }

describe('a URL', () => {
  test.each([
    ['erp.example.com', 'not a URL'],
    ['http://93.184.215.14/', 'https'],
    ['ftp://93.184.215.14/', 'https'],
    ['https://user@93.184.215.14/', 'user name'],
    ['https://:secret@93.184.215.14/', 'password'],
    ['https://93.184.215.14/#part', 'fragment'],
    ['https://127.0.0.1/', 'not a public address'],
    ['https://localhost/', 'localhost has no public address'],
    ['https://2130706433/', 'not a public address'],
    ['https://0x7f.1/', 'not a public address'],
    ['https://10.1.2.3:8443/', 'not a public address'],
    ['https://169.254.169.254/latest/meta-data', 'not a public address'],
    ['https://[::1]/', 'not a public address'],
    ['https://[::ffff:192.168.0.1]/', 'not a public address'],
    ['https://[fd00::1]/', 'not a public address'],
  ])('%s is refused', async (url, why) => {
    expect((await strict.refusalOf(url))?.message).toContain(why)
  })

  test.each(['https://93.184.215.14/hook?a=b', 'https://[2606:4700::1111]:8443/'])(
    '%s is taken',
    async (url) => {
      expect(await strict.refusalOf(url)).toBeUndefined()
    },
  )

  test('may be plain http and private in a laboratory, but must be a URL', async () => {
    expect(await lenient.refusalOf(`http://127.0.0.1:${port}/`)).toBeUndefined()
    const refusal = async (url: string) => (await lenient.refusalOf(url))?.message
    expect(await refusal('http://u:p@127.0.0.1/')).toContain('user name')
    expect(await refusal('ftp://127.0.0.1/')).toContain('https')
  })
})

describe('a connection', () => {
  test.each([`http://127.0.0.1:${port}/`, `https://127.0.0.1:${port}/`, 'https://localhost:1/'])(
    'to %s is refused, whatever was checked before',
    async (url) => {
      expect(await strict.post(url, message, 'one')).toMatchObject({
        kind: 'failed',
        reason: 'address-refused',
      })
    },
  )

  test('is made in a laboratory', async () => {
    const answer = await lenient.post(`http://127.0.0.1:${port}/`, message, 'one')
    expect(answer).toMatchObject({ kind: 'answered', status: 200 })
  })
})

describe('what our DNS knows', () => {
  test('is not told: a name that leads inside is refused as one that does not exist', async () => {
    const refusals = await Promise.all(
      ['localhost', 'does-not-exist.invalid'].map(async (name) => {
        const refusal = await strict.refusalOf(`https://${name}/`)
        const attempt = await strict.post(`https://${name}:1/`, message, name)
        const text = JSON.stringify({ refusal, attempt: { ...attempt, bodySent: undefined } })
        return text.replaceAll(name, 'NAME')
      }),
    )
    expect(refusals[0]).toContain('NAME has no public address')
    expect(refusals[1]).toBe(refusals[0])
  })
})

describe('connections', () => {
  /** A server that answers what asks for `/quick`, and lets all others wait. */
  const waiting: ServerResponse[] = []
  const slow = createServer((request, response) => {
    if (request.url === '/quick') response.end('quick')
    else waiting.push(response)
  })
  let origin = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
  })
  afterAll(() => {
    slow.closeAllConnections()
    slow.close()
  })
  const most = limits.webhooks.sending.connectionsPerDestination
  const hang = (count: number) =>
    Array.from({ length: count }, () => lenient.post(`${origin}/slow`, message, 'slow'))

  test('of one pool are not those of another to the same host', async () => {
    let ended = 0
    const hanging = hang(most).map((call) => call.then(() => ended++))
    await expect.poll(() => waiting.length).toBe(most)
    const quick = await lenient.post(`${origin}/quick`, message, 'another')
    expect(ended).toBe(0)
    expect(quick).toMatchObject({ kind: 'answered', status: 200 })
    for (const response of waiting.splice(0)) response.end()
    await Promise.all(hanging)
  })

  test('the time of a call begins with its connection', async () => {
    const limited = openPosting({
      limits: { ...limits.webhooks.sending, connectionsPerDestination: 1, waitMs: 60_000 },
      insecureAllowed: true,
    })
    const begun: string[] = []
    const post = (name: string) =>
      limited.post(`${origin}/slow`, { ...message, onStart: () => begun.push(name) }, 'one')
    const calls = [post('first'), post('second')]
    await expect.poll(() => waiting.length).toBe(1)
    expect(begun).toEqual(['first'])
    waiting.shift()!.end()
    await expect.poll(() => begun).toEqual(['first', 'second'])
    await expect.poll(() => waiting.length).toBe(1)
    waiting.shift()!.end()
    await Promise.all(calls)
    await limited.close()
  })
})
