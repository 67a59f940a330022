// Tokens, tenants, webhooks and reports: the pages of those who administer.
import { describe, expect, it } from 'vitest'
import { scopes } from '../../src/core/access/token.ts'
import { browserWith, fieldsOf, markupOf, openTestConsole, textOf } from './console.ts'

const test = await openTestConsole()
const { operator } = test
const reader = browserWith(test, await test.makeToken({ scopes: ['documents:read'] }))
const adminScopes = scopes.filter((scope) => scope !== 'operator')
const admin = browserWith(test, await test.makeToken({ scopes: adminScopes }))
const strangerTenant = await test.makeTenant('stranger', ['*'])
const stranger = browserWith(test, await test.makeToken({ tenantId: strangerTenant }))

const markup = `<script>alert(1)</script><img src=x onerror=alert(2)>"'&`
const hostile = `${markup}\u202e`.padEnd(255, 'x')
// A field that can be changed holds what it is, and keeps its direction to itself.
const unharmed = (body: string) =>
  expect(markupOf({ body }).replace(/ value="[^"]*"/g, '')).not.toMatch(/<script|<img|\u202e/)

/** The text that a page shows once. */
const secretIn = ({ body }: { body: string }) =>
  /class="secret[^>]*><span class="id"><code>([^<]+)</.exec(body)?.[1]
const idIn = ({ body }: { body: string }, end: string) =>
  new RegExp(`/console/\\w+/([0-9a-f-]{36})${end}`).exec(body)?.[1]

describe('the menu', () => {
  it('has what the scopes of the token allow, and nothing else', async () => {
    const entries = async (browser: typeof operator) =>
      [
        ...(await browser.open('/console')).body
          .split('class="side"')[1]!
          .matchAll(/<li><a href="([^"]+)"/g),
      ].map(([, path]) => path!.replace('/console', ''))
    expect(await entries(reader)).toEqual(['', '/documents', '/inbound', '/queue', '/network'])
    expect((await entries(admin)).slice(3)).toEqual([
      ...['/participants', '/send', '/queue', '/network', '/forecasts', '/webhooks', '/tokens'],
      '/log',
    ])
    expect((await entries(operator)).slice(7)).toEqual([
      ...['/forecasts', '/reports', '/webhooks', '/tenants', '/tokens', '/log'],
    ])
  })

  it.each(['webhooks', 'tokens', 'tenants', 'reports', 'log'])(
    'hides no page /console/%s that could be opened all the same',
    async (page) => {
      expect((await operator.open(`/console/${page}`)).statusCode).toBe(200)
      expect((await reader.open(`/console/${page}`)).statusCode).toBe(403)
      const made = page === 'reports' || page === 'log' ? page : `${page}/new`
      expect((await reader.send(`/console/${made}`)).statusCode).toBe(made === page ? 405 : 403)
      const isForAdmin = ['webhooks', 'tokens', 'log'].includes(page)
      expect((await admin.open(`/console/${page}`)).statusCode).toBe(isForAdmin ? 200 : 403)
      expect((await operator.open(`/console/${page}?x=1`)).statusCode).toBe(400)
    },
  )
})

describe('the log', () => {
  it('shows an administrator their tenant, and operators all of them', async () => {
    const { id } = (
      await test.call({
        method: 'POST',
        url: '/api/v1/tenants',
        payload: { name: 'logged here', participants: [] },
      })
    ).json()
    expect(textOf(await admin.open('/console/log'))).toContain('token.created')
    expect((await admin.open('/console/log')).body).not.toContain(id)
    expect((await admin.open(`/console/log?tenantId=${id}`)).statusCode).toBe(403)
    for (const of of [id, 'installation', 'all']) {
      const page = await operator.open(`/console/log?tenantId=${of}`)
      expect(textOf(page)).toMatch(/tenant\.created.*name: logged here/s)
    }
    expect(textOf(await operator.open('/console/log'))).not.toContain('logged here')
  })
})

