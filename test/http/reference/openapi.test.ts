// The reference: committed as it is served, complete, and every example in it works.
import { createRequire } from 'node:module'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import type { z } from 'zod'
import { consolePages } from '../../../src/console/index.ts'
import { referenceExample, submitExamples } from '../../../src/http/reference/examples.ts'
import { useOpenApi } from '../../../src/http/reference/openapi.ts'
import { printReference } from '../../../src/http/reference/print-reference.ts'
import { problemGuide } from '../../../src/http/reference/problem-guide.ts'
import { readReferenceFile } from '../../../src/http/reference/reference-files.ts'
import { feed } from '../../../src/http/routes/events.ts'
import { figuresSchema } from '../../../src/http/routes/figures.ts'
import { answerEntry } from '../../../src/http/routes/inbound-schemas.ts'
import { participantTrace } from '../../../src/http/routes/participants.ts'
import {
  documentRecord,
  fileList,
  history,
  identity,
  participantEntry,
  problemSchema,
  queue,
  recordList,
} from '../../../src/http/routes/record.ts'
import { buildServer } from '../../../src/http/server.ts'
import { type ProblemCode, problems } from '../../../src/problem.ts'
import type { TaxReporting } from '../../../src/store/index.ts'
import { newArrival, receiveDocument } from '../../store/records.ts'
import { openTestGateway } from '../gateway.ts'

type Media = { schema?: object; examples?: Record<string, { value: unknown }> }
type Operation = {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: {
    name: string
    in: string
    description?: string
    required: boolean
    example?: unknown
  }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<
    string,
    { description: string; headers?: object; content?: Record<string, Media> }
  >
}

const test = await openTestGateway()
const described = await buildServer(test.gateway, { pages: consolePages, describe: useOpenApi })
afterAll(() => described.close())
const served = JSON.parse(printReference(described, 'openapi.json'))
const operations = Object.entries(
  served.paths as Record<string, Record<string, Operation>>,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    method: method.toUpperCase() as 'GET' | 'POST',
    operation,
  })),
)

