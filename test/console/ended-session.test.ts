// A session that ends in the middle of a form.
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, it } from 'vitest'
import { newAccept } from '../store/records.ts'
import { fieldsOf, openTestConsole, textOf } from './console.ts'

const test = await openTestConsole()
const { operator, stranger } = test
const markup = `"><script>alert(1)</script>`
const tenantForm = { name: `Shop ${markup}`, participants: '9915:a\r\n9915:b', duplicates: 'warn' }

const cookieIn = ({ headers }: LightMyRequestResponse) => String(headers['set-cookie'] ?? '')

async function tenantNames(): Promise<string> {
  return textOf(await operator.open('/console/tenants'))
}

async function document(): Promise<string> {
  const accept = newAccept((await test.call({ url: '/api/identity/check' })).json().tenant.id)
  const { id } = accept.document
  const document = { ...accept.document, number: `E-${id}`, deadline: new Date('2099-01-01') }
  await test.gateway.store.acceptDocument({ ...accept, document })
  return id
}

describe('a form whose session has ended', () => {
  it('is kept by the sign-in, shown again after it, and done only then', async () => {
    const asked = await stranger.send('/console/tenants/new', tenantForm)
    expect(asked.statusCode).toBe(401)
    expect(textOf(asked)).toContain('What you typed is kept')
    expect(asked.body).not.toContain('<script>alert')
    expect(fieldsOf(asked)).toMatchObject(tenantForm)
    const fields = { ...fieldsOf(asked), 'session-token': test.token }
    const again = await stranger.send('/console/tenants/new', fields)
    expect(cookieIn(again)).toContain(`fourcorner=${test.token}`)
    expect(textOf(again)).toContain('You are signed in again, and nothing was sent yet.')
    expect(again.body).not.toContain('<script>alert')
    expect(again.body).not.toContain(test.token)
    expect(fieldsOf(again)).toMatchObject(tenantForm)
    expect(await tenantNames()).not.toContain(markup)
    expect((await operator.send('/console/tenants/new', fieldsOf(again))).statusCode).toBe(303)
    expect(await tenantNames()).toContain(markup)
  })

  it.each([
    ['tokens/new', { name: 'Shop 7', pdf: 'yes', environment: 'live', ends: '30 days' }],
    ['webhooks/new', { url: 'https://erp.example.com/7', 'document.failed': 'yes' }],
    ['tenants/new', { ...tenantForm, name: 'Shop 8' }],
  ])('of %s comes back with all of its fields', async (page, typed) => {
    const path = `/console/${page}`
    const kept = fieldsOf(await stranger.send(path, typed))
    const again = await stranger.send(path, { ...kept, 'session-token': test.token })
    expect(again.statusCode).toBe(200)
    expect(fieldsOf(again)).toMatchObject(typed)
    expect(again.body).toContain(`action="${path}"`)
  })

  it('without fields of its own is asked about before it is sent', async () => {
    const path = '/console/webhooks/x/deliveries/x/redeliver'
    const kept = fieldsOf(await stranger.send(path))
    const again = await stranger.send(path, { ...kept, 'session-token': test.token })
    expect(textOf(again)).toContain('You are signed in again, and nothing was done yet.')
  })

  it('that asks is asked again, with what it was asked of', async () => {
    const id = await document()
    const path = `/console/documents/${id}/cancel`
    const typed = fieldsOf(await operator.open(path))
    const kept = fieldsOf(await stranger.send(path, typed))
    expect(kept).toMatchObject(typed)
    const again = await stranger.send(path, { ...kept, 'session-token': test.token })
    expect(again.statusCode).toBe(200)
    expect(textOf(again)).toContain('Cancel this document?')
    expect((await test.call({ url: `/api/v1/status/${id}` })).json().status).toBe('accepted')
    expect((await operator.send(path, fieldsOf(again))).statusCode).toBe(303)
  })

  it('is shown again to those who signed in elsewhere in between', async () => {
    const fields = { ...tenantForm, name: 'elsewhere', 'session-token': 'forgotten' }
    const again = await operator.send('/console/tenants/new', fields)
    expect(textOf(again)).toContain('You are signed in again')
    expect(await tenantNames()).not.toContain('elsewhere')
  })

  it('is kept through a wrong token, and shows no secret', async () => {
    const secrets = { token: 'tttt', secret: 'ssss', password: 'pppp' }
    const fields = { ...tenantForm, ...secrets, 'session-token': 'wrong' }
    const refused = await stranger.send('/console/tenants/new', fields)
    expect(refused.statusCode).toBe(401)
    expect(textOf(refused)).toContain('The API token is not valid.')
    expect(cookieIn(refused)).toBe('')
    expect(fieldsOf(refused)).toMatchObject(tenantForm)
    expect(refused.body).not.toMatch(/tttt|ssss|pppp|"wrong"/)
  })

  it('needs the scope of its page after the sign-in as well', async () => {
    const reader = await test.makeToken({ scopes: ['documents:read'] })
    const fields = { ...tenantForm, 'session-token': reader }
    expect((await stranger.send('/console/tenants/new', fields)).statusCode).toBe(403)
  })

  it('is not kept when it is long, holds files, or comes from elsewhere', async () => {
    const long = { name: 'x', participants: 'x'.repeat(70_000) }
    const lost = await stranger.send('/console/tenants/new', long)
    expect(lost.statusCode).toBe(303)
    const page = await stranger.open(lost.headers.location!)
    expect(textOf(page)).toContain('What you sent was too long to be kept: it was not done.')
    const fromHere = { 'sec-fetch-site': 'same-origin' }
    const files = { ...fromHere, 'content-type': 'multipart/form-data; boundary=x' }
    expect((await stranger.send('/console/tenants/new', tenantForm, files)).statusCode).toBe(303)
    const elsewhere = { 'sec-fetch-site': 'cross-site' }
    const fields = { ...tenantForm, 'session-token': test.token }
    const refused = await stranger.send('/console/tenants/new', fields, elsewhere)
    expect(refused.statusCode).toBe(400)
    expect(cookieIn(refused)).toBe('')
  })

  it('takes no token in the clear', async () => {
    const headers = { host: 'ap.example.com', origin: 'http://ap.example.com' }
    const fields = { ...tenantForm, 'session-token': test.token }
    const refused = await stranger.send('/console/tenants/new', fields, headers)
    expect(refused.statusCode).toBe(406)
    expect(cookieIn(refused)).toBe('')
    expect(textOf(refused)).toContain('in the clear')
    expect(refused.body).not.toMatch(/<main[\s\S]*<input/)
  })
})