describe('a token', () => {
  const wish = { name: 'Shop', 'documents:read': 'yes', environment: 'live', ends: '90 days' }

  it('is made with the scopes that were ticked, and shown once', async () => {
    const made = await admin.send('/console/tokens/new', wish)
    const token = secretIn(made)!
    expect(token).toMatch(/^pgw_live_/)
    expect(made.headers['cache-control']).toBe('no-store')
    const { token: facts } = (
      await test.call({ url: '/api/identity/check', headers: { 'x-api-token': token } })
    ).json()
    expect(facts).toMatchObject({ name: 'Shop', scopes: ['documents:read'] })
    expect(Date.parse(facts.expiresAt) - Date.now()).toBeGreaterThan(89 * 24 * 3_600_000)
    const listed = await admin.open('/console/tokens')
    expect(textOf(listed)).toContain('Shop')
    expect(listed.body).not.toContain(token.split('_')[3])
  })

  it('lives no longer than the token that makes it', async () => {
    const ends = new Date(Date.now() + 40 * 24 * 3_600_000)
    const token = await test.makeToken({ scopes: ['admin', 'pdf'], expiresAt: ends })
    const browser = browserWith(test, token)
    const lives = /<select [^>]*name="ends".*?<\/select>/s.exec(
      (await browser.open('/console/tokens/new')).body,
    )![0]
    expect([...lives.matchAll(/<option [^>]*>(.*?)<\/option>/g)].map(([, life]) => life)).toEqual([
      'with your own token',
      '30 days',
    ])
    const form = { name: 'Later', environment: 'live', pdf: 'yes' }
    const refused = await browser.send('/console/tokens/new', { ...form, ends: '90 days' })
    expect({ status: refused.statusCode, text: textOf(refused) }).toEqual({
      status: 422,
      text: expect.stringContaining(ends.toISOString()),
    })
    const made = await browser.send('/console/tokens/new', { ...form, ends: 'never' })
    expect(textOf(made)).toContain('It ends at 20')
    expect(made.body).toContain(`datetime="${ends.toISOString()}"`)
  })

  it('is never more than the token that makes it', async () => {
    const page = await admin.open('/console/tokens/new')
    expect(page.body).toContain('name="admin"')
    expect(page.body).not.toContain('name="operator"')
    const refused = await admin.send('/console/tokens/new', { ...wish, operator: 'yes' })
    expect(refused.statusCode).toBe(403)
    const tester = await test.makeToken({ environment: 'test' })
    expect((await browserWith(test, tester).send('/console/tokens/new', wish)).statusCode).toBe(403)
  })

  it('is replaced and revoked after a question', async () => {
    const old = secretIn(await admin.send('/console/tokens/new', { ...wish, name: 'To end' }))!
    const works = async (token: string) =>
      (await test.call({ url: '/api/identity/check', headers: { 'x-api-token': token } }))
        .statusCode === 200
    const id = idIn(await admin.open('/console/tokens'), '/rotate')
    const rotate = `/console/tokens/${id}/rotate`
    expect(textOf(await admin.open(rotate))).toContain('Replace this token by a new one? To end')
    const next = secretIn(await admin.send(rotate, { overlap: 'day' }))!
    expect([await works(old), await works(next)]).toEqual([true, true])
    const revoke = `/console/tokens/${idIn(await admin.open('/console/tokens'), '/revoke')}/revoke`
    expect(textOf(await admin.open(revoke))).toContain('Revoke this token? To end')
    expect((await admin.send(revoke)).headers.location).toBe('/console/tokens?done=revoke')
    expect(await works(next)).toBe(false)
    expect(textOf(await admin.open('/console/tokens'))).toContain('Revoked')
  })

  it('that one is signed in with ends the session', async () => {
    const token = await test.makeToken({ scopes: ['admin'] })
    const browser = browserWith(test, token)
    const mine = /([0-9a-f-]{36})\/revoke"/.exec((await browser.open('/console/tokens')).body)![1]
    const path = `/console/tokens/${mine}/revoke`
    expect(textOf(await browser.open(path))).toContain('that you are signed in with')
    await browser.send(path)
    expect((await browser.open('/console')).headers.location).toContain('/console/sign-in')
  })
})

