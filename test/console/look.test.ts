// The name, the colours and the logo of a console.
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { consolePages } from '../../src/console/index.ts'
import { openTestConsole } from './console.ts'

const test = await openTestConsole()

async function consoleWith(look: Parameters<typeof consolePages>[1]['look']) {
  const app = Fastify()
  const { gateway } = test
  const gate = { admit: async () => ({ problem: new Error('closed') }) } as never
  await app.register(consolePages, { gateway, gate, ...(look ? { look } : {}) })
  return app
}

it('shows its name, which stays text, its colour and its logo', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const name = 'Bakery <b>'
  const app = await consoleWith({ name, accent: '#b00020', logo: { type: 'svg', bytes: svg } })
  const page = await app.inject({ url: '/console/sign-in' })
  expect(page.body).toContain('Sign in – Bakery &#60;b&#62;')
  const [, logo] = /<img src="([^"]+\.svg)" alt=""/.exec(page.body)!
  const shown = await app.inject({ url: logo! })
  expect(shown.rawPayload).toEqual(svg)
  expect(shown.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  const [, sheet] = /<link rel="stylesheet" href="([^"]+)"/.exec(page.body)!
  expect((await app.inject({ url: sheet! })).body).toContain('--accent: light-dark(#b00020, #')
})

it('is ours without settings, and always names the network', async () => {
  const app = await consoleWith(undefined)
  const page = await app.inject({ url: '/console/sign-in' })
  expect(page.body).toContain('Sign in – Fourcorner')
  expect(page.body).not.toContain('<img')
  expect(page.body).toMatch(/class="badge care mark">Sandbox/)
})

it('serves what is part of a page under its digest, for as long as browsers like', async () => {
  const app = await consoleWith(undefined)
  const page = await app.inject({ url: '/console/sign-in' })
  const parts = [...page.body.matchAll(/(?:href|src)="(\/console\/[0-9a-f]{16}\.\w+)"/g)]
  expect(parts.length).toBeGreaterThan(1)
  for (const [, path] of parts) {
    const part = await app.inject({ url: path! })
    expect(part.statusCode).toBe(200)
    expect(part.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
})
