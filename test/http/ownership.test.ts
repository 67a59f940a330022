// Who owns a participant: one list per tenant, for sending and for receiving.
import { describe, expect, it } from 'vitest'
import { submitExamples } from '../../src/http/reference/examples.ts'
import { expectProblem, openTestGateway } from './gateway.ts'

const test = await openTestGateway()
const { store } = test.gateway
const invoice = submitExamples.invoice['application/json']!.usual!.value as Json & {
  seller: Json
  buyer: Json
}
type Json = Record<string, unknown>
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

// Of A, of B, of both, and in no list. All have right check digits.
const ofA = '0208:0123456749'
const ofB = '0192:987654325'
const ofBoth = '0208:0685660237'
const ofNone = '0208:0987654394'

const a = await tenant('A', [ofA, ofBoth])
const b = await tenant('B', [ofB, ofBoth])
const any = await tenant('any', ['*'])

async function tenant(name: string, participants: string[]) {
  const tenantId = await test.makeTenant(name, participants)
  const scopes = ['documents:write', 'documents:read', 'admin'] as const
  return { tenantId, token: await test.makeToken({ tenantId, scopes }) }
}

function call(
  method: Method,
  url: string,
  { token, body, accept }: { token?: string; body?: object | string; accept?: string } = {},
) {
  const headers = {
    'x-api-token': token ?? test.token,
    ...(typeof body === 'string' ? { 'content-type': 'application/xml' } : {}),
    ...(accept ? { accept } : {}),
  }
  return test.app.inject({ method, url, headers, ...(body ? { payload: body } : {}) })
}

const endpointOf = (participant: string) => {
  const [scheme, ...id] = participant.split(':')
  return { scheme: scheme!, id: id.join(':') }
}

/** The invoice with another electronic address of its seller. */
const from = (seller: string): Json => ({
  ...invoice,
  seller: { ...invoice.seller, endpoint: endpointOf(seller) },
})

/** Self-billing: the buyer issues it, and the seller receives it. */
const selfBilled = (buyer: string): Json => ({
  ...invoice,
  specificationId: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0',
  businessProcess: 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0',
  typeCode: '389',
  seller: { ...invoice.seller, endpoint: endpointOf('0088:7300010000001') },
  buyer: { ...invoice.buyer, endpoint: endpointOf(buyer) },
})

const submitAs = (who: { token: string }, document: Json | string, query = `?sender=${ofA}`) =>
  call('POST', `/api/v1/invoices/submit${query}`, { token: who.token, body: document })

async function toUbl(document: Json): Promise<string> {
  const answer = await call('POST', '/api/v1/convert', {
    body: document,
    accept: 'application/xml',
  })
  expect(answer.statusCode).toBe(200)
  return answer.body
}

describe('an invoice', () => {
  const rows = { before: 0 }

  it.each([
    ['as JSON', async () => from(ofB)],
    ['as UBL', () => toUbl(from(ofB))],
    [
      'whose address is written otherwise',
      async () => (await toUbl(from(ofB))).replace('987654325', ' 987 654 325 '),
    ],
    ['that the buyer issues', async () => selfBilled(ofB)],
  ])("is not sent in another tenant's name: %s", async (_, document) => {
    rows.before = await test.countRows()
    const answer = await submitAs(a, await document())
    expectProblem(answer, 403, 'participant.sender-not-allowed')
    expect(answer.json().detail).toBe(
      `The tenant 'A' may not send for ${ofB}: the document names it.`,
    )
    expect(await test.countRows()).toBe(rows.before)
  })

  it("is not sent as one of any document type in another tenant's name", async () => {
    const path = `/api/v1/documents/submit?sender=${ofA}`
    const refused = await call('POST', path, { token: a.token, body: await toUbl(from(ofB)) })
    expectProblem(refused, 403, 'participant.sender-not-allowed')
  })

  it.each([
    ['an address that no tenant lists', () => from(ofNone)],
    ['an address that both list', () => from(ofBoth)],
    [
      'an address of no Peppol scheme',
      () => from(ofA),
      '<cbc:EndpointID schemeID="EM">sales@example.com</cbc:EndpointID>',
    ],
    ['no address', () => from(ofA), ''],
    ['an address of its own', () => from(ofA)],
    ['a self-billed one of its own', () => selfBilled(ofA)],
  ])('is sent with %s', async (_, document, address?: string) => {
    const ubl = await toUbl(document())
    const first = /<cbc:EndpointID[^>]*>[^<]*<\/cbc:EndpointID>/
    expect(ubl).toMatch(first)
    const xml = address === undefined ? ubl : ubl.replace(first, address)
    const answer = await submitAs(a, xml)
    expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status: 202 })
    expect(answer.json().sender.id).toBe(ofA)
  })

  it('is sent by a tenant with * in any name', async () => {
    expect((await submitAs(any, from(ofB))).statusCode).toBe(202)
    expect((await submitAs(any, from(ofA), '')).statusCode).toBe(202)
  })

  it('is sent for one participant by two tenants that list it', async () => {
    for (const who of [a, b]) expect((await submitAs(who, from(ofBoth), '')).statusCode).toBe(202)
  })

  it('takes the lists of this moment, in every process', async () => {
    const later = await tenant('later', [])
    const otherNode = await test.serverWith({})
    const submit = () =>
      otherNode.inject({
        method: 'POST',
        url: `/api/v1/invoices/submit?sender=${ofA}`,
        headers: { 'x-api-token': a.token },
        payload: from('0208:0202239951'),
      })
    expect((await submit()).statusCode).toBe(202)
    const change = { participants: ['0208:0202239951'] }
    await call('PATCH', `/api/v1/tenants/${later.tenantId}`, { body: change })
    expectProblem(await submit(), 403, 'participant.sender-not-allowed')
  })
})

