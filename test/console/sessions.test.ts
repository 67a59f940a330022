// Signing in and out, and what nobody may do without.
import { describe, expect, it } from 'vitest'
import { browserWith, fieldsOf, openTestConsole, textOf } from './console.ts'

const test = await openTestConsole()
const { operator, stranger } = test
const unknown = `pgw_live_${'0'.repeat(16)}_${'0'.repeat(64)}`

describe('signing in', () => {
  it('gives the token back in a cookie that no script and no other site can use', async () => {
    const answer = await stranger.send('/console/sign-in', { token: ` ${test.token}\n` })
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe('/console')
    expect(answer.headers['set-cookie']).toBe(
      `fourcorner=${test.token}; Path=/; HttpOnly; SameSite=Strict`,
    )
  })

  it('keeps the cookie to https and to this host, behind a proxy that is believed', async () => {
    const app = await test.serverWith({ trustedProxies: ['127.0.0.1'] })
    const secure = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'ap.example.com' }
    const send = browserWith({ app }).send(
      '/console/sign-in',
      { token: test.token },
      {
        ...secure,
        origin: 'https://ap.example.com',
      },
    )
    const cookie = `__Host-fourcorner=${test.token}`
    expect((await send).headers['set-cookie']).toBe(
      `${cookie}; Path=/; HttpOnly; SameSite=Strict; Secure`,
    )
    const opened = await app.inject({ url: '/console', headers: { ...secure, cookie } })
    expect(opened.statusCode).toBe(200)
    const plainCookie = `fourcorner=${test.token}`
    const shadowed = await app.inject({
      url: '/console',
      headers: { ...secure, cookie: plainCookie },
    })
    expect(shadowed.statusCode).toBe(303)
  })

  it('takes no token in the clear', async () => {
    const headers = { host: 'ap.example.com', origin: 'http://ap.example.com' }
    const form = await stranger.open('/console/sign-in', { headers })
    expect(form.body).not.toContain('<input')
    expect(textOf(form)).toContain('in the clear')
    const sent = await stranger.send('/console/sign-in', { token: test.token }, headers)
    expect(sent.statusCode).toBe(406)
    expect(sent.headers).not.toHaveProperty('set-cookie')
  })

  it('refuses a wrong token, and says no more than the API does', async () => {
    for (const token of [unknown, 'x', `${test.token}0`]) {
      const answer = await stranger.send('/console/sign-in', { token })
      expect(answer.statusCode).toBe(401)
      expect(answer.headers).not.toHaveProperty('set-cookie')
      expect(textOf(answer)).toContain('The API token is not valid.')
      expect(answer.body).not.toContain(`"${token}"`)
    }
  })

  it('counts guesses together with those at the API', async () => {
    const app = await test.serverWith({
      rates: { ...test.gateway.rates, failuresPerAddress: { perSecond: 0.001, burst: 2 } },
    })
    const guess = () => browserWith({ app }).send('/console/sign-in', { token: unknown })
    expect((await guess()).statusCode).toBe(401)
    const headers = { 'x-api-token': unknown }
    const called = await app.inject({ url: '/api/identity/check', headers })
    expect(called.statusCode).toBe(401)
    const refused = await guess()
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('leads back to the page that was asked for, and to no other site', async () => {
    const asked = await stranger.open('/console/documents?number=1')
    expect(asked.statusCode).toBe(303)
    expect(asked.headers.location).toBe('/console/sign-in?to=%2Fconsole%2Fdocuments%3Fnumber%3D1')
    const leadsTo = async (to: string) =>
      (await stranger.send('/console/sign-in', { token: test.token, to })).headers.location
    expect(await leadsTo('/console/documents?number=1')).toBe('/console/documents?number=1')
    for (const to of ['//evil.example', 'https://evil.example', '/consoleevil', '/console\\evil'])
      expect(await leadsTo(to)).toBe('/console')
  })

  it('lets those go on who have signed in, and followed a link from elsewhere', async () => {
    const url = '/console/sign-in?to=/console/queue'
    const headers = { 'sec-fetch-site': 'cross-site' }
    const link = '<a href="/console/queue">go on</a>'
    expect((await stranger.open(url, { headers })).body).toContain(link)
    expect((await stranger.open(url)).body).not.toContain(link)
  })

  it('takes small forms with the fields of the page, each once', async () => {
    const extra = await stranger.send('/console/sign-in', { token: test.token, admin: 'yes' })
    expect(extra.statusCode).toBe(400)
    const large = await stranger.send('/console/sign-in', { token: 'x'.repeat(5000) })
    expect(large.statusCode).toBe(413)
    const json = await stranger.send(
      '/console/sign-in',
      {},
      { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    )
    expect(json.statusCode).toBe(415)
  })
})

describe('a session', () => {
  it('ends with its token', async () => {
    const made = await test.call({
      method: 'POST',
      url: '/api/v1/tokens',
      payload: { name: 'shift', scopes: ['documents:read'] },
    })
    const { id, token } = made.json()
    const browser = browserWith(test, token)
    expect((await browser.open('/console/documents')).statusCode).toBe(200)
    await test.call({ method: 'DELETE', url: `/api/v1/tokens/${id}` })
    const after = await browser.open('/console/documents')
    expect(after.statusCode).toBe(303)
    expect(after.headers.location).toMatch(/^\/console\/sign-in\?/)
    expect(after.headers['set-cookie']).toContain('fourcorner=; ')
    expect(after.headers['set-cookie']).toContain('Max-Age=0')
  })

  it('ends when its owner signs out', async () => {
    const answer = await operator.send('/console/sign-out')
    expect(answer.statusCode).toBe(303)
    expect(answer.headers['set-cookie']).toContain('Max-Age=0')
  })

  it('is no token for the API, and the token of the API no session', async () => {
    const cookie = `fourcorner=${test.token}`
    const called = await test.app.inject({ url: '/api/v1/status', headers: { cookie } })
    expect(called.statusCode).toBe(401)
    const headers = { 'x-api-token': test.token }
    expect((await test.app.inject({ url: '/console', headers })).statusCode).toBe(303)
  })
})

describe('what changes something', () => {
  const body = { receiver: '0208:0000000097' }

  it('is asked for by a page of the console', async () => {
    const asked = (action: string) =>
      operator.open(`/console/queue/${action}?${new URLSearchParams(body)}`)
    const answer = await operator.send('/console/queue/pause', fieldsOf(await asked('pause')))
    expect(answer.statusCode).toBe(303)
    const host = { host: 'localhost:8080', origin: 'http://localhost:8080' }
    const fields = fieldsOf(await asked('resume'))
    expect((await operator.send('/console/queue/resume', fields, host)).statusCode).toBe(303)
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour under the same domain', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin that it tells', { origin: 'null' }],
    ['nobody knows where', {}],
    [
      'another site, whatever its Origin',
      { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' },
    ],
  ])('is refused when it comes from %s', async (_, headers) => {
    for (const path of ['/console/queue/pause', '/console/sign-in', '/console/sign-out']) {
      const answer = await operator.send(path, {}, headers as Record<string, string>)
      expect(answer.statusCode, path).toBe(400)
      expect(answer.headers).not.toHaveProperty('set-cookie')
    }
  })
})

describe('every answer', () => {
  it('allows one script of ours, no frame of others and no copy', async () => {
    for (const url of ['/console', '/console/sign-in', '/console/nothing', '/console/queue']) {
      const { headers } = await operator.open(url)
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'nonce-/)
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['content-security-policy']).not.toMatch(/unsafe|script-src 'self'|frame-src/)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
      })
    }
  })

  it('has a stylesheet that browsers may keep', async () => {
    const { body } = await stranger.open('/console/sign-in')
    const [, path] = /href="(\/console\/[0-9a-f]{16}\.css)"/.exec(body) ?? []
    const styles = await stranger.open(path!)
    expect(styles.headers['content-type']).toBe('text/css; charset=utf-8')
    expect(styles.headers['cache-control']).toContain('immutable')
  })

  it('is in no reference of the API', async () => {
    expect((await test.app.inject('/openapi.json')).body).not.toContain('/console')
  })

  it('says that a page is absent, to those who have signed in', async () => {
    expect((await operator.open('/console/nothing')).statusCode).toBe(404)
    expect((await stranger.open('/console/nothing')).statusCode).toBe(303)
  })
})