describe('the committed reference', () => {
  // After an intended change:
  // npx vitest run --project unit test/http/reference/openapi.test.ts --update
  it('is the one of the routes', async () => {
    await expect(`${JSON.stringify(served, null, 2)}\n`).toMatchFileSnapshot(
      '../../../openapi/openapi.json',
    )
  })

  it.each([
    ['openapi.json', '/openapi.json'],
    ['page.json', '/docs/json'],
  ] as const)('is served as %s at %s', async (name, url) => {
    expect((await test.app.inject({ url })).body).toBe(printReference(described, name))
  })

  it('is OpenAPI 3.1 and says the same in YAML', async () => {
    expect(served.openapi).toMatch(/^3\.1\./)
    const answer = await test.app.inject({ url: '/openapi.yaml' })
    expect(answer.headers['content-type']).toContain('application/yaml')
    for (const { operation } of operations)
      expect(answer.body).toContain(`operationId: ${operation.operationId}\n`)
    const { parse } = createRequire(import.meta.resolve('@fastify/swagger'))('yaml')
    expect(parse(answer.body)).toEqual(served)
    expect((await test.app.inject({ url: '/docs/yaml' })).body).toBe(answer.body)
  })

  it('shows what a successful answer looks like: values that fit its schema', () => {
    const { schemas } = served.components as { schemas: Record<string, { examples?: unknown[] }> }
    const answers = operations.flatMap(({ operation }) =>
      Object.entries(operation.responses)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([, { content = {} }]) => Object.entries(content))
        .filter(([mediaType]) => mediaType === 'application/json')
        .map(([, { schema }]) => (schema as { $ref?: string }).$ref?.split('/').at(-1)),
    )
    // A file's bytes may be JSON of any kind.
    const names = new Set(answers.filter((name) => name !== undefined))
    expect(names.size).toBeGreaterThan(30)
    const Ajv = createRequire(import.meta.resolve('fastify'))('ajv/dist/2020.js').default
    const ajv = new Ajv({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: 'reference', ...strictly(served) })
    const faults = [...names].flatMap((name) => {
      const [example] = schemas[name]?.examples ?? []
      const fits = ajv.getSchema(`reference#/components/schemas/${name}`)
      return fits(example) ? [] : [{ name, errors: fits.errors }]
    })
    expect(faults).toEqual([])
  })

  it('has no dangling and no unused reference', () => {
    const text = JSON.stringify(served)
    const { schemas, examples } = served.components
    for (const [kind, components] of Object.entries({ schemas, examples })) {
      const references = text.matchAll(new RegExp(`"\\$ref":"#/components/${kind}/([^"]+)"`, 'g'))
      const named = new Set([...references].map(([, name]) => name))
      expect([...named].sort()).toEqual(Object.keys(components as object).sort())
    }
    expect(text.match(/"\$ref":"(?!#\/components\/(schemas|examples)\/)/)).toBeNull()
  })

  it('describes decimals as strings or numbers, and refuses unknown fields', () => {
    const { Invoice, Line, Decimal } = served.components.schemas
    expect(Invoice.additionalProperties).toBe(false)
    expect(Invoice.properties.lines.items.$ref).toBe('#/components/schemas/Line')
    expect(Line.properties.netPrice.$ref).toBe('#/components/schemas/Decimal')
    expect(Decimal.anyOf).toMatchObject([{ type: 'string' }, { type: 'number' }])
  })
})

/** Without a token. */
const isOpen = (path: string) => /^\/(health|problems|failures)\//.test(path)

describe.each(operations)('$name', ({ path, method, operation }) => {
  it('is described', () => {
    expect(operation).toMatchObject({
      operationId: expect.any(String),
      summary: expect.any(String),
      description: expect.any(String),
      tags: [expect.any(String)],
    })
    for (const { name, description } of operation.parameters ?? [])
      expect({ name, description }).toEqual({ name, description: expect.stringMatching(/\w/) })
    const { security = [] } = operation
    expect(security.length === 0).toBe(isOpen(path))
    for (const one of security) expect(one).toEqual({ apiToken: expect.any(Array) })
  })

  it('lists its problems by code, each with an example of the right form', () => {
    const failures = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400)
    const codes = failures.flatMap(([status, { content }]) => {
      const { schema, examples = {} } = content?.['application/problem+json'] ?? {}
      expect(schema).toEqual({ $ref: '#/components/schemas/Problem' })
      for (const [code, example] of Object.entries(examples)) {
        const { status: usual } = problems[code as ProblemCode]
        const goesTooFar = code === 'request.invalid-field' && status === '422'
        const name = goesTooFar ? `${code}.422` : code
        expect(example).toEqual({ $ref: `#/components/examples/${name}` })
        const { value } = served.components.examples[name]
        expect(problemSchema.parse(value)).toMatchObject({
          code,
          status: Number(status),
          detail: problemGuide[code as ProblemCode].example,
        })
        if (!goesTooFar) expect(usual).toBe(Number(status))
      }
      return Object.keys(examples)
    })
    expect(codes).toContain('internal.unexpected')
    const { 401: unknownCaller } = operation.responses
    if (unknownCaller) expect(unknownCaller.headers).toHaveProperty('WWW-Authenticate')
    if (!isOpen(path)) expect(codes).toContain('auth.token-missing')
  })

  it('names the id of the call on every answer', () => {
    for (const { headers } of Object.values(operation.responses))
      expect(headers).toHaveProperty('X-Request-Id')
  })

  it('requires a token', async () => {
    const code = path.startsWith('/failures/') ? 'as4.error' : 'rate.limited'
    const url = path.replace('{code}', code)
    const answer = await test.app.inject({ method, url })
    if (isOpen(path)) expect(answer.statusCode).toBe(200)
    else expect(answer.json().code).toBe('auth.token-missing')
  })
})

const answers: Record<string, z.ZodType> = {
  checkIdentity: identity,
  listDocuments: recordList,
  readEvents: feed,
  showQueue: queue,
  showFigures: figuresSchema,
  showDocument: documentRecord,
  showHistory: history,
  listFiles: fileList,
  showAnswer: answerEntry,
  lookUpParticipant: participantEntry,
  traceLookup: participantTrace,
}

// What the examples of the reading calls refer to.
const paths = { invoice: 'invoices', creditNote: 'credit-notes', debitNote: 'debit-notes' } as const
for (const kind of ['invoice', 'creditNote', 'debitNote'] as const) {
  const payload = submitExamples[kind]['application/json']!.usual!.value as object
  const url = `/api/v1/${paths[kind]}/submit?reference=${referenceExample[kind]}`
  expect((await test.call({ method: 'POST', url, payload })).statusCode).toBe(202)
}
const { id: invoiceId, files } = (
  await test.call({ url: `/api/v1/documents/${referenceExample.invoice}/files` })
).json()
const answerId = test.gateway.newId()
await test.gateway.store.addAnswer({
  ...{ documentId: invoiceId, answerId, kind: 'invoice-response', code: 'AP' },
  ...{ at: test.gateway.now(), actor: 'access-point:POP900002', said: {} },
})

