// /api/v1/tenants: what an operator can do, and cannot.
import { describe, expect, it } from 'vitest'
import { submitExamples } from '../../../src/http/reference/examples.ts'
import { expectProblem, openTestGateway } from '../gateway.ts'

const test = await openTestGateway()
const url = '/api/v1/tenants'
const invoice = submitExamples.invoice['application/json']!.usual!.value as object

async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  token = test.token,
) {
  const headers = { 'x-api-token': token }
  return test.call({ method, url: path, headers, ...(payload ? { payload } : {}) })
}

async function create(name: string, more: object = {}) {
  const answer = await call('POST', url, { name, ...more })
  expect(answer.statusCode).toBe(201)
  return answer.json()
}

async function tokenOf(tenantId: string, scopes = ['documents:write', 'documents:read', 'admin']) {
  const answer = await call('POST', `${url}/${tenantId}/tokens`, { name: 'first', scopes })
  expect(answer.statusCode).toBe(201)
  return answer.json().token as string
}

const submit = (token: string) => call('POST', '/api/v1/invoices/submit', invoice, token)

describe('POST /api/v1/tenants', () => {
  it('makes a tenant that may send for nobody yet', async () => {
    const answer = await call('POST', url, { name: 'plain' })
    expect(answer.statusCode).toBe(201)
    const tenant = answer.json()
    expect(tenant).toEqual({
      id: expect.any(String),
      name: 'plain',
      participants: [],
      duplicates: 'refuse',
      frenchProcess: 'none',
    })
    expect(answer.headers.location).toBe(`${url}/${tenant.id}`)
    expect((await call('GET', `${url}/${tenant.id}`)).json()).toEqual(tenant)
  })

  it('writes participants short, and takes one that another tenant may send for', async () => {
    const participants = ['iso6523-actorid-upis::0208:0123456749', '0208:0123456749', '*']
    for (const name of ['one sender', 'another sender'])
      expect(await create(name, { participants, duplicates: 'warn' })).toMatchObject({
        participants: ['0208:0123456749', '*'],
        duplicates: 'warn',
      })
  })

  it('takes a name once', async () => {
    await create('once')
    expectProblem(await call('POST', url, { name: 'once' }), 409, 'tenant.name-taken')
  })

  it('points to what is no participant', async () => {
    const participants = ['*', '0208']
    const refused = await call('POST', url, { name: 'wrong', participants })
    expectProblem(refused, 422, 'participant.id-invalid')
    expect(refused.json().errors[0]).toMatchObject({ pointer: '/participants/1', value: '0208' })
  })
})

describe('GET /api/v1/tenants', () => {
  it('lists all, newest first, page by page', async () => {
    for (const name of ['page 1', 'page 2']) await create(name)
    const first = (await call('GET', `${url}?limit=1`)).json()
    expect(first.data.map(({ name }: { name: string }) => name)).toEqual(['page 2'])
    const rest = await call('GET', `${url}?limit=200&cursor=${first.page.nextCursor}`)
    const names = rest.json().data.map(({ name }: { name: string }) => name)
    expect(names[0]).toBe('page 1')
    expect(names.at(-1)).toBe('default')
    expect(rest.json().page).toEqual({ hasMore: false })
  })
})

