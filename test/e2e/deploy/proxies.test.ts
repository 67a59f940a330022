// The proxies of deploy/ in front of two nodes on a PostgreSQL server: what passes, what does not,
// and what a gateway behind them is told.
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localKeys } from '../../../src/crypto/index.ts'
import { readPki } from '../../../src/sandbox/pki-folder.ts'
import { buildMessage, ownParticipant } from '../../chaos/peer.ts'
import { type Receiver, startReceiver } from '../../chaos/receiver.ts'
import { randomNumbers } from '../../fuzz/random.ts'
import { unusedPort } from '../../net/listen.ts'
import { freshDatabase } from '../database.ts'
import { type GatewayProcess, startGateway } from '../gateway-process.ts'
import { invoiceJson } from '../invoice.ts'
import { type Answer, type Call, call } from './call.ts'
import {
  addresses,
  colleague,
  hosts,
  isThere,
  type Kind,
  type RunningProxy,
  startProxy,
  stranger,
  type Upstreams,
} from './proxy.ts'

const database = process.env.DATABASE_URL
const kinds: Kind[] = ['nginx', 'caddy']

type Asked = Omit<Call, 'port' | 'host'>

const ask = (proxy: RunningProxy, host: string, asked: Asked): Promise<Answer> =>
  call({ port: proxy.port, host, ...asked })

/** The same files, but for the header that names the client. */
const dropped: Record<Kind, (text: string) => string> = {
  nginx: (text) => text.replaceAll(/^ *proxy_set_header X-Forwarded-For .*$/gm, ''),
  caddy: (text) => text.replaceAll('import nodes', 'import nodes\nheader_up -X-Forwarded-For'),
}

/** A form of `bytes` bytes in all: an invoice, and two files that fill it. */
async function formOf(number: string, bytes: number): Promise<{ type: string; body: Buffer }> {
  const filled = async (rest: number) => {
    const form = new FormData()
    form.append('document', new Blob([invoiceJson(number)]), 'invoice.json')
    for (const [at, length] of [bytes / 2, rest].entries()) {
      const content = Buffer.alloc(length, 'hours and hours ')
      form.append(
        'attachments',
        new Blob([content], { type: 'application/pdf' }),
        `hours-${at}.pdf`,
      )
    }
    const answer = new Response(form)
    const body = Buffer.from(await answer.arrayBuffer())
    return { type: answer.headers.get('content-type')!, body }
  }
  const empty = await filled(0)
  return filled(bytes - empty.body.length)
}