describe('a registration', () => {
  const register = (participant: string, who: { token?: string } = {}, more: object = {}) =>
    call('POST', '/api/v1/registrations', {
      ...(who.token ? { token: who.token } : {}),
      body: { participant, documentTypes: 'all', ...more },
    })
  const remove = (participant: string, { token }: { token?: string } = {}) =>
    call('DELETE', `/api/v1/registrations/${participant}`, token ? { token } : {})
  const ownerOf = async (participant: string) => (await store.registrationOf(participant))?.tenantId
  const listOf = async (tenantId: string) => (await store.tenantById(tenantId))?.participants

  it('is of what the tenant lists', async () => {
    expect((await register(ofA, a)).statusCode).toBe(201)
    expect(await ownerOf(ofA)).toBe(a.tenantId)
    const again = await register(ofA, a)
    expectProblem(again, 409, 'participant.taken')
    expect(again.json().detail).toBe(
      `${ofA} is registered for your tenant already: ` +
        `PUT /api/v1/registrations/${ofA} changes it.`,
    )
  })

  it("of nothing else, and the answer tells nothing about others' lists", async () => {
    const free = '0208:0202239951'
    const answers = await Promise.all([ofA, ofB, ofNone, free].map((one) => register(one, b)))
    // Its own is the only one that is not refused.
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 201, 403, 403])
    const [registered, , unknown] = answers.map((answer) => answer.json())
    expect(registered.code).toBe('participant.receiver-not-allowed')
    const without = ({ requestId: _, ...problem }: Json) =>
      JSON.stringify(problem).replaceAll(ofA, 'P').replaceAll(ofNone, 'P')
    expect(without(registered)).toBe(without(unknown))
    expect(await ownerOf(ofA)).toBe(a.tenantId)
  })

  it('of a participant that two tenants list is of the first one', async () => {
    expect((await register(ofBoth, b)).statusCode).toBe(201)
    expectProblem(await register(ofBoth, a), 409, 'participant.taken')
    expect((await remove(ofBoth, b)).statusCode).toBe(204)
    expect((await register(ofBoth, a)).statusCode).toBe(201)
    expect((await remove(ofBoth, a)).statusCode).toBe(204)
  })

  it('of a tenant with * is of what no other tenant lists', async () => {
    expectProblem(await register(ofB, any), 403, 'participant.receiver-not-allowed')
    expectProblem(await register(ofBoth, any), 403, 'participant.receiver-not-allowed')
    expect((await register(ofNone, any)).statusCode).toBe(201)
    expect((await remove(ofNone, any)).statusCode).toBe(204)
  })

  it('of a service provider is made by an operator alone', async () => {
    const id = '0242:000777'
    const seats = await tenant('seats', [id])
    for (const who of [seats, any])
      expectProblem(await register(id, who), 403, 'participant.receiver-not-allowed')
    const made = await register(id, {}, { tenantId: seats.tenantId })
    expect(made.statusCode).toBe(201)
    expect(await ownerOf(id)).toBe(seats.tenantId)
  })

  it('by an operator is of anything, for any tenant, and adds it to the list', async () => {
    const given = await tenant('given', [ofA])
    const participant = '0192:974760673'
    const made = await register(participant, {}, { tenantId: given.tenantId })
    expect(made.statusCode).toBe(201)
    expect(await ownerOf(participant)).toBe(given.tenantId)
    expect(await listOf(given.tenantId)).toEqual([ofA, participant])
    // What another one has stays there, and is added to no list.
    expectProblem(await register(ofB, {}, { tenantId: given.tenantId }), 409, 'participant.taken')
    expect(await listOf(given.tenantId)).toEqual([ofA, participant])
    const absent = await register(ofNone, {}, { tenantId: test.gateway.newId() })
    expectProblem(absent, 404, 'tenant.not-found')
    const byAdmin = await register(ofA, a, { tenantId: given.tenantId })
    expectProblem(byAdmin, 403, 'auth.scope-missing')
  })

  it('keeps its participant in the list', async () => {
    const kept = await tenant('kept', ['0208:0202239951', ofA])
    const url = `/api/v1/tenants/${kept.tenantId}`
    const change = (...participants: string[]) => call('PATCH', url, { body: { participants } })
    expect((await register('0208:0202239951', kept)).statusCode).toBe(201)
    for (const list of [[], [ofA], ['*']]) {
      const refused = await change(...list)
      expectProblem(refused, 409, 'participant.registered')
      expect(refused.json().detail).toContain('0208:0202239951')
      expect(refused.json().errors).toMatchObject([{ pointer: '/participants' }])
    }
    expect(await listOf(kept.tenantId)).toEqual(['0208:0202239951', ofA])
    expect((await change('*', '0208:0202239951')).statusCode).toBe(200)
    expect((await call('PATCH', url, { body: { name: 'kept still' } })).statusCode).toBe(200)
    expect((await remove('0208:0202239951', kept)).statusCode).toBe(204)
    expect((await change(ofA)).statusCode).toBe(200)
  })

  it('of a tenant that loses * keeps its participant too', async () => {
    const open = await tenant('open', ['*'])
    const participant = '0192:923609016'
    expect((await register(participant, open)).statusCode).toBe(201)
    const url = `/api/v1/tenants/${open.tenantId}`
    const refused = await call('PATCH', url, { body: { participants: [ofA] } })
    expectProblem(refused, 409, 'participant.registered')
    const listed = await call('PATCH', url, { body: { participants: [participant] } })
    expect(listed.statusCode).toBe(200)
  })
})