describe('PATCH /api/v1/tenants/{id}', () => {
  it('sets how long bytes are kept, not less than RETENTION_DAYS_MIN, and unsets it', async () => {
    const { id, ...tenant } = await create('retained', { retentionDays: 90 })
    expect(tenant).toMatchObject({ retentionDays: 90 })
    const change = (retentionDays: unknown) => call('PATCH', `${url}/${id}`, { retentionDays })
    expect((await change(7)).json()).toMatchObject({ retentionDays: 7 })
    const refused = await change(6)
    expectProblem(refused, 400, 'request.invalid-field')
    expect(refused.json()).toMatchObject({
      detail: 'retentionDays must be 7 or more (RETENTION_DAYS_MIN)',
      errors: [{ pointer: '/retentionDays', value: '6' }],
    })
    for (const wrong of [0, 1.5, '30', 100_000])
      expectProblem(await change(wrong), 400, 'request.invalid-field')
    expectProblem(
      await call('POST', url, { name: 'too short', retentionDays: 1 }),
      400,
      'request.invalid-field',
    )
    expect((await call('PATCH', `${url}/${id}`, { name: 'retained 2' })).json()).toMatchObject({
      retentionDays: 7,
    })
    expect((await change('default')).json()).not.toHaveProperty('retentionDays')
  })

  it('lets it publish its participants, and no more', async () => {
    const { id, ...tenant } = await create('publishing', { mayPublish: true })
    expect(tenant).toMatchObject({ mayPublish: true })
    const change = (wish: object) => call('PATCH', `${url}/${id}`, wish)
    expect((await change({ duplicates: 'warn' })).json()).toMatchObject({ mayPublish: true })
    expect((await change({ mayPublish: false })).json()).not.toHaveProperty('mayPublish')
    expectProblem(await change({ mayPublish: 'yes' }), 400, 'request.invalid-field')
    expect(await create('not publishing', {})).not.toHaveProperty('mayPublish')
  })

  it('sets how many minutes it has to say what becomes of a document, and unsets it', async () => {
    const { id, ...tenant } = await create('waiting', { mlsWait: 15 })
    expect(tenant).toMatchObject({ mlsWait: 15 })
    const change = (mlsWait: unknown) => call('PATCH', `${url}/${id}`, { mlsWait })
    expect((await change(1)).json()).toMatchObject({ mlsWait: 1 })
    for (const wrong of [0, 16, 1.5, '5'])
      expectProblem(await change(wrong), 400, 'request.invalid-field')
    expect((await change('default')).json()).not.toHaveProperty('mlsWait')
  })

  it('sets which status its documents ask for, and where, and unsets both', async () => {
    const own = '0242:900001'
    const wish = { mlsType: 'FAILURE_ONLY', mlsTo: `${own}-UNIT1` }
    const { id, ...tenant } = await create('asking', wish)
    expect(tenant).toMatchObject(wish)
    const change = (body: object) => call('PATCH', `${url}/${id}`, body)
    const refused = await change({ mlsTo: '0242:900002-UNIT1' })
    expectProblem(refused, 400, 'request.invalid-field')
    expect(refused.json().errors).toMatchObject([{ pointer: '/mlsTo', value: '0242:900002-UNIT1' }])
    expectProblem(await change({ mlsType: 'NEVER' }), 400, 'request.invalid-field')
    expect((await change({ name: 'asking 2' })).json()).toMatchObject(wish)
    const after = (await change({ mlsType: 'default', mlsTo: 'default' })).json()
    expect(after).not.toHaveProperty('mlsType')
    expect(after).not.toHaveProperty('mlsTo')
  })

  describe('what it reports to tax authorities', () => {
    const [emirati, slovak] = ['0235:1234567890', '0245:2020202020'] as const
    const ae = {
      regime: 'ae',
      participants: [emirati],
      receiver: '0242:900000-TAX_AE',
      from: '2027-01-01',
    }
    const sk = {
      ...{ ...ae, regime: 'sk', participants: [slovak], receiver: '0242:900000-tax_sk' },
      ...{ authority: { id: 'SK', name: 'Finančná správa' }, holdOutcome: true },
      overdueMinutes: 40,
    }
    const participants = [emirati, slovak]

    it('is set with its defaults, kept, replaced, logged, and ended', async () => {
      const asStored = { ...ae, receiver: '0242:900000-tax_ae', holdOutcome: false }
      const first = [{ ...asStored, overdueMinutes: 25 }, sk]
      const made = await create('reporting', { participants, taxReporting: [ae, sk] })
      expect(made.taxReporting).toEqual(first)
      const change = (body: object) => call('PATCH', `${url}/${made.id}`, body)
      expect((await change({ name: 'reporting 2' })).json().taxReporting).toEqual(first)
      const later = [{ ...ae, participants: [`iso6523-actorid-upis::${emirati}`] }]
      expect((await change({ taxReporting: later })).json().taxReporting).toEqual([first[0]])
      const token = await tokenOf(made.id)
      const publicId = token.split('_')[2] ?? ''
      expect((await test.gateway.store.tokenByPublicId(publicId))?.tenant).toMatchObject({
        taxReporting: [first[0]],
      })
      const own = await call('GET', '/api/v1/tenant', undefined, token)
      expect(own.json()).toEqual((await call('GET', `${url}/${made.id}`)).json())
      expect(own.json().taxReporting).toEqual([first[0]])
      expect((await change({ taxReporting: [] })).json()).not.toHaveProperty('taxReporting')
      const { data } = (await call('GET', `/api/v1/log?tenantId=${made.id}`)).json()
      const logged = data
        .filter(({ detail }: Logged) => 'taxReporting' in detail)
        .map(({ detail }: Logged) => detail.taxReporting)
      expect(logged).toHaveLength(3)
      expect(JSON.stringify(logged)).toContain('Finančná správa')
    })

    type Logged = { detail: { taxReporting?: unknown } }

    it.each([
      [
        '0/regime',
        { regime: 'om' },
        /^taxReporting\[0\]\.regime cannot be switched on: .*'om'.*1\.0\.1/,
      ],
      ['0/regime', { regime: 'vida' }, /no rule set of their version in force \(1\.1\.0\)/],
      ['0/regime', { regime: 'sg' }, /regime/],
      ['0/participants', { participants: [] }, /must name a participant/],
      ['0/participants/1', { participants: [emirati, emirati] }, /one entry only, once/],
      ['0/participants/0', { participants: ['0208:0123456749'] }, /among the participants/],
      ['0/receiver', { receiver: '0235:1234567890' }, /service provider identifier/],
      ['0/receiver', { receiver: '0242:77' }, /service provider identifier/],
      ['0/authority', { authority: { id: 'AE' } }, /regimes whose reports name it/],
      ['0/authority', { ...sk, authority: undefined }, /must name the authority/],
      ['0/authority/id', { ...sk, authority: { id: ' ' } }, /must identify/],
      ['0/from', { from: '2027-02-29' }, /must be a day/],
      ['0/from', { from: '1.1.2027' }, /must be a day/],
      ['0/overdueMinutes', { overdueMinutes: 0 }, />=1/],
    ])('is refused with /taxReporting/%s: %j', async (path, wrong, message) => {
      const taxReporting = [{ ...ae, ...wrong }]
      const body = { name: 'faulty', participants, taxReporting }
      const refused = await call('POST', url, body)
      expectProblem(refused, 400, 'request.invalid-field')
      const [error] = refused.json().errors
      expect(error).toMatchObject({ pointer: `/taxReporting/${path}` })
      expect(error.message).toMatch(message)
    })

    it.each([
      ['participants/0', { participants: ['0235'] }],
      ['participants/0', { participants: ['*'] }],
      ['receiver', { receiver: '773' }],
    ])('is refused where no participant is: %s', async (path, wrong) => {
      const body = { name: 'faulty', participants, taxReporting: [{ ...ae, ...wrong }] }
      const refused = await call('POST', url, body)
      expectProblem(refused, 422, 'participant.id-invalid')
      expect(refused.json().errors[0]).toMatchObject({ pointer: `/taxReporting/0/${path}` })
    })

    it('is refused where a participant is in two entries', async () => {
      const taxReporting = [ae, { ...sk, participants: [slovak, emirati] }]
      const refused = await call('POST', url, { name: 'faulty', participants, taxReporting })
      expectProblem(refused, 400, 'request.invalid-field')
      expect(refused.json().errors).toMatchObject([
        { pointer: '/taxReporting/1/participants/1', value: emirati },
      ])
    })

    it('keeps its participants in the list of the tenant', async () => {
      const { id } = await create('keeping', { participants, taxReporting: [ae] })
      const change = (body: object) => call('PATCH', `${url}/${id}`, body)
      const refused = await change({ participants: [slovak] })
      expectProblem(refused, 400, 'request.invalid-field')
      expect(refused.json().errors).toMatchObject([{ pointer: '/taxReporting/0/participants/0' }])
      for (const listed of [['*'], [emirati]])
        expect((await change({ participants: listed })).statusCode).toBe(200)
      expect((await change({ participants: [slovak], taxReporting: [] })).statusCode).toBe(200)
    })
  })

  it('replaces what is given; what it may send for counts at once', async () => {
    const { id } = await create('to change', { participants: ['0208:0123456749'] })
    const token = await tokenOf(id)
    const change = { participants: ['0192:987654325'], duplicates: 'warn' }
    const changed = await call('PATCH', `${url}/${id}`, change)
    expect(changed.json()).toEqual({ id, name: 'to change', frenchProcess: 'none', ...change })
    expectProblem(await submit(token), 403, 'participant.sender-not-allowed')
    await call('PATCH', `${url}/${id}`, { name: 'changed', participants: ['0208:0123456749'] })
    expect((await submit(token)).statusCode).toBe(202)
    expect((await call('GET', `${url}/${id}`)).json()).toMatchObject({ name: 'changed' })
  })

  it('sets the process of French documents, which is logged, and takes it back', async () => {
    const { id } = await create('french', { frenchProcess: 'regulated' })
    expect((await call('GET', `${url}/${id}`)).json()).toMatchObject({ frenchProcess: 'regulated' })
    const change = (frenchProcess: string) => call('PATCH', `${url}/${id}`, { frenchProcess })
    expect((await change('non-regulated')).json()).toMatchObject({ frenchProcess: 'non-regulated' })
    expect((await call('PATCH', `${url}/${id}`, { name: 'still french' })).json()).toMatchObject({
      frenchProcess: 'non-regulated',
    })
    expect((await change('none')).json()).toMatchObject({ frenchProcess: 'none' })
    expectProblem(await change('S1'), 400, 'request.invalid-field')
    const { data } = (await call('GET', `/api/v1/log?limit=100&tenantId=${id}`)).json()
    const details = data.map(({ detail }: { detail: object }) => detail)
    expect(details).toContainEqual(expect.objectContaining({ frenchProcess: 'regulated' }))
    expect(details).toContainEqual({ frenchProcess: 'non-regulated' })
    expect(details).toContainEqual({ frenchProcess: null })
  })

  it('takes no name of another tenant', async () => {
    const [, { id }] = [await create('first come'), await create('second')]
    expectProblem(
      await call('PATCH', `${url}/${id}`, { name: 'first come' }),
      409,
      'tenant.name-taken',
    )
    expect((await call('PATCH', `${url}/${id}`, { name: 'second' })).statusCode).toBe(200)
  })
})