describe.each(kinds)('%s, in front of two nodes', (kind) => {
  const isMissing = !database || !isThere(kind)
  describe.skipIf(isMissing && !process.env.CI)(`(needs ${kind} and a PostgreSQL server)`, () => {
    let network: Receiver
    let nodes: GatewayProcess[]
    let proxy: RunningProxy
    let token: string
    let ports: Upstreams

    beforeAll(async () => {
      network = await startReceiver(randomNumbers(1), 10)
      network.calm()
      const settings = {
        ...network.settings,
        DATABASE_URL: await freshDatabase(database!),
        TRUST_PROXY: '127.0.0.1',
        AS4_URL: `https://${hosts.as4}/as4`,
        SECRETS_KEY_FILE: '',
        LOG_LEVEL: 'warn',
      }
      ports = { api: await unusedPort(), as4: await unusedPort() }
      const listen = { PORT: String(ports.api), AS4_PORT: String(ports.as4) }
      const start = (host: string, dataDir?: string) =>
        startGateway({ ...settings, ...listen, HOST: host }, dataDir)
      const first = await start(addresses[0])
      nodes = [first, await start(addresses[1], first.dataDir)]
      token = first.token
      proxy = await startProxy(kind, { upstreams: ports, console: true })
    })
    afterAll(async () => {
      await proxy?.stop()
      await Promise.all((nodes ?? []).map((node) => node.stop()))
      await network?.close()
    })

    const api = ({ headers, ...asked }: Asked) =>
      ask(proxy, hosts.api, { ...asked, headers: { 'X-API-Token': token, ...headers } })
    const json = { 'Content-Type': 'application/json' }

    it('a document is submitted, and delivered while the call waits', async () => {
      const headers = { ...json, Prefer: 'wait=30' }
      const body = invoiceJson(`${kind}-1`)
      const answer = await api({ path: '/api/v1/invoices/submit', headers, body })
      expect(answer.status, answer.text).toBe(200)
      expect(JSON.parse(answer.text)).toMatchObject({ status: 'delivered' })
    })

    it('a form of 50 MB is accepted, and what is larger is refused', async () => {
      const submit = async (bytes: number) => {
        const { type, body } = await formOf(`${kind}-${bytes}`, bytes)
        const path = '/api/v1/invoices/submit'
        return api({ path, headers: { 'Content-Type': type, 'X-TestOnly': 'true' }, body })
      }
      const accepted = await submit(50_000_000)
      expect(accepted.status, accepted.text).toBe(202)
      const larger = await submit(52_000_000)
      expect(larger.status).toBe(413)
      // The gateway's own answer, up to the limit of the proxy.
      expect(JSON.parse(larger.text)).toMatchObject({ code: 'request.too-large' })
      expect((await submit(54_000_000)).status).toBe(413)
    })

    it("a refusal that comes before the body has passed is the caller's to read", async () => {
      const { type, body } = await formOf(`${kind}-refused`, 40_000_000)
      const headers = { 'Content-Type': type, 'X-API-Token': 'pgw_live_wrong' }
      for (const _ of [1, 2, 3, 4])
        expect((await api({ path: '/api/v1/invoices/submit', headers, body })).status).toBe(401)
    })

    it('a poll is held for 30 s', async () => {
      const events = async (query: string) => {
        const { status, text } = await api({ path: `/api/v1/events?${query}` })
        expect(status, text).toBe(200)
        return JSON.parse(text) as { data: unknown[]; page: { nextCursor: string } }
      }
      let cursor = '0'
      for (;;) {
        const { data, page } = await events(`limit=200&after=${cursor}`)
        cursor = page.nextCursor
        if (data.length === 0) break
      }
      const begun = performance.now()
      const { data } = await events(`after=${cursor}&type=certificate.expiring&wait=30`)
      expect(data).toEqual([])
      expect(performance.now() - begun).toBeGreaterThan(29_000)
    })

    it('another access point delivers at the AS4 host name, and gets a receipt', async () => {
      const participant = `${ownParticipant.scheme}:${ownParticipant.id}`
      const body = JSON.stringify({ participant, documentTypes: ['invoice'] })
      const registered = await api({ path: '/api/v1/registrations', headers: json, body })
      expect(registered.status, registered.text).toBe(201)
      const pki = join(network.dataDir, 'sandbox', 'pki')
      const gateway = new X509Certificate(readFileSync(join(pki, 'gateway.pem')))
      const keys = localKeys(readPki(pki)['access-point'])
      const number = `${kind}-in`
      const { message } = await buildMessage({ number, keys, gateway, receiver: ownParticipant })
      const answer = await ask(proxy, hosts.as4, {
        path: '/as4',
        headers: { 'Content-Type': message.contentType },
        body: message.body,
      })
      expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('NonRepudiation')])
      const { text } = await api({ path: '/api/v1/inbound' })
      expect(JSON.parse(text).data).toMatchObject([{ number }])
    })

    it.each([
      ...['/', '/as4/', '/as4/x', '/console', '/console/sign-in', '/api/identity/check'],
      ...['/api/v1/status', '/health/ready', '/metrics', '/docs', '//console', '/%63onsole'],
      ...['/as4/../console', '/as4/%2e%2e/api/identity/check'],
    ])('the AS4 host name has no %s', async (path) => {
      const answer = await ask(proxy, hosts.as4, { path, headers: { 'X-API-Token': token } })
      expect([404, 400]).toContain(answer.status)
      expect(answer.text).not.toMatch(/Fourcorner|status/)
    })

    it.each([
      ...['/as4', '/as4/', '/console', '/console/sign-in', '/metrics', '//console'],
      ...['/%63onsole/sign-in', '/api/../console/sign-in', '/./as4'],
    ])('the host name of the API has no %s', async (path) => {
      const answer = await api({ path, method: /as4/.test(path) ? 'POST' : 'GET' })
      expect([404, 400]).toContain(answer.status)
      expect(answer.text).not.toMatch(/Fourcorner|status/)
    })

    it('the reference and /health are at the host name of the API', async () => {
      for (const path of ['/health/ready', '/openapi.json', '/api/identity/check'])
        expect((await api({ path })).status).toBe(200)
    })

    it('the console is for those on its list, who sign in over https', async () => {
      const page = (path: string, asked: Partial<Asked> = {}) =>
        ask(proxy, hosts.console, { path, from: colleague, ...asked })
      expect((await page('/console/sign-in', { from: stranger })).status).toBe(403)
      const form = await page('/console/sign-in')
      expect(form.text).toContain('API token')
      const signedIn = await page('/console/sign-in', {
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          ...{ Origin: `https://${hosts.console}`, 'Sec-Fetch-Site': 'same-origin' },
        },
        body: new URLSearchParams({ token, to: '/console' }).toString(),
      })
      expect(signedIn.status, signedIn.text).toBe(303)
      const cookie = [signedIn.headers['set-cookie']].flat()[0]!.split(';')[0]!
      expect(cookie).toMatch(/^__Host-/)
      // Whichever node is asked.
      for (const _ of [1, 2, 3, 4]) {
        const home = await page('/console', { headers: { cookie } })
        expect([home.status, home.text]).toEqual([200, expect.stringContaining('Sign out')])
      }
      for (const path of ['/api/v1/status', '/as4', '/metrics'])
        expect((await page(path, { headers: { 'X-API-Token': token } })).status).toBe(404)
    })

    it('drops X-Forwarded-For in another file: the log of a node says what follows', async () => {
      expect(nodes.map((node) => node.output()).join()).not.toContain('without X-Forwarded-For')
      const dropping = await startProxy(kind, { upstreams: ports, changed: dropped[kind] })
      try {
        const headers = { 'X-API-Token': token }
        const asked = { path: '/api/identity/check', headers, from: stranger }
        expect((await ask(dropping, hosts.api, asked)).status).toBe(200)
        await expect
          .poll(() => nodes.map((node) => node.output()).join())
          .toContain('all clients of that proxy count as one address')
      } finally {
        await dropping.stop()
      }
    })

    it('goes on with one node when the other has stopped', async () => {
      await nodes[0]!.stop()
      const statuses = async (asked: Asked) => {
        const answers = [await api(asked), await api(asked), await api(asked), await api(asked)]
        return answers.map(({ status }) => status)
      }
      expect(await statuses({ path: '/api/identity/check' })).toEqual([200, 200, 200, 200])
      // Caddy repeats no body before it knows that the node has gone.
      const convert = { path: '/api/v1/convert', headers: json, body: invoiceJson('alone') }
      await expect.poll(() => statuses(convert)).toEqual([200, 200, 200, 200])
    })
  })
})