const bodies = operations.flatMap(({ name, path, method, operation }) =>
  Object.entries(operation.requestBody?.content ?? {}).flatMap(([mediaType, { examples = {} }]) =>
    Object.entries(examples).map(([example, { value }]) => ({
      name,
      // Of a submission, 200 is the answer to those who wait.
      status: Number(
        Object.keys(operation.responses)
          .filter((status) => status < '300')
          .pop(),
      ),
      path,
      method,
      mediaType,
      example,
      value,
    })),
  ),
)

const { tenant } = (await test.call({ url: '/api/identity/check' })).json()
const receive = () =>
  receiveDocument(
    test.gateway.store,
    newArrival(
      tenant.id,
      { receiver: { id: '0208:0685660237', country: 'BE' } },
      Buffer.from(submitExamples.invoice['application/xml']!.ubl!.value as string),
    ),
    { mlsDueAt: new Date('2099-01-01') },
  )
const received = await receive()

async function cancelled(): Promise<string> {
  const payload = submitExamples.invoice['application/json']!.usual!.value as object
  const submit = await test.call({ method: 'POST', url: '/api/v1/invoices/submit', payload })
  const { id } = submit.json()
  await test.call({ method: 'POST', url: `/api/v1/documents/${id}/cancel` })
  return id
}

/** One whose report the authority has not answered in time. */
async function reported(): Promise<string> {
  const payload = submitExamples.invoice['application/json']!.usual!.value as object
  const { scheme, id } = (payload as { seller: { endpoint: Record<string, string> } }).seller
    .endpoint
  const entry: TaxReporting = {
    ...{ regime: 'sk', participants: [`${scheme}:${id}`], receiver: '0242:000773' },
    ...{ authority: { id: 'SK' }, from: '2026-01-01', holdOutcome: false, overdueMinutes: 25 },
  }
  const setTo = (taxReporting: TaxReporting[]) =>
    test.gateway.store.changeTenant(
      { id: tenant.id, taxReporting },
      { actor: 'test', at: test.gateway.now() },
    )
  await setTo([entry])
  const url = '/api/v1/invoices/submit?allowDuplicate=true'
  const made = (await test.call({ method: 'POST', url, payload })).json().id
  await setTo([])
  await test.database.pool.query(
    `update states set tax_report = jsonb_set(tax_report, '{status}', '"overdue"')
     where document_id = $1`,
    [made],
  )
  return made
}

/** The id of something that the path leads to, where the reference cannot know one. */
async function idFor(path: string): Promise<string> {
  const made = [
    ['/api/v1/tokens/', { name: 'shown', scopes: [] }],
    ['/api/v1/rules/forecasts/', { on: '2027-02-24' }],
    ['/api/v1/forgettings/', { clientId: 'shown', reason: 'shown' }],
    ['/api/v1/webhooks/', { url: 'https://erp.example.com/' }],
    ['/api/v1/tenants/', { name: `shown ${test.gateway.newId()}` }],
  ] as const
  if (path.startsWith('/api/v1/registrations/')) {
    const payload = { participant: '0208:0685660237', documentTypes: 'all' }
    await test.call({ method: 'POST', url: '/api/v1/registrations', payload })
    return payload.participant
  }
  if (path.endsWith('/inbound/{id}/status')) return receive()
  if (path.startsWith('/api/v1/inbound/') || path.endsWith('/set-aside')) return received
  if (path.endsWith('/forget')) return cancelled()
  if (path.endsWith('/tax-report')) return reported()
  for (const [prefix, payload] of made)
    if (path.startsWith(prefix))
      return (await test.call({ method: 'POST', url: prefix.slice(0, -1), payload })).json().id
  return '{id}'
}