describe('DELETE /api/v1/tenants/{id}', () => {
  it('removes a tenant without documents, and its tokens', async () => {
    const { id } = await create('short-lived')
    const token = await tokenOf(id)
    expect((await call('DELETE', `${url}/${id}`)).statusCode).toBe(204)
    expectProblem(await call('GET', `${url}/${id}`), 404, 'tenant.not-found')
    expectProblem(await submit(token), 401, 'auth.token-invalid')
  })

  it('leaves nothing of a call that was under way', async () => {
    const { id } = await create('removed under way', { participants: ['*'] })
    const token = await tokenOf(id)
    const backlog = async () => {
      await test.gateway.store.removeTenant(id, { actor: 'test', at: new Date() })
      return new Map<string, number>()
    }
    const server = await test.serverWith({ backlog })
    const before = await test.countRows()
    const headers = { 'x-api-token': token }
    const path = '/api/v1/invoices/submit'
    const answer = await server.inject({ method: 'POST', url: path, headers, payload: invoice })
    expectProblem(answer, 401, 'auth.token-invalid')
    expect(await test.countRows()).toBe(before)
    expect(await test.gateway.store.orphans()).toEqual([])
  })

  it('keeps a tenant with documents, and its tokens', async () => {
    const { id } = await create('with a document', { participants: ['*'] })
    const token = await tokenOf(id)
    expect((await submit(token)).statusCode).toBe(202)
    expectProblem(await call('DELETE', `${url}/${id}`), 409, 'tenant.not-deletable')
    expect((await call('GET', '/api/v1/status', undefined, token)).json().data).toHaveLength(1)
  })

  it("keeps the caller's own tenant", async () => {
    const { tenant } = (await call('GET', '/api/identity/check')).json()
    expectProblem(await call('DELETE', `${url}/${tenant.id}`), 409, 'tenant.not-deletable')
  })
})

describe('POST /api/v1/tenants/{id}/tokens', () => {
  it('makes the first token, which acts on its own tenant only', async () => {
    const { id } = await create('new customer', { participants: ['0208:0123456749'] })
    const token = await tokenOf(id)
    const listed = await call('GET', '/api/v1/tokens', undefined, token)
    expect(listed.json().data.map(({ name }: { name: string }) => name)).toEqual(['first'])
    expectProblem(await call('GET', url, undefined, token), 403, 'auth.scope-missing')
  })

  it('grants no scope that the operator does not have', async () => {
    const { id } = await create('for less')
    const operator = await test.makeToken({ scopes: ['operator'] })
    const wish = { name: 'x', scopes: ['admin'] }
    const refused = await call('POST', `${url}/${id}/tokens`, wish, operator)
    expectProblem(refused, 403, 'auth.scope-missing')
  })

  it('needs a tenant', async () => {
    const wish = { name: 'x', scopes: [] }
    for (const id of [test.gateway.newId(), 'nobody'])
      expectProblem(await call('POST', `${url}/${id}/tokens`, wish), 404, 'tenant.not-found')
  })
})