/** Answers with the headers it was sent, and how long the body was; at its first bytes if asked. */
async function startEcho(): Promise<{ server: Server; held(): number }> {
  let held = 0
  const server = createServer((request, response) => {
    const asked = request.headers['x-answer']
    if (asked === 'never') held += 1
    let bytes = 0
    const answer = () => response.end(JSON.stringify({ bytes, ...request.headers }))
    request.on('data', (piece) => {
      bytes += piece.length
      if (asked === 'early') answer()
    })
    request.on('end', () => asked === undefined && answer())
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  return { server, held: () => held }
}

describe.each(kinds)('what %s makes of a request', (kind) => {
  describe.skipIf(!isThere(kind) && !process.env.CI)(`(needs ${kind})`, () => {
    let echo: Awaited<ReturnType<typeof startEcho>>
    let proxy: RunningProxy
    beforeAll(async () => {
      echo = await startEcho()
      const { port } = echo.server.address() as AddressInfo
      proxy = await startProxy(kind, { upstreams: { api: port, as4: port } })
    })
    afterAll(async () => {
      await proxy?.stop()
      echo?.server.closeAllConnections()
      await new Promise((resolve) => echo.server.close(resolve))
    })

    const echoed = async (host: string, asked: Partial<Asked> = {}) => {
      const path = host === hosts.as4 ? '/as4' : '/api/v1/status'
      const { status, text } = await ask(proxy, host, { path, from: stranger, ...asked })
      expect(status, text).toBe(200)
      return JSON.parse(text) as Record<string, string> & { bytes: number }
    }

    it.each([hosts.api, hosts.as4])(
      '%s: the client is the last address that it tells',
      async (host) => {
        const told = await echoed(host, { headers: { 'X-Forwarded-For': '203.0.113.9' } })
        expect(told['x-forwarded-for']!.split(', ').at(-1)).toBe(stranger)
        expect(told).toMatchObject({ 'x-forwarded-proto': 'https', 'x-forwarded-host': host })
        const claimed = { 'X-Forwarded-Proto': 'http', 'X-Forwarded-Host': 'elsewhere.example' }
        const again = await echoed(host, { headers: claimed })
        expect(again).toMatchObject({ 'x-forwarded-proto': 'https', 'x-forwarded-host': host })
        expect(again['x-forwarded-for']).toBe(stranger)
      },
    )

    it('a message of 100 MB passes, and none that is larger', async () => {
      const send = (bytes: number) => ({ body: Buffer.alloc(bytes), method: 'POST' })
      expect((await echoed(hosts.as4, send(100_000_000))).bytes).toBe(100_000_000)
      const refused = await ask(proxy, hosts.as4, { path: '/as4', ...send(110_000_000) })
      expect(refused.status).toBe(413)
    })

    it('a message reaches the gateway while it is still being sent', async () => {
      let end = () => {}
      const over = new Promise<void>((resolve) => {
        end = resolve
      })
      async function* body(): AsyncIterable<Buffer> {
        yield Buffer.alloc(1_000)
        await over
      }
      const early = { headers: { 'X-Answer': 'early' }, method: 'POST', body: body() }
      expect((await echoed(hosts.as4, early)).bytes).toBe(1_000)
      end()
    })

    it('serves no other host name, nor that of the console', async () => {
      for (const host of [hosts.console, 'other.example', 'localhost'])
        await expect(ask(proxy, host, { path: '/console' })).rejects.toThrow(/alert|hang up/)
    })

    // Caddy does not: connections.test.ts.
    const counting = kind === 'nginx' ? it : undefined
    counting?.('counts the connections of an address', async () => {
      const held = { path: '/as4', method: 'POST', headers: { 'X-Answer': 'never' } }
      const waiting = Array.from({ length: 70 }, () =>
        ask(proxy, hosts.as4, { ...held, from: stranger }).catch(() => undefined),
      )
      await expect.poll(echo.held).toBe(64)
      expect((await ask(proxy, hosts.as4, { path: '/as4', from: stranger })).status).toBe(503)
      expect((await ask(proxy, hosts.as4, { path: '/as4', from: colleague })).status).toBe(200)
      echo.server.closeAllConnections()
      await Promise.all(waiting)
    })
  })
})
