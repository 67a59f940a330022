// Who may call what: every route of the server, from its own route table.
import type { InjectOptions } from 'fastify'
import { describe, expect, it } from 'vitest'
import { identificationExamples, submitExamples } from '../../src/http/reference/examples.ts'
import { newAccept, newArrival, receiveDocument } from '../store/records.ts'
import { expectProblem, openTestGateway } from './gateway.ts'

const test = await openTestGateway()
const withoutScopes = await test.makeToken({ scopes: [] })

type Route = { method: NonNullable<InjectOptions['method']>; path: string }

/** The routes as the server prints them: a tree, in which a path stands below its beginning. */
function routesOf(printed: string): Route[] {
  const above: string[] = []
  return printed.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] =
      /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (!part) return []
    const depth = indent.length / 4
    above.splice(depth, Infinity, part)
    const path = above.join('')
    return methods
      .split(', ')
      .filter(Boolean)
      .map((method) => ({ method: method as Route['method'], path }))
  })
}

const routes = routesOf(test.app.printRoutes({ commonPrefix: false }))
const allowed = await Promise.all(
  routes.map(async (route) => {
    const { statusCode } = await test.call({ method: route.method, url: toUrl(route.path) })
    return statusCode === 405 ? undefined : route
  }),
)
const isPage = ({ path }: Route) => path.startsWith('/console')
const answering = allowed.filter((route) => route !== undefined)
const served = answering.filter((route) => !isPage(route))
const pages = answering.filter(isPage)

function toUrl(path: string): string {
  // A wildcard is printed without the slash before it.
  return path.replaceAll(/:\w+/g, '0').replace(/\/?\*$/, '/0')
}

const isPublic = (path: string) =>
  /^\/(health|docs|problems|failures)\/|^\/(docs|openapi\.\w+|as4)?$/.test(path)
const ofParticipants = '/api/v1/participants/:id'
const takeAnyToken = ['/api/identity/check', ofParticipants, `${ofParticipants}/lookup`]

describe('every route', () => {
  it('is found', () => {
    expect(served.length).toBeGreaterThan(40)
    for (const path of takeAnyToken) expect(served.map((route) => route.path)).toContain(path)
    expect(served).toContainEqual({ method: 'DELETE', path: '/api/v1/tenants/:id' })
  })

  it.each(served)('$method $path: no token, no answer, unless it is public', async (route) => {
    const answer = await test.app.inject({ method: route.method, url: toUrl(route.path) })
    if (isPublic(route.path)) expect(answer.statusCode).not.toBe(401)
    else expect(answer.statusCode).toBe(401)
    if (!isPublic(route.path) && route.method !== 'HEAD')
      expect(answer.json().code).toBe('auth.token-missing')
  })

  it.each(served.filter(({ path }) => !isPublic(path)))(
    '$method $path: a token without scopes is not enough, unless any will do',
    async ({ method, path }) => {
      const headers = { 'x-api-token': withoutScopes }
      const { statusCode } = await test.app.inject({ method, url: toUrl(path), headers })
      if (takeAnyToken.includes(path)) expect(statusCode).not.toBe(403)
      else expect(statusCode).toBe(403)
    },
  )
})

describe('every page of the console', () => {
  const signInPage = /^\/console\/(sign-(in|out)|[0-9a-f]{16}\.(css|js|svg))$/
  const guarded = pages.filter(({ path }) => !signInPage.test(path))
  const from = { 'sec-fetch-site': 'same-origin' }
  const withScope = (cookie: string) => ({ ...from, cookie: `fourcorner=${cookie}` })

  it('is found', () => {
    expect(guarded.length).toBeGreaterThan(20)
    expect(pages.length - guarded.length).toBeLessThan(12)
  })

  it.each(guarded)('$method $path: no session, no page', async ({ method, path }) => {
    const answer = await test.app.inject({ method, url: toUrl(path), headers: from })
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toMatch(/^\/console\/sign-in\b/)
  })

  it.each(guarded)('$method $path: a token without scopes sees no more', async (route) => {
    const { method, path } = route
    const headers = withScope(withoutScopes)
    const { statusCode } = await test.app.inject({ method, url: toUrl(path), headers })
    if (path.endsWith('*')) expect(statusCode).toBe(404)
    else if (/^\/console(\/network)?$/.test(path)) expect(statusCode).toBe(200)
    else expect(statusCode).toBe(403)
  })

  it.each(pages.filter(({ method }) => method === 'POST'))(
    'POST $path: nothing from another site',
    async ({ path }) => {
      const headers = { ...withScope(test.token), 'sec-fetch-site': 'cross-site' }
      const answer = await test.app.inject({ method: 'POST', url: toUrl(path), headers })
      expect(answer.statusCode).toBe(400)
    },
  )
})