/** What a client makes of the example of a body. */
function bodyOf(
  mediaType: string,
  value: unknown,
): { payload: object | string; headers: { 'content-type': string } } {
  if (mediaType !== 'multipart/form-data')
    return { payload: value as object | string, headers: { 'content-type': mediaType } }
  const parts = Object.entries(value as Record<string, string>).map(
    ([name, text]) => `--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  )
  return {
    payload: `${parts.join('')}--cut--\r\n`,
    headers: { 'content-type': `${mediaType}; boundary=cut` },
  }
}

describe('every example', () => {
  it('exists for every body and media type that a call accepts', () => {
    for (const { operation } of operations) {
      for (const { examples } of Object.values(operation.requestBody?.content ?? {}))
        expect(Object.keys(examples ?? {}).length).toBeGreaterThan(0)
    }
    expect(bodies.length).toBeGreaterThan(27)
  })

  it.each(bodies)(
    '$name accepts its example of $mediaType: $example',
    async ({ path, method, mediaType, value, status }) => {
      const url = path.replace('{id}', await idFor(path))
      const answer = await test.call({ method, url, ...bodyOf(mediaType, value) })
      expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status })
    },
  )

  const reads = operations.filter(({ method }) => method === 'GET')
  const ids: Record<string, string> = { fileId: files[0].id, answerId }
  it.each(reads)('$name accepts the examples of its parameters', async ({ path, operation }) => {
    const known = path.replace('{id}', await idFor(path))
    const url = (operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'path')
      .reduce(
        (url, { name, example }) => url.replace(`{${name}}`, String(ids[name] ?? example)),
        known,
      )
    expect(url).not.toContain('undefined')
    const answer = await test.call({ url })
    expect({ url, status: answer.statusCode }).toEqual({ url, status: 200 })
    answers[operation.operationId]?.parse(answer.json())
  })
})

describe('the page at /docs', () => {
  it('loads everything it needs from this server', async () => {
    const page = await test.app.inject({ url: '/docs' })
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    const parts = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url!)
    expect(parts.length).toBeGreaterThan(3)
    for (const url of parts)
      expect([200, 303], url).toContain((await test.app.inject({ url })).statusCode)
  })

  it('is one of the two ways on from /, which programs do not see', async () => {
    const enter = (accept?: string) =>
      test.app.inject({ url: '/', headers: accept === undefined ? {} : { accept } })
    const led = await enter('text/html,application/xhtml+xml,*/*;q=0.8')
    expect(led).toMatchObject({ statusCode: 200, headers: { vary: 'Accept' } })
    expect(led.headers['content-type']).toBe('text/html; charset=utf-8')
    const parts = [...led.body.matchAll(/href="([^"]+)"/g)].map(([, url]) => url!)
    expect(parts.filter((url) => !url.includes('static'))).toEqual(['/console', '/docs'])
    for (const url of parts)
      expect([200, 303]).toContain((await test.app.inject({ url })).statusCode)
    expect(led.body).not.toMatch(/<script|style=|<style/)
    for (const accept of [undefined, '*/*', 'application/json'])
      expect((await enter(accept)).json()).toMatchObject({ code: 'request.not-found' })
  })

  it('runs scripts from files of this server only', async () => {
    const page = await test.app.inject({ url: '/docs' })
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self';/)
    expect(page.body).not.toMatch(/<script>|<script [^>]*>[^<]|\son\w+=/)
  })

  it('links the guides that came with the program, and no others', async () => {
    const guides = [{ name: 'live', title: 'Going <live>', markdown: '# Going <live>\n' }]
    const app = await buildServer(test.gateway, { reference: { read: readReferenceFile, guides } })
    onTestFinished(() => app.close())
    const { body } = await app.inject({ url: '/docs' })
    expect(body).toContain('<a href="/guides/live">Going &#60;live&#62;</a>')
    const served = await app.inject({ url: '/guides/live.md' })
    expect([served.headers['content-type'], served.body]).toEqual([
      'text/plain; charset=utf-8',
      '# Going <live>\n',
    ])
    expect((await app.inject({ url: '/guides/live' })).body).toContain(
      '<h1 id="going-live">Going &#60;live&#62;</h1>',
    )
    expect((await app.inject({ url: '/guides/other' })).statusCode).toBe(404)
    expect((await app.inject({ url: '/guides/other.md' })).statusCode).toBe(404)
    expect((await test.app.inject({ url: '/docs' })).body).not.toContain('Guides')
  })

  it('gives each media type its own example', async () => {
    const { paths } = (await test.app.inject({ url: '/docs/json' })).json()
    const { content } = paths['/api/v1/invoices/submit'].post.requestBody
    expect(content['application/xml'].example).toMatch(/^<\?xml [^>]*>\n<Invoice /)
    expect(Object.keys(content['application/json'].examples)).toHaveLength(3)
  })

  it('lets one authorise with X-API-Token', () => {
    expect(served.components.securitySchemes.apiToken).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Token',
    })
  })
})

describe('the type of a problem', () => {
  it('is a URL that this server answers', async () => {
    const { type } = (await test.app.inject({ url: '/api/identity/check' })).json()
    expect((await test.app.inject({ url: type })).json()).toMatchObject({
      code: 'auth.token-missing',
      status: 401,
    })
    expect((await test.app.inject({ url: '/problems/toString' })).statusCode).toBe(404)
  })
})

/** A copy in which no object has members besides those that its schema names. */
function strictly<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(strictly) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, strictly(part)]),
  )
  const isClosed = 'properties' in schema && !('additionalProperties' in schema)
  return (isClosed ? { ...copy, additionalProperties: false } : copy) as T
}