describe('a tenant', () => {
  const wish = { name: 'Bakery', participants: '0208:0123456749\n*', duplicates: 'warn' }

  it('is made, changed, given a token and deleted, each after its form', async () => {
    const made = await operator.send('/console/tenants/new', wish)
    const path = made.headers.location!.replace('?done=new', '')
    expect(made.statusCode).toBe(303)
    const shown = textOf(await operator.open('/console/tenants'))
    expect(shown).toContain('Bakery all participants gets a warning')
    const change = { ...wish, name: 'Baker', participants: '0208:0123456749' }
    expect((await operator.answer(`${path}/change`, change)).statusCode).toBe(303)
    expect(textOf(await operator.open(path))).toMatch(
      /Tenants Baker .*May send for 0208:0123456749/,
    )
    const form = await operator.open(`${path}/change`)
    expect(form.body).toContain('0208:0123456749</textarea>')
    const token = secretIn(
      await operator.send(`${path}/tokens`, {
        ...{ name: 'first', admin: 'yes', environment: 'live', ends: 'never' },
      }),
    )!
    const check = { url: '/api/identity/check', headers: { 'x-api-token': token } }
    expect((await test.call(check)).json().tenant.name).toBe('Baker')
    expect(textOf(await operator.open(`${path}/delete`))).toContain('Delete this tenant? Baker')
    expect((await operator.send(`${path}/delete`)).headers.location).toBe(
      '/console/tenants?done=delete',
    )
    expect((await operator.open(path)).statusCode).toBe(404)
  })

  it('is not changed when another person has changed it since', async () => {
    const made = await operator.send('/console/tenants/new', { ...wish, name: 'Two' })
    const path = made.headers.location!.replace('?done=new', '/change')
    const form = fieldsOf(await operator.open(path))
    expect(form).toMatchObject({ name: 'Two', duplicates: 'warn' })
    const one = await operator.send(path, { ...form, duplicates: 'refuse' })
    expect(one.statusCode).toBe(303)
    const other = await operator.send(path, { ...form, name: 'Three' })
    expect(other.statusCode).toBe(409)
    expect(fieldsOf(other)).toMatchObject({ name: 'Three' })
    expect(textOf(await operator.open('/console/tenants'))).not.toContain('Three')
  })

  it('is refused with a name that is taken, or for what is no participant', async () => {
    const taken = await operator.send('/console/tenants/new', { ...wish, name: 'stranger' })
    expect(taken.statusCode).toBe(409)
    expect(taken.body).toContain('href="#field-name"')
    expect(fieldsOf(taken)).toMatchObject({ ...wish, name: 'stranger' })
    const wrong = { ...wish, name: 'Other', participants: 'nobody' }
    expect((await operator.send('/console/tenants/new', wrong)).statusCode).toBe(422)
    const { name: _, ...nameless } = wish
    expect((await operator.send('/console/tenants/new', nameless)).statusCode).toBe(400)
  })
})

describe('a webhook', () => {
  const wish = { url: 'http://127.0.0.1:9/hook', description: 'Shop', 'document.failed': 'yes' }
  const make = async (browser = admin, change = {}) => {
    const made = await browser.send('/console/webhooks/new', { ...wish, ...change })
    return { secret: secretIn(made)!, path: `/console/webhooks/${idIn(made, '"')}` }
  }

  it('is made with a secret that is shown once, and replaced after a question', async () => {
    const { secret, path } = await make()
    expect(secret).toMatch(/^whsec_/)
    const page = await admin.open(path)
    expect(textOf(page)).toMatch(/Webhook On .*Events document\.failed /)
    expect(page.body).not.toContain(secret)
    expect(textOf(await admin.open(`${path}/rotate-secret`))).toContain('Replace the secret?')
    const next = secretIn(await admin.send(`${path}/rotate-secret`))
    expect(next).toMatch(/^whsec_/)
    expect(next).not.toBe(secret)
  })

  it('is tested, and shows what was sent, which is sent again', async () => {
    const { path } = await make()
    expect((await admin.send(`${path}/test`)).headers.location).toBe(`${path}?done=test`)
    await test.gateway.events.number()
    const page = await admin.open(path)
    expect(textOf(page)).toMatch(/webhook\.test .* Waiting 0/)
    const [, again] = /action="([^"]+\/redeliver)"/.exec(page.body)!
    expect((await admin.send(again!)).headers.location).toBe(path)
    expect((await admin.send(again!, {}, {})).statusCode).toBe(400)
  })

  it('that is refused is shown again with what was typed', async () => {
    const refused = await admin.send('/console/webhooks/new', { ...wish, url: 'ftp://x.example/' })
    expect(refused.statusCode).toBe(422)
    expect(refused.body).toContain('href="#field-url"')
    expect(fieldsOf(refused)).toMatchObject({ ...wish, url: 'ftp://x.example/' })
  })

  it('is disabled, enabled and deleted after a question', async () => {
    const { path } = await make()
    await admin.send(`${path}/disable`)
    expect(textOf(await admin.open(path))).toMatch(/Webhook Off /)
    await admin.send(`${path}/enable`)
    expect(textOf(await admin.open(path))).toMatch(/Webhook On /)
    expect((await admin.send(`${path}/delete`)).headers.location).toBe(
      '/console/webhooks?done=delete',
    )
    expect((await admin.open(path)).statusCode).toBe(404)
  })
})