const invoice = submitExamples.invoice['application/json']!.usual!.value as object
const strangerId = await test.makeTenant('stranger', ['*'])
const stranger = { 'x-api-token': await test.makeToken({ tenantId: strangerId }) }
const own = { 'x-api-token': test.token }

async function madeBy(headers: Record<string, string>) {
  const submitted = await test.app.inject({
    method: 'POST',
    url: '/api/v1/invoices/submit',
    headers,
    payload: invoice,
  })
  const { id: document } = submitted.json()
  const listed = await test.app.inject({ url: `/api/v1/documents/${document}/files`, headers })
  const issued = await test.app.inject({
    method: 'POST',
    url: '/api/v1/tokens',
    headers,
    payload: { name: 'made', scopes: ['documents:read'] },
  })
  const webhook = await test.app.inject({
    method: 'POST',
    url: '/api/v1/webhooks',
    headers,
    payload: { url: 'https://erp.example.com/' },
  })
  const { id } = webhook.json()
  const participant = '0208:0685660237'
  await test.app.inject({
    method: 'POST',
    url: '/api/v1/registrations',
    headers,
    payload: { participant, documentTypes: 'all' },
  })
  await test.app.inject({ method: 'POST', url: `/api/v1/webhooks/${id}/test`, headers })
  await test.gateway.store.numberEvents()
  const sent = await test.app.inject({ url: `/api/v1/webhooks/${id}/deliveries`, headers })
  const inbound = await receiveDocument(
    test.gateway.store,
    newArrival(strangerId, { kind: 'other' }),
  )
  const response = newAccept(strangerId, { kind: 'other' })
  const answering = { documentId: inbound, kind: 'invoice-response' as const, code: 'AP' }
  await test.gateway.store.acceptDocument({ ...response, answering })
  const forecast = await test.app.inject({
    ...{ method: 'POST', url: '/api/v1/rules/forecasts', headers },
    payload: { on: '2027-02-24' },
  })
  const forgetting = await test.app.inject({
    ...{ method: 'POST', url: '/api/v1/forgettings', headers },
    payload: { clientId: 'none of the tests', reason: 'a test' },
  })
  return {
    document,
    answer: response.document.id,
    file: listed.json().files[0].id,
    tenant: strangerId,
    token: issued.json().id,
    webhook: id,
    delivery: sent.json().data[0].id,
    inbound,
    registration: participant,
    forecast: forecast.json().id as string,
    forgetting: forgetting.json().id as string,
  }
}

type Made = Awaited<ReturnType<typeof madeBy>>
const theirs = await madeBy(stranger)
const absent = named(() => test.gateway.newId())

function named(newId: () => string): Made {
  return {
    document: newId(),
    answer: newId(),
    file: newId(),
    tenant: newId(),
    token: newId(),
    webhook: newId(),
    delivery: newId(),
    inbound: newId(),
    registration: '0208:0202239951',
    forecast: newId(),
    forgetting: newId(),
  }
}

/** What an id in a path is the id of, by the beginning of the path. */
const places: [prefix: string, kind: keyof Made][] = [
  ['/api/v1/status/:id', 'document'],
  ['/api/v1/documents/:id/answers', 'inbound'],
  ['/api/v1/documents/:id', 'document'],
  ['/api/v1/tokens/:id', 'token'],
  ['/api/v1/webhooks/:id', 'webhook'],
  ['/api/v1/tenants/:id', 'tenant'],
  ['/api/v1/inbound/:id', 'inbound'],
  ['/api/v1/registrations/:id', 'registration'],
  ['/api/v1/forgettings/:id', 'forgetting'],
  ['/api/v1/rules/forecasts/:id', 'forecast'],
]
const ofMonths = '/api/v1/reporting/:month'
/** Without secrets between tenants: the network's participants, and what operators see. */
const ofNobody = [ofParticipants, '/api/v1/tenants/:id', ofMonths]
const withAnyId = served.filter(({ path }) => path.includes(':') && !isPublic(path))
const withId = withAnyId.filter(({ path }) => !ofNobody.some((it) => path.startsWith(it)))

