// Who may do what: every call of the API and every page of the console, met by each kind of caller.
// A route without a row in matrix.ts fails, and so does a row without a route.
import { readFileSync } from 'node:fs'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { consolePages } from '../../src/console/index.ts'
import { newTokenText, type Scope, scopes } from '../../src/core/access/token.ts'
import { registerServiceProvider } from '../../src/core/identity/service-provider.ts'
import { buildServer } from '../../src/http/server.ts'
import { openTestGateway } from './gateway.ts'
import { calls, pages, type Row } from './matrix.ts'
import {
  listedParticipants,
  type Made,
  makersOf,
  type Owner,
  ownParticipant,
} from './matrix-objects.ts'

const test = await openTestGateway()
const { gateway } = test
const network = { ...gateway.peppolAccess.network, name: 'production' as const }
const many = 10_000
const isGuarded = new Map<string, { scope: unknown; testToken: unknown }>()
/** On the production network, where a test token is confined. */
const app = await buildServer(
  {
    ...gateway,
    peppolAccess: { ...gateway.peppolAccess, network },
    // Each call has objects of its own, and comes from the same address.
    tenantLimits: { ...gateway.tenantLimits, tokens: many, webhooks: many, registrations: many },
    rates: { ...gateway.rates, failuresPerAddress: { perSecond: many, burst: many } },
  },
  {
    pages: consolePages,
    async describe(server) {
      server.addHook('onRoute', ({ method, url, config }) => {
        if (config?.scope && method !== 'HEAD')
          isGuarded.set(`${method} ${url}`, { scope: config.scope, testToken: config.testToken })
      })
    },
  },
)

async function owner(name: string, participants: string[]): Promise<Owner> {
  const tenantId = await test.makeTenant(name, participants)
  const by = { actor: 'test', at: gateway.now() }
  await gateway.store.changeTenant({ id: tenantId, mayPublish: true }, by)
  return { tenantId, token: await test.makeToken({ tenantId }) }
}

await registerServiceProvider(gateway)
const own = await owner('owner', [ownParticipant, ...listedParticipants])
const another = await owner('another', [ownParticipant])
const lacking = await owner('lacking', ['9915:other'])
const tokenWith = (wished: readonly Scope[], tenantId = own.tenantId) =>
  test.makeToken({ scopes: wished, tenantId })

type Caller = {
  token?: string
  /** Whose object it is. */
  of?: Owner
  isOfTest?: true
  /** Says, where the call asks for it, that what it makes is of test. */
  says?: 'of test'
  /** What its tenant has in its list while the object is made, and not any more for the call. */
  without?: string
}

/** The answer of a route to this caller, about an object of `of`, made for this call. */
async function ask(key: string, row: Row, caller: Caller): Promise<LightMyRequestResponse> {
  const { of = own, isOfTest, without } = caller
  if (without) await changeList(of.tenantId, (list) => [...list, without])
  const made: Made = row.of ? await makersOf({ test, app, owner: of }, isOfTest)[row.of]() : {}
  if (without) await changeList(of.tenantId, (list) => list.filter((one) => one !== without))
  const [method, path] = key.split(' ') as [NonNullable<InjectOptions['method']>, string]
  const url = path.replaceAll(/:(\w+)|\*/g, (name, id?: string) => made.params![id ?? name]!)
  return app.inject({ method, url, ...sentWith(key, row, made, caller) })
}

async function changeList(id: string, change: (list: string[]) => string[]): Promise<void> {
  const { participants } = (await gateway.store.tenantById(id))!
  const wish = { id, participants: change(participants) }
  const by = { actor: 'test', at: gateway.now() }
  expect(await gateway.store.changeTenant(wish, by)).toEqual({ kind: 'changed' })
}

/** What was sent after the check of the row is not of test. */
const anotherCheck = '01a2241f-65bf-7698-885b-5816f63b9753'

function sentWith(key: string, row: Row, { sent }: Made, { token, says }: Caller) {
  const isPage = key.includes(' /console')
  const marks = {
    environment: { environment: 'test' },
    mark: { test: 'yes', once: anotherCheck },
    header: {},
  }
  const ofTest = says === 'of test' && row.testBy ? marks[row.testBy] : {}
  const fields = { ...row.json, ...row.form, ...sent, ...ofTest }
  const hasFields = row.json !== undefined || row.form !== undefined || sent !== undefined
  const credential = isPage ? { cookie: `fourcorner=${token}` } : { 'x-api-token': token ?? '' }
  const headers = {
    ...(token === undefined ? {} : credential),
    ...(says === 'of test' && row.testBy === 'header' ? { 'x-testonly': 'true' } : {}),
    ...(isPage ? { 'sec-fetch-site': 'same-origin' } : {}),
    ...(row.accept ? { accept: row.accept } : {}),
    ...(row.xml ? { 'content-type': 'application/xml' } : {}),
    ...(isPage && key.startsWith('POST')
      ? { 'content-type': 'application/x-www-form-urlencoded' }
      : {}),
  }
  if (isPage && key.startsWith('POST'))
    return { headers, payload: new URLSearchParams(fields as Record<string, string>).toString() }
  if (row.xml) return { headers, payload: row.xml }
  return { headers, ...(hasFields ? { payload: fields } : {}) }
}

const codeOf = (answer: LightMyRequestResponse): string | undefined =>
  /"code":"([\w.-]+)"|<code>([a-z]+\.[a-z-]+)<\/code>|data-code="([a-z.-]+)"/
    .exec(answer.body)
    ?.slice(1)
    .find(Boolean)