describe('reports', () => {
  const month = '2026-10'

  it('show the totals of a month, the service levels, and both files', async () => {
    expect((await operator.open('/console/reports')).body).toContain(
      `/console/reports/${new Date().toISOString().slice(0, 7)}"`,
    )
    const page = textOf(await operator.open(`/console/reports/${month}`))
    expect(page).toMatch(/Received \d+ Sent \d+/)
    expect(page).toMatch(/MLS-1 20 min \d+ of \d+/)
    for (const name of ['TSR', 'EUSR']) {
      const file = await operator.open(`/console/reports/${month}/${name}.xml`)
      expect(file.headers['content-type']).toBe('application/xml')
      expect(file.headers['content-disposition']).toContain(`${name.toLowerCase()}-${month}.xml`)
      expect(file.body).toMatch(/^<\w+StatisticsReport /)
    }
  })

  it('are sent on the production network only, after a question', async () => {
    const path = `/console/reports/${month}`
    expect((await operator.open(path)).body).not.toContain(`${path}/submit`)
    expect(textOf(await operator.open(`${path}/submit`))).toContain(`Send the reports of ${month}?`)
    expect((await operator.send(`${path}/submit`)).statusCode).toBe(409)
  })

  it.each(['2026-13', 'x', '2026-10/TSR', '2026-10/PDF.xml', '%00', '2026-13/submit'])(
    'has no page %s',
    async (page) => {
      expect((await operator.open(`/console/reports/${page}`)).statusCode).toBe(404)
    },
  )
})

describe('what is another tenant’s, or comes from elsewhere', () => {
  it('does not exist for a tenant', async () => {
    const made = await admin.send('/console/webhooks/new', {
      url: 'http://127.0.0.1:9/secret-hook',
    })
    const webhook = `/console/webhooks/${idIn(made, '"')}`
    const token = `/console/tokens/${idIn(await admin.open('/console/tokens'), '/revoke')}`
    for (const path of ['', '/test', '/rotate-secret', '/disable', '/delete'])
      expect((await stranger.open(`${webhook}${path}`)).statusCode, path).toBe(404)
    for (const path of ['/test', '/rotate-secret', '/disable', '/delete'])
      expect((await stranger.send(`${webhook}${path}`)).statusCode, path).toBe(404)
    for (const path of ['/rotate', '/revoke']) {
      expect((await stranger.open(`${token}${path}`)).statusCode).toBe(404)
      expect(
        (await stranger.send(`${token}${path}`, path === '/rotate' ? { overlap: 'day' } : {}))
          .statusCode,
      ).toBe(404)
    }
    expect((await stranger.open('/console/webhooks')).body).not.toContain('secret-hook')
    expect((await stranger.open(webhook)).body).not.toContain('secret-hook')
  })

  it.each([
    '/console/tokens/x/revoke',
    '/console/tokens/x/rotate',
    '/console/tenants/x/tokens',
    '/console/tenants/x/change',
    '/console/tenants/new',
    '/console/tokens/new',
    '/console/webhooks/new',
    '/console/tenants/x/delete',
    '/console/webhooks/x/rotate-secret',
    '/console/webhooks/x/deliveries/x/redeliver',
    '/console/reports/2026-10/submit',
  ])('is refused: a form for %s of another site, or of nobody', async (path) => {
    for (const headers of [
      {},
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ])
      expect((await operator.send(path, {}, headers)).statusCode).toBe(400)
    expect((await test.stranger.send(path)).body).toContain('name="session-token"')
    expect((await operator.send(path, { nonsense: '1' })).statusCode).toBeGreaterThanOrEqual(400)
  })

  it('stays text on each of these pages', async () => {
    const tenantId = await test.makeTenant(hostile, [])
    const own = browserWith(test, await test.makeToken({ tenantId }))
    const name = { name: hostile, environment: 'live', ends: 'never' }
    unharmed((await own.send('/console/tokens/new', name)).body)
    const url = `http://127.0.0.1:9/${'x'.repeat(1_500)}?${encodeURIComponent(markup)}`
    const made = await own.send('/console/webhooks/new', { url, description: hostile })
    const webhook = `/console/webhooks/${idIn(made, '"')}`
    const token = idIn(await own.open('/console/tokens'), '/revoke')
    const pages = ['/console/tokens', `/console/tokens/${token}/revoke`, webhook, `${webhook}/test`]
    const lists = ['webhooks', 'tenants', 'reports', 'log'].map((name) => `/console/${name}`)
    for (const path of [...pages, ...lists]) {
      const page = await own.open(path)
      expect(page.statusCode, path).toBe(200)
      unharmed(page.body)
    }
    unharmed((await own.open(`/console/tenants/${tenantId}/delete`)).body)
    unharmed((await own.open(`/console/tenants/${tenantId}`)).body)
    for (const path of ['/console/tokens', '/console/log'])
      expect(textOf(await own.open(path))).toContain(`${markup}[U+202E]`)
    const long = { ...name, name: 'x'.repeat(256) }
    expect((await own.send('/console/tokens/new', long)).statusCode).toBe(400)
    const longer = { ...name, name: 'x'.repeat(10_000) }
    expect((await own.send('/console/tokens/new', longer)).statusCode).toBe(413)
  })
})
