// Every code of a problem, and a call that provokes it: the table of problem.ts as callers meet it.
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { describe, expect, it } from 'vitest'
import { newTokenText } from '../../src/core/access/token.ts'
import type { Gateway, PeppolAccess } from '../../src/core/gateway.ts'
import { emptyLookupCache } from '../../src/core/runtime/lookup-cache.ts'
import { participantExample, submitExamples } from '../../src/http/reference/examples.ts'
import { problemGuide } from '../../src/http/reference/problem-guide.ts'
import { type ProblemCode, problems } from '../../src/problem.ts'
import type { TaxReporting } from '../../src/store/index.ts'
import { ValidationUnavailable } from '../../src/validation/index.ts'
import { testDatabase } from '../store/database.ts'
import { newArrival, receiveDocument } from '../store/records.ts'
import { openTestGateway } from './gateway.ts'

const { pool } = await testDatabase()
const test = await openTestGateway()
const { store, requests, rates, webhooks, peppolAccess, storage } = test.gateway

type Json = Record<string, unknown>
type Answer = { asked?: InjectOptions; statusCode: number; contentType: unknown; problem: Json }

const invoice = submitExamples.invoice['application/json']!.usual!.value as Json
const ubl = submitExamples.invoice['application/xml']!.ubl!.value as string
const submitUrl = '/api/v1/invoices/submit'
const participantUrl = `/api/v1/participants/${participantExample.id}`
const outside = { url: 'https://erp.example.com/' }

async function call(options: InjectOptions | string, app = test.app): Promise<Answer> {
  const wanted = typeof options === 'string' ? { url: options } : options
  const headers = { 'x-api-token': test.token, ...wanted.headers }
  const { statusCode, body, headers: answered } = await app.inject({ ...wanted, headers })
  const contentType = answered['content-type']
  const problem = body.startsWith('{') ? JSON.parse(body) : {}
  return { asked: wanted, statusCode, contentType, problem }
}

async function made(options: InjectOptions | string, app = test.app): Promise<string> {
  const { statusCode, problem } = await call(options, app)
  expect({ statusCode, problem }).toEqual({ statusCode, problem: expect.anything() })
  expect(statusCode).toBeLessThan(300)
  return String(problem.id)
}

/** A call like this one to another server: with some fields of its gateway changed. */
async function callWith(change: Partial<Gateway>, options: InjectOptions | string) {
  return call(options, await test.serverWith(change))
}

/** What a participant is, while something is wrong with the network. */
function lookUp(change: Partial<PeppolAccess>): Promise<Answer> {
  const access = { ...peppolAccess, ...emptyLookupCache(), ...change }
  return callWith({ peppolAccess: access }, participantUrl)
}

/** A document that can be fetched. */
async function received(): Promise<string> {
  const { tenant } = (await call('/api/identity/check')).problem as { tenant: { id: string } }
  return receiveDocument(store, newArrival(tenant.id))
}

/** A POST; JSON unless the body is a string of XML. */
function post(url: string, payload?: object | string, headers: Record<string, string> = {}) {
  const type = typeof payload === 'string' ? 'application/xml' : 'application/json'
  const typed = payload === undefined ? headers : { 'content-type': type, ...headers }
  return { method: 'POST', url, headers: typed, ...(payload ? { payload } : {}) } as const
}

const submit = (document: object | string = invoice, headers: Record<string, string> = {}) =>
  post(submitUrl, document, headers)
const withToken = (token: string) => ({ url: '/api/v1/status', headers: { 'x-api-token': token } })
const refusing = (message: string) => () => Promise.reject(new Error(message))
const answering = (body: string, contentType: string) => async () =>
  ({ kind: 'answered', status: 200, contentType, body: Buffer.from(body) }) as const

const network = { ...peppolAccess.network, name: 'production' as const }
const onProduction = { peppolAccess: { ...peppolAccess, network } }

/** A token of a tenant whose invoices are reported in the Emirates. */
async function tokenOfReporting(name: string): Promise<string> {
  const tenantId = await test.makeTenant(name, ['*'])
  const [, scheme, id] = /schemeID="([0-9]{4})">([^<]+)</.exec(ubl) ?? []
  const entry: TaxReporting = {
    ...{ regime: 'ae', participants: [`${scheme}:${id}`], receiver: '0242:000773' },
    ...{ from: '2026-01-01', holdOutcome: false, overdueMinutes: 25 },
  }
  const by = { actor: 'test', at: new Date() }
  await store.changeTenant({ id: tenantId, taxReporting: [entry] }, by)
  return test.makeToken({ tenantId })
}