/** A barred caller gets this code; any other one the usual answer. */
async function expectAnswer(key: string, row: Row, caller: Caller, code?: string) {
  const answer = await ask(key, row, caller)
  const barred: Record<string, number> = { auth: 403, participant: 403, object: 404 }
  if (code === undefined)
    expect({ status: answer.statusCode, body: answer.body.slice(0, 500) }).toMatchObject({
      status: row.usual,
    })
  else
    expect({ status: answer.statusCode, code: codeOf(answer) }).toEqual({
      status: barred[code.split('.')[0]!],
      code,
    })
}

const rows = { ...calls, ...pages }
const all = Object.entries(rows)
const isPage = (key: string) => key.includes(' /console')

describe('the matrix', () => {
  it('has a row for each guarded route, and no other', () => {
    expect(Object.keys(rows).sort()).toEqual([...isGuarded.keys()].sort())
  })

  it('says of each what the route says', () => {
    const said = all.map(([key, { scope, testToken }]) => [key, { scope, testToken }])
    expect(Object.fromEntries(said)).toEqual(Object.fromEntries(isGuarded))
  })

  it('has a row for each operation of the reference that needs a token', () => {
    const { paths } = JSON.parse(readFileSync('openapi/openapi.json', 'utf8'))
    const keys = Object.entries<Record<string, { security?: unknown[] }>>(paths).flatMap(
      ([path, operations]) =>
        Object.entries(operations)
          .filter(([, { security }]) => security?.length !== 0)
          .map(([method]) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(
      keys.sort(),
      'calls of test/http/matrix.ts beside openapi.json, which its own test writes with --update',
    ).toEqual(Object.keys(calls).sort())
  })
})

describe('a caller who has everything', () => {
  it.each(all)('%s: gets the usual answer', async (key, row) => {
    await expectAnswer(key, row, { token: own.token })
  })
})

describe('a caller without a valid token', () => {
  const ended: Record<string, string | undefined> = {}
  const codes = [
    'auth.token-missing',
    'auth.token-invalid',
    'auth.token-revoked',
    'auth.token-expired',
  ]

  beforeAll(async () => {
    const { tenantId } = own
    ended['auth.token-invalid'] = newTokenText('live')
    ended['auth.token-expired'] = await test.makeToken({ tenantId, expiresAt: new Date(1) })
    const revoked = await test.makeToken({ tenantId })
    await gateway.store.revokeToken(revoked.split('_')[2]!, { actor: 'test', at: new Date() })
    ended['auth.token-revoked'] = revoked
  })

  it.each(all)('%s: is not served', async (key, { of: _, ...row }) => {
    const plain = key.replaceAll(/:\w+|\*/g, '0')
    for (const code of codes) {
      const token = ended[code]
      const answer = await ask(plain, row, token === undefined ? {} : { token })
      if (key.startsWith('POST /console')) expect(answer.body).toContain('name="session-token"')
      else if (isPage(key)) expect(answer.headers.location).toMatch(/^\/console\/sign-in\?/)
      const ofPage = { status: key.startsWith('POST') ? 401 : 303, code: undefined }
      const wanted = isPage(key) ? ofPage : { status: 401, code }
      expect({ status: answer.statusCode, code: codeOf(answer) }).toEqual(wanted)
    }
  })
})

describe('a caller whose token lacks a scope', () => {
  it.each(all)(
    '%s: is served without any other scope, and not without its own',
    async (key, row) => {
      if (row.scope === 'any') return expectAnswer(key, row, { token: await tokenWith([]) })
      const allowed = [row.scope].flat()
      for (const scope of allowed) await expectAnswer(key, row, { token: await tokenWith([scope]) })
      const others = scopes.filter((scope) => !allowed.includes(scope))
      await expectAnswer(key, row, { token: await tokenWith(others) }, 'auth.scope-missing')
    },
  )
})

describe("another tenant's object", () => {
  /** What belongs to no tenant, and what operators see of all. */
  const ofAll = ['tenant', 'name', 'listed', 'participant', 'month', 'path']
  it.each(all.filter(([, { of }]) => of && !ofAll.includes(of)))(
    '%s: does not exist',
    async (key, row) => {
      const answer = await ask(key, row, { token: own.token, of: another })
      expect({ status: answer.statusCode, code: codeOf(answer) }).toEqual({
        status: 404,
        code: expect.stringMatching(/\.not-found$/),
      })
    },
  )
})

describe('a test token on the production network', () => {
  const mismatch = 'auth.environment-mismatch'
  let token: string
  beforeAll(async () => {
    token = await test.makeToken({ tenantId: own.tenantId, environment: 'test' })
  })

  it.each(all)('%s: does what the row says', async (key, row) => {
    // Objects are made by a live token: they are live ones, unless they are asked for as of test.
    if (row.testToken === 'read') return expectAnswer(key, row, { token })
    if (row.testToken === 'nothing') return expectAnswer(key, row, { token }, mismatch)
    if (row.of || row.testBy) await expectAnswer(key, row, { token }, mismatch)
    await expectAnswer(key, row, { token, isOfTest: true, says: 'of test' })
  })
})

describe('a tenant without the participant', () => {
  it.each(all)('%s: is refused where it would speak for it', async (key, row) => {
    const isOperators = row.scope === 'operator'
    const token = await tokenWith(
      isOperators ? scopes : scopes.filter((scope) => scope !== 'operator'),
      lacking.tenantId,
    )
    const caller = { token, of: lacking, without: ownParticipant }
    await expectAnswer(key, row, caller, row.withoutParticipant)
  })
})
