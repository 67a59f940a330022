// Where webhooks may lead: checked when they are made, and again at each connection.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { limits } from '../../src/limits.ts'
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
    ['https://localhost/', 'not a public address'],
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
      expect(await strict.post(url, message)).toMatchObject({
        kind: 'failed',
        reason: 'address-refused',
      })
    },
  )

  test('is made in a laboratory', async () => {
    const answer = await lenient.post(`http://127.0.0.1:${port}/`, message)
    expect(answer).toMatchObject({ kind: 'answered', status: 200 })
  })
})
