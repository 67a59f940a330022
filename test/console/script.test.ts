// The one script of the console, and what browsers are told of it (docs/adr/0044).
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openTestConsole } from './console.ts'

const test = await openTestConsole()
const { operator, stranger } = test
const source = readFileSync('src/console/assets/console.js', 'utf8')

const nonceIn = (policy: unknown) => /'nonce-([^']+)'/.exec(String(policy))?.[1]

describe('the script', () => {
  it('is small, and writes text and attributes alone', () => {
    expect(Buffer.byteLength(source)).toBeLessThan(15_000)
    expect(source).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|Function\(|setHTML|srcdoc/,
    )
    expect(source).not.toMatch(/set(Timeout|Interval)\(\s*['"`]/)
    // One policy, used in one place.
    expect(source.match(/createHTML\(/g)).toHaveLength(1)
    expect(source.match(/createPolicy/g)).toHaveLength(1)
  })

  it('calls the page that it is on, and nothing else', () => {
    expect(source.match(/fetch\([^,]*,/g)).toEqual(['fetch(location.pathname + location.search,'])
    expect(source).toContain("if (!location.pathname.startsWith('/console')) return")
    expect(source).not.toMatch(/XMLHttpRequest|sendBeacon|WebSocket|EventSource|import\(/)
  })

  it('is served under its digest', async () => {
    const { body } = await stranger.open('/console/sign-in')
    const [, path] = /<script type="module" nonce="[^"]+" src="([^"]+)">/.exec(body)!
    const served = await stranger.open(path!)
    expect(served.body).toBe(source)
    expect(served.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })
})

describe('the policy of a page', () => {
  it('runs the script that its nonce names, which is new for each answer', async () => {
    const pages = [await operator.open('/console/queue'), await operator.open('/console/queue')]
    const nonces = pages.map(({ headers }) => nonceIn(headers['content-security-policy'])!)
    expect(new Set(nonces).size).toBe(2)
    for (const [at, { body, headers }] of pages.entries()) {
      expect(headers['content-security-policy']).toBe(
        `default-src 'none'; script-src 'nonce-${nonces[at]}'; connect-src 'self'; ` +
          "style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; " +
          "base-uri 'none'; require-trusted-types-for 'script'; trusted-types console",
      )
      expect(body.match(/<script[^>]*>/g)).toEqual([
        expect.stringContaining(`<script type="module" nonce="${nonces[at]}" src="/console/`),
      ])
    }
  })

  it('gives no nonce to a name that is its placeholder', async () => {
    const tenantId = await test.makeTenant('nonce-of-this-answer', ['*'])
    const token = await test.makeToken({ tenantId })
    const page = await test.app.inject({
      url: '/console/search?q=nonce-of-this-answer',
      headers: { cookie: `fourcorner=${token}` },
    })
    const nonce = nonceIn(page.headers['content-security-policy'])!
    expect(page.body.split(nonce)).toHaveLength(2)
    expect(page.body).toContain('nonce-of-this-answer')
  })

  it('is that of pages that failed as well', async () => {
    const { headers, statusCode } = await operator.open('/console/nothing')
    expect(statusCode).toBe(404)
    expect(nonceIn(headers['content-security-policy'])).toMatch(/^[\w+/]{22}==$/)
  })
})

describe('a page that is read again', () => {
  it('is answered without content while it is the same', async () => {
    const first = await operator.open('/console/inbound')
    const { etag } = first.headers
    const again = await operator.open('/console/inbound', {
      headers: { 'if-none-match': etag as string },
    })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    const other = await operator.open('/console/documents', {
      headers: { 'if-none-match': etag as string },
    })
    expect(other.statusCode).toBe(200)
    expect(other.headers.etag).not.toBe(etag)
  })

  it('has no ETag where it says what went wrong', async () => {
    expect((await operator.open('/console/nothing')).headers).not.toHaveProperty('etag')
  })
})

describe('the page after an action', () => {
  it('says what was done, once and for known actions alone', async () => {
    expect((await operator.open('/console/queue?done=pause')).body).toMatch(
      /role="status" tabindex="-1" data-focus><div><p><strong>Sending is paused/,
    )
    const unknown = await operator.open('/console/queue?done=constructor')
    expect(unknown.statusCode).toBe(200)
    expect(unknown.body).not.toContain('data-focus')
    expect((await operator.open('/console/queue?done=%3Cb%3E')).statusCode).toBe(400)
  })
})

describe('the cookie of the console', () => {
  it.each(['/api/identity/check', '/api/v1/status', '/api/v1/queue/pauses', '/api/v1/inbound'])(
    'is nothing to %s',
    async (url) => {
      for (const name of ['fourcorner', '__Host-fourcorner']) {
        const headers = { cookie: `${name}=${test.token}`, 'sec-fetch-site': 'same-origin' }
        const { statusCode, body } = await test.app.inject({ url, headers })
        expect(statusCode).toBe(401)
        expect(JSON.parse(body).code).toBe('auth.token-missing')
      }
    },
  )
})