/** The example as an invoice of the Emirates, with this UUID. */
function inEmirates(uuid: string): string {
  return ubl
    .replace('</cbc:ID>', `</cbc:ID>${uuid}`)
    .replace(/(<cbc:CustomizationID>)[^<]*/, '$1urn:peppol:pint:billing-1@ae-1')
    .replace(/(<cbc:ProfileID>)[^<]*/, '$1urn:peppol:bis:billing')
}

/** For what `inject` cannot send: these bytes on a connection. */
async function sent(bytes: string, app: FastifyInstance): Promise<Answer> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const connection = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  connection.write(bytes)
  const [head = '', body = ''] = (await text(connection)).split('\r\n\r\n')
  return {
    statusCode: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]),
    contentType: /^content-type: (.*)$/im.exec(head)?.[1],
    problem: JSON.parse(body),
  }
}

/** One for each code; the type check and a test find the code that has none. */
const provocations: Record<ProblemCode, () => Promise<Answer>> = {
  'auth.token-missing': () => call({ url: '/api/v1/status', headers: { 'x-api-token': '' } }),
  'auth.token-invalid': () => call(withToken(newTokenText('live'))),
  'auth.token-expired': async () =>
    call(withToken(await test.makeToken({ expiresAt: new Date(Date.now() - 1) }))),
  'auth.token-revoked': async () => {
    const token = await test.makeToken()
    await store.revokeToken(token.split('_')[2]!, { actor: 'test', at: new Date() })
    return call(withToken(token))
  },
  'auth.scope-missing': async () => call(withToken(await test.makeToken({ scopes: ['pdf'] }))),
  'auth.environment-mismatch': async () => {
    const token = await test.makeToken({ environment: 'test' })
    return callWith(onProduction, submit(invoice, { 'x-api-token': token }))
  },

  'request.malformed-json': () => call(submit('{', { 'content-type': 'application/json' })),
  'request.malformed-xml': () => call(submit('<Invoice>')),
  'request.forbidden-xml': () => call(submit('<!DOCTYPE Invoice [<!ENTITY a "b">]><Invoice/>')),
  'request.unknown-field': () => call(submit({ ...invoice, colour: 'red' })),
  'request.unknown-parameter': () => call('/api/v1/status?colour=red'),
  'request.missing-field': () => call(submit({ ...invoice, issueDate: undefined })),
  'request.invalid-field': () => call(submit({ ...invoice, issueDate: 'today' })),
  'request.header-invalid': () => call(submit(invoice, { 'x-validation': 'maybe' })),
  'request.headers-too-large': async () => {
    const head = `GET /health/live HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`
    return sent(head, await test.serverWith({}))
  },
  'request.expectation-failed': () => call({ url: '/api/v1/status', headers: { expect: 'cake' } }),
  'request.timeout': async () => {
    const server = await test.serverWith({ requests: { ...requests, paceFromMs: 50 } })
    const head = [
      `POST ${submitUrl} HTTP/1.1`,
      ...['Host: x', `X-API-Token: ${test.token}`, 'Connection: close'],
      ...['Content-Type: application/json', 'Content-Length: 9000'],
    ]
    return sent(`${head.join('\r\n')}\r\n\r\n{`, server)
  },
  'request.not-found': () => call('/api/v1/invoicing'),
  'request.method-not-allowed': () => call({ method: 'DELETE', url: '/api/v1/status' }),
  'request.too-large': () =>
    call(submit(`<a>${' '.repeat(test.gateway.submission.bodyBytesMax)}</a>`)),
  'request.unsupported-media-type': () =>
    call(submit('number;date', { 'content-type': 'text/csv' })),
  'request.not-acceptable': () =>
    call(post('/api/v1/convert', invoice, { accept: 'application/pdf' })),

  'idempotency.key-reused': async () => {
    await made(submit(invoice, { 'idempotency-key': 'reused' }))
    return call(submit({ ...invoice, number: '2' }, { 'idempotency-key': 'reused' }))
  },
  'idempotency.in-progress': async () => {
    const asked = submit(invoice, { 'idempotency-key': 'twice', 'x-validation': 'report' })
    let meanwhile: Answer | undefined
    const validate: Gateway['validate'] = async (...document) => {
      meanwhile = await call(asked)
      return test.gateway.validate(...document)
    }
    await made(asked, await test.serverWith({ validate }))
    return meanwhile!
  },

  'document.duplicate': async () => {
    const tenantId = await test.makeTenant('careful', ['*'], 'refuse')
    const asked = submit(invoice, { 'x-api-token': await test.makeToken({ tenantId }) })
    await made(asked)
    return call(asked)
  },
  'document.not-found': () => call('/api/v1/status/nothing'),
  'document.ambiguous': () => call(submit(ubl.replace(/<cbc:ID>.*?<\/cbc:ID>/, '$&$&'))),
  'document.type-mismatch': () => call(post('/api/v1/credit-notes/submit', ubl)),
  'document.not-reportable': async () =>
    call(submit(inEmirates(''), { 'x-api-token': await tokenOfReporting('reporting') })),
  'tax-report.in-progress': async () => {
    const headers = { 'x-api-token': await tokenOfReporting('reporting once') }
    const id = await made(
      submit(inEmirates(`<cbc:UUID>${crypto.randomUUID()}</cbc:UUID>`), headers),
    )
    return call(post(`/api/v1/documents/${id}/tax-report`, { action: 'resubmit' }, headers))
  },
  'tax-report.not-possible': async () => {
    const id = await made(submit())
    return call(post(`/api/v1/documents/${id}/tax-report`, { action: 'withdraw' }))
  },
  'document.totals-inconsistent': () => call(submit({ ...invoice, totals: { payable: '1.00' } })),
  'document.in-progress': async () => {
    const id = await made(submit())
    return call(post(`/api/v1/documents/${id}/set-aside`))
  },
  'forecast.not-found': () => call('/api/v1/rules/forecasts/nothing'),
  'forecast.too-many': async () => {
    const id = '00000000-0000-7000-8000-000000000000'
    await pool.query(
      `insert into forecasts (id, actor, rules_day, days, created_at, done_from, done_until,
                              done_to, due_at)
       select gen_random_uuid(), 'token:' || tokens.id, '2027-02-24', row_number() over (), now(),
              '${id}', '${id}', '${id}', now() + interval '1 day'
       from tokens, generate_series(1, 3)`,
    )
    const on = new Date().toISOString().slice(0, 10)
    return call(post('/api/v1/rules/forecasts', { on, days: 300 }))
  },
  'forgetting.not-found': () => call('/api/v1/forgettings/nothing'),
  'document.altered': async () => {
    const id = await made(submit())
    await made(post(`/api/v1/documents/${id}/cancel`))
    await pool.query(
      `begin; set local session_replication_role = 'replica';
       update documents set payable = '1.00' where id = '${id}'; commit`,
    )
    return call(post(`/api/v1/documents/${id}/forget`, { reason: 'a request' }))
  },
  'document.not-cancellable': async () => {
    const id = await made(submit())
    await made(post(`/api/v1/documents/${id}/cancel`))
    return call(post(`/api/v1/documents/${id}/cancel`))
  },
  'document.content-removed': async () => {
    const id = await made(submit())
    await made(post(`/api/v1/documents/${id}/cancel`))
    await store.removeOldBytes(new Date(Date.now() + 32 * 86_400_000), 1_000)
    return call(`/api/v1/documents/${id}/pdf`)
  },
  'document.not-available': async () => {
    const { tenant } = (await call('/api/identity/check')).problem as { tenant: { id: string } }
    const arrival = newArrival(tenant.id)
    await store.keepArrival(arrival)
    return call(post(`/api/v1/inbound/${arrival.document.id}/acknowledge`))
  },
  'word.issues-mismatch': async () =>
    call(post(`/api/v1/inbound/${await received()}/status`, { code: 'RE' })),
  'word.too-late': async () => {
    const id = await received()
    await made(post(`/api/v1/inbound/${id}/acknowledge`))
    const issues = [{ code: 'BV', text: 'There is no such order.' }]
    return call(post(`/api/v1/inbound/${id}/status`, { code: 'RE', issues }))
  },
  'receiver.takes-no-response': async () => {
    const { tenant } = (await call('/api/identity/check')).problem as { tenant: { id: string } }
    const id = await receiveDocument(
      store,
      newArrival(
        tenant.id,
        {
          sender: { id: test.gateway.service.sandbox!.unregistered },
          receiver: { id: '0208:0685660237', country: 'BE' },
        },
        Buffer.from(ubl),
      ),
    )
    return call(post(`/api/v1/inbound/${id}/respond`, { status: 'accepted' }))
  },
  'document.not-retryable': async () =>
    call(post(`/api/v1/documents/${await made(submit())}/retry`)),

  'events.cursor-expired': () => call('/api/v1/events?after=1000000'),
  'webhook.not-found': () => call('/api/v1/webhooks/nothing'),
  'webhook.url-refused': async () => {
    const message = 'erp.example.com has no public address'
    const refusalOf = async () => ({ message, isInsecure: true })
    return callWith({ webhooks: { ...webhooks, refusalOf } }, post('/api/v1/webhooks', outside))
  },
  'webhook.limit-reached': () => {
    const tenantLimits = { ...test.gateway.tenantLimits, webhooks: 0 }
    return callWith({ tenantLimits }, post('/api/v1/webhooks', outside))
  },
  'webhook.unavailable': () => {
    const keyless = { ...webhooks, secretsKey: Promise.resolve(undefined), isKeyNamed: false }
    return callWith({ webhooks: keyless }, post('/api/v1/webhooks', outside))
  },

  'validation.schema-failed': () =>
    call(submit(ubl.replace('<cbc:Note>', '<cbc:Remark/><cbc:Note>'), { 'x-validation': 'true' })),
  'validation.rules-failed': () =>
    call(submit(ubl.replace('>EUR</cbc:Doc', '>XXZ</cbc:Doc'), { 'x-validation': 'true' })),
  'validation.unavailable': () => {
    const validate = () => Promise.reject(new ValidationUnavailable('There are no rules here'))
    return callWith({ validate }, submit(invoice, { 'x-validation': 'true' }))
  },

  'token.not-found': () => call('/api/v1/tokens/nothing'),
  'token.limit-reached': () => {
    const tenantLimits = { ...test.gateway.tenantLimits, tokens: 0 }
    return callWith(
      { tenantLimits },
      post('/api/v1/tokens', { name: 'one too many', scopes: ['documents:read'] }),
    )
  },
  'token.not-valid': async () => {
    const id = await made(post('/api/v1/tokens', { name: 'short-lived', scopes: [] }))
    await call({ method: 'DELETE', url: `/api/v1/tokens/${id}` })
    return call(post(`/api/v1/tokens/${id}/rotate`, {}))
  },
  'tenant.not-found': () => call('/api/v1/tenants/nothing'),
  'tenant.name-taken': () => call(post('/api/v1/tenants', { name: 'default' })),
  'tenant.not-deletable': async () => {
    const tenantId = await test.makeTenant('sender', ['*'])
    await made(submit(invoice, { 'x-api-token': await test.makeToken({ tenantId }) }))
    return call({ method: 'DELETE', url: `/api/v1/tenants/${tenantId}` })
  },

  'registration.not-found': () => call('/api/v1/registrations/0208:0202239951'),
  'participant.taken': async () => {
    const wish = { participant: '0208:0685660237', documentTypes: 'all' }
    await call(post('/api/v1/registrations', wish))
    return call(post('/api/v1/registrations', wish))
  },
  'participant.id-invalid': () => call('/api/v1/participants/buyer'),
  'participant.checksum-failed': () => {
    const seller = { ...(invoice.seller as Json), endpoint: { scheme: '0208', id: '0123456748' } }
    return call(submit({ ...invoice, seller }))
  },
  'participant.sender-not-allowed': async () => {
    const tenantId = await test.makeTenant('another', ['9930:de123456788'])
    return call(submit(invoice, { 'x-api-token': await test.makeToken({ tenantId }) }))
  },
  'participant.receiver-not-allowed': async () => {
    const tenantId = await test.makeTenant('another', ['9930:de123456788'])
    const token = await test.makeToken({ tenantId, scopes: ['admin'] })
    const wish = { participant: '0208:0685660237', documentTypes: 'all' }
    return call(post('/api/v1/registrations', wish, { 'x-api-token': token }))
  },
  'registration.limit-reached': async () => {
    const tenantId = await test.makeTenant('full', ['9930:de123456788'])
    const token = await test.makeToken({ tenantId, scopes: ['admin'] })
    const wish = { participant: '9930:de123456788', documentTypes: 'all' }
    const tenantLimits = { ...test.gateway.tenantLimits, registrations: 0 }
    return callWith({ tenantLimits }, post('/api/v1/registrations', wish, { 'x-api-token': token }))
  },
  'participant.registered': async () => {
    const tenantId = await test.makeTenant('receiving', [])
    const participant = '0208:0685660237'
    const registration = `/api/v1/registrations/${participant}`
    await call({ method: 'DELETE', url: registration })
    await call(post('/api/v1/registrations', { participant, tenantId, documentTypes: 'all' }))
    const change = { participants: [] }
    return call({ method: 'PATCH', url: `/api/v1/tenants/${tenantId}`, payload: change })
  },
  'registration.published': async () => {
    const participant = '0192:987654325'
    await call(post('/api/v1/registrations', { participant, documentTypes: 'all' }))
    const { store } = test.gateway
    const epoch = (await store.takeRegistrarLease(60_000))!
    const note = { epoch, participant, state: 'published', at: new Date(), by: 'test' } as const
    await store.notePublication(note)
    return call({ method: 'DELETE', url: `/api/v1/registrations/${participant}` })
  },

  'identification.missing': async () => {
    const participant = '9915:171717'
    await call(post('/api/v1/registrations', { participant, documentTypes: 'all' }))
    return callWith(
      {
        publishing: { use: async () => Promise.reject(new Error('It is not asked')) },
        peppolAccess: { ...peppolAccess, network: { ...peppolAccess.network, name: 'test' } },
      },
      post(`/api/v1/registrations/${participant}/publish`),
    )
  },
  'publication.no-smp': () => call(post('/api/v1/registrations/0192:987654325/publish')),
  'publication.not-allowed': async () => {
    const token = await test.makeToken({ scopes: ['admin'] })
    const headers = { 'x-api-token': token }
    return call(post('/api/v1/registrations/0192:987654325/publish', undefined, headers))
  },

  'lookup.dns-failed': () =>
    lookUp({ resolveNaptr: async () => ({ kind: 'failed', detail: 'SERVFAIL' }) }),
  'lookup.record-invalid': () => {
    const record = { order: 1, preference: 1, flags: 'U', service: 'Meta:CSP', regexp: '' }
    const records = [{ ...record, replacement: '' }]
    return lookUp({ resolveNaptr: async () => ({ kind: 'records', records }) })
  },
  'lookup.smp-unreachable': () =>
    lookUp({ get: async () => ({ kind: 'failed', reason: 'timeout', detail: 'too slow' }) }),
  'lookup.smp-invalid': () => lookUp({ get: answering('<html/>', 'text/html') }),
  'certificate.revocation-unavailable': () => {
    const url = `${participantUrl}?accepts=${encodeURIComponent(participantExample.accepts)}`
    const unknown = { ...peppolAccess, ...emptyLookupCache(), revocationOf: async () => 'unknown' }
    return callWith({ peppolAccess: unknown as PeppolAccess }, url)
  },

  'reporting.not-production': () => call(post('/api/v1/reporting/2026-02/submit')),
  'reporting.month-not-over': () =>
    callWith(onProduction, post('/api/v1/reporting/2999-12/submit')),
  'reporting.country-unknown': async () => {
    const { tenant } = (await call('/api/identity/check')).problem as { tenant: { id: string } }
    await store.keepArrival(newArrival(tenant.id))
    return call(post('/api/v1/reporting/2026-03/preview'))
  },

  'pdf.wrong-document': () => call(post('/api/v1/pdf/mls/generate', ubl)),
  'rate.limited': () =>
    callWith({ rates: { ...rates, perToken: { perSecond: 1, burst: 0 } } }, '/api/v1/status'),
  'capacity.busy': () => callWith({ requests: { ...requests, bodiesBytesMax: 100 } }, submit()),
  'capacity.storage': () =>
    callWith({ storage: { ...storage, freeBytes: async () => 0 } }, submit()),
  'capacity.backlog-full': () => {
    const { backlogMax } = test.gateway.submission
    return callWith({ backlog: async () => new Map([['another tenant', backlogMax]]) }, submit())
  },
  'maintenance.draining': () => callWith({ draining: { now: true } }, submit()),
  'service.unavailable': () =>
    callWith(
      { store: { ...store, listDocuments: refusing('it ended'), isReady: async () => false } },
      '/api/v1/status',
    ),
  'internal.unexpected': () =>
    callWith({ store: { ...store, listDocuments: refusing('a bug') } }, '/api/v1/status'),
}