const identified = identificationExamples.usual!.value

/** What a call answers, but for what differs from call to call. */
async function answerTo({ method, path }: Route, made: Made, headers = own) {
  const kind = places.find(([prefix]) => path.startsWith(prefix))?.[1]
  expect(kind, `${path} is in no row of this table`).toBeDefined()
  const url = path
    .replace(':id', made[kind!])
    .replace(':fileId', made.file)
    .replace(':answerId', made.answer)
    .replace(':deliveryId', made.delivery)
  const change = kind === 'webhook' ? { description: 'mine' } : { name: 'mine' }
  const wishes = {
    '/tokens': { name: 'made', scopes: [] },
    '/respond': { status: 'accepted' },
    '/inbound/:id/status': { code: 'AP' },
    '/rotate': {},
    '/forget': { reason: 'a test' },
    '/tax-report': { action: 'resubmit' },
  }
  const wish = Object.entries(wishes).find(([end]) => path.endsWith(end))?.[1]
  const payload = {
    PATCH: change,
    PUT: path.endsWith('/identification') ? identified : { documentTypes: 'all' },
    POST: wish,
  }
  const body = payload[method as keyof typeof payload]
  const answer = await test.app.inject({
    method,
    url,
    headers,
    ...(body ? { payload: body } : {}),
  })
  const isJson = answer.body !== '' && String(answer.headers['content-type']).includes('json')
  const { instance, requestId, ...rest } = isJson ? answer.json() : {}
  return { status: answer.statusCode, ...rest }
}

describe("another tenant's id", () => {
  it.each(withId)('$method $path: looks like one that does not exist', async (route) => {
    const answer = await answerTo(route, theirs)
    expect(answer.status).toBe(404)
    expect(answer).toEqual(await answerTo(route, absent))
  })

  // Those that change something come last. What is printed is no JSON, and has its own tests.
  const order = ['GET', 'HEAD', 'PATCH', 'PUT', 'POST', 'DELETE']
  const sorted = [...withId].sort(
    (a, b) =>
      order.indexOf(a.method) - order.indexOf(b.method) ||
      // What belongs to an object is removed before it.
      (a.method === 'DELETE' ? b.path.length - a.path.length : 0),
  )
  it.each(sorted.filter(({ path }) => !path.includes('/pdf')))(
    '$method $path: is found by its own tenant',
    async (route) => {
      if (route.method === 'HEAD') return
      expect((await answerTo(route, theirs, stranger)).status).not.toBe(404)
    },
  )

  it.each(['status', 'files'])('POST /api/v1/invoices/%s: the same in a body', async (call) => {
    const ask = async (id: string) => {
      const url = `/api/v1/invoices/${call}`
      const answer = await test.call({ method: 'POST', url, payload: { id } })
      expectProblem(answer, 404, 'document.not-found')
    }
    await ask(theirs.document)
    await ask(absent.document)
  })
})

describe('what cannot be an id', () => {
  const isId = ({ path }: Route) => !path.startsWith(ofParticipants) && !path.startsWith(ofMonths)
  it.each(withAnyId.filter(isId))(
    '$method $path: is answered as an id that nothing has',
    async (route) => {
      const expected = await answerTo(route, absent)
      expect(expected.status).toBe(404)
      for (const id of ['%00', 'x'.repeat(300)])
        expect(
          await answerTo(
            route,
            named(() => id),
          ),
        ).toEqual(expected)
    },
  )

  it.each(withAnyId.filter(({ path }) => path.startsWith(ofMonths)))(
    '$method $path: is no month',
    async ({ method, path }) => {
      for (const month of ['%00', '2026-13', '2026-1', '1999-12', '2026-01-01']) {
        const answer = await test.call({ method, url: path.replace(':month', month) })
        expect(answer.statusCode).toBe(404)
        if (method !== 'HEAD') expect(answer.json().code).toBe('request.not-found')
      }
    },
  )

  it('is no participant', async () => {
    for (const path of [ofParticipants, `${ofParticipants}/lookup`]) {
      const answer = await test.call({ url: path.replace(':id', '%00') })
      expectProblem(answer, 422, 'participant.id-invalid')
    }
  })
})