/** Ids are made anew in each run, and numbers depend on what ran before. */
function withoutChance(detail: unknown): string {
  return String(detail)
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replace(/\d+/g, 'N')
}

const codes = Object.keys(problems) as ProblemCode[]
/** The reference describes calls, not how a call can be put wrongly into HTTP. */
const ofHttp: ProblemCode[] = ['request.expectation-failed', 'request.headers-too-large']
const reference = (await test.app.inject({ url: '/openapi.json' })).json()

type Response = { content?: Record<string, { examples?: Json }> }

/** The codes that the reference names for this call; undefined where it has no such call. */
function codesOf({ method = 'GET', url }: InjectOptions): string[] | undefined {
  const wanted = String(url).split('?')[0]
  const isHere = (path: string) =>
    new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(String(wanted))
  const path = Object.keys(reference.paths).sort().findLast(isHere)
  const operation = path && reference.paths[path][method.toLowerCase()]
  if (!operation) return undefined
  return Object.values<Response>(operation.responses).flatMap(({ content }) =>
    Object.keys(content?.['application/problem+json']?.examples ?? {}),
  )
}

describe('a problem', () => {
  it('has a row for each of its codes', () => {
    expect(Object.keys(provocations).sort()).toEqual([...codes].sort())
  })

  it.each(codes)('%s is what a caller gets', async (code) => {
    const { asked, statusCode, contentType, problem } = await provocations[code]()
    const { status, title } = problems[code]
    expect({ statusCode, ...problem }).toMatchObject({ statusCode: status, status, code, title })
    expect(contentType).toMatch(/^application\/problem\+json/)
    expect(problem).toMatchObject({ type: `/problems/${code}`, detail: expect.any(String) })
    expect(withoutChance(problem.detail)).toBe(withoutChance(problemGuide[code].example))
    const listed = asked && !ofHttp.includes(code) ? codesOf(asked) : undefined
    if (listed) expect(listed).toContain(code)
  })

  it.each(codes)(
    '%s is described where its type leads, to programs and in a browser',
    async (code) => {
      const url = `/problems/${code}`
      const described = (await test.app.inject({ url })).json()
      const { status, title } = problems[code]
      const { cause, remedy, example } = problemGuide[code]
      expect(described).toMatchObject({ code, status, title, cause, remedy })
      expect(described.example).toMatchObject({ code, status, title, detail: example })
      for (const text of [cause, remedy]) expect(text).toMatch(/^[A-Z0-9].*\.$/s)
      const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
      const page = await test.app.inject({ url, headers: { accept } })
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(page.headers.vary).toBe('Accept')
      expect(page.headers['content-security-policy']).toContain("default-src 'none'")
      const words = page.body.replace(/&#(\d+);/g, (_, unit) => String.fromCharCode(unit))
      for (const text of [title, cause, remedy]) expect(words).toContain(text)
    },
  )

  it('that nobody has is not described, and a page in another form is not to be had', async () => {
    for (const url of ['/problems/nothing', '/problems/toString', '/problems/__proto__'])
      expect((await test.app.inject({ url })).json().code).toBe('request.not-found')
    const headers = { accept: 'application/pdf' }
    const answer = await test.app.inject({ url: '/problems/rate.limited', headers })
    expect(answer.json().code).toBe('request.not-acceptable')
  })

  it.each([
    submit(),
    submit(ubl),
    submit(ubl, { 'x-validation': 'true' }),
    post('/api/v1/webhooks', outside),
    post('/api/v1/convert', invoice, { accept: 'application/xml' }),
    ...['/api/v1/status', '/api/v1/events', participantUrl].map((url) => ({ url })),
  ])('is not what comes back when nothing is wrong: $method $url', async (options) => {
    expect((await call(options)).statusCode).toBeLessThan(300)
  })
})
