import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { completeDocument, documentModel, kinds, toUbl } from '../../../src/billing/index.ts'
import { Problem, type ProblemCode } from '../../../src/problem.ts'
import { invoice, jsonBody, openTestGateway } from '../test-gateway.ts'

const testGateway = await openTestGateway()
const { gateway, caller } = testGateway
const { store } = gateway

const ubl = toUbl(
  kinds.invoice,
  completeDocument(kinds.invoice, documentModel(kinds.invoice).parse(invoice())).document,
)
const xmlBody = (bytes: Buffer | string) =>
  ({ format: 'xml', bytes: Buffer.from(bytes), mediaType: 'application/xml' }) as const

async function refusal(work: Promise<unknown>): Promise<Problem> {
  const problem = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (problem instanceof Problem) return problem
  throw new Error(`a Problem was expected, not ${String(problem)}`)
}

async function documents(): Promise<number> {
  return (await store.listDocuments(caller.tenant.id, { sort: '-createdAt', limit: 50 })).documents
    .length
}

describe('ready XML', () => {
  it('is kept byte for byte, and travels from the root to its closing tag', async () => {
    const wrapped = Buffer.concat([
      Buffer.from('\uFEFF'),
      ubl,
      Buffer.from('\r\n<!-- made by hand -->\r\n'),
    ])
    const { record } = await testGateway.submit({ body: xmlBody(wrapped) })
    const submitted = await store.latestFile(record.id, 'submitted')
    const travels = await store.latestFile(record.id, 'ubl')
    expect(submitted?.bytes.equals(wrapped)).toBe(true)
    const start = ubl.indexOf('<Invoice')
    expect(travels?.bytes.equals(ubl.subarray(start))).toBe(true)
    expect(record).toMatchObject({
      type: 'invoice',
      number: 'F-2026-1',
      sender: { id: '0208:0123456749', name: 'Vierhoek BV', country: 'BE' },
      receiver: { id: '0192:987654325', name: 'Nordlys AS', country: 'NO' },
      totals: { currency: 'EUR', payable: '60.50', tax: '10.50' },
      processId: 'cenbii-procid-ubl::urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
    })
  })

  const change = (what: string | RegExp, by: string) =>
    xmlBody(ubl.toString('utf8').replace(what, by))
  const refused: [string, ReturnType<typeof xmlBody>, ProblemCode][] = [
    ['is not well-formed', change('</Invoice>', ''), 'request.malformed-xml'],
    ['has a DOCTYPE', change('<Invoice', '<!DOCTYPE Invoice><Invoice'), 'request.forbidden-xml'],
    [
      'is in another encoding',
      change('encoding="UTF-8"', 'encoding="ISO-8859-1"'),
      'request.unsupported-media-type',
    ],
    [
      'has another root',
      xmlBody('<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>'),
      'document.type-mismatch',
    ],
    ['is of another kind', change('>380<', '>383<'), 'document.type-mismatch'],
    ['has its number twice', change(/<cbc:ID>.*?<\/cbc:ID>/, '$&$&'), 'document.ambiguous'],
    ['has no process', change(/<cbc:ProfileID>.*?ID>/, ''), 'request.missing-field'],
    ['has no type', change(/<cbc:CustomizationID>.*?ID>/, ''), 'request.missing-field'],
    [
      'has a process that is not an identifier',
      change('billing:01:1.0', 'a b'),
      'request.missing-field',
    ],
    [
      'has a process of another type',
      change('billing:01:1.0', 'selfbilling:01:1.0'),
      'document.type-mismatch',
    ],
    [
      'is of a document type with a wildcard',
      change('billing:3.0', 'billing:3.0*'),
      'request.invalid-field',
    ],
    [
      'has an unknown country',
      change('IdentificationCode>BE', 'IdentificationCode>be'),
      'request.invalid-field',
    ],
    [
      'names a receiver that is not a participant',
      change('987654325', 'no participant'),
      'participant.id-invalid',
    ],
  ]
  it.each(refused)('that %s is refused, and leaves no row', async (_, body, code) => {
    const problem = await refusal(testGateway.submit({ body }))
    expect(problem.code).toBe(code)
    expect(problem.errors?.[0]?.message ?? problem.detail).toBeTruthy()
    const xpaths = (problem.errors ?? []).flatMap(({ xpath }) => xpath ?? [])
    for (const xpath of xpaths) expect(xpath).toMatch(/^\/(Invoice|Order)\[1\]/)
    expect(await documents()).toBe(0)
  })
})

describe('a participant with a wrong check digit', () => {
  it('is refused in JSON, with its place and rule, and leaves no row', async () => {
    const problem = await refusal(
      testGateway.submit({ body: jsonBody(invoice({ scheme: '0208', id: '0123456748' })) }),
    )
    expect(problem.code).toBe('participant.checksum-failed')
    expect(problem.errors).toMatchObject([
      {
        pointer: '/buyer/endpoint',
        code: 'participant.checksum-failed',
        rule: 'PEPPOL-COMMON-R043',
        value: '0208:0123456748',
      },
    ])
    expect(await documents()).toBe(0)
  })

  it('is refused where the query states it', async () => {
    const problem = await refusal(testGateway.submit({ options: { receiver: '0208:0123456748' } }))
    expect(problem.code).toBe('participant.checksum-failed')
  })

  it('is accepted in ready XML: that is a finding of the rules', async () => {
    const body = xmlBody(ubl.toString('utf8').replace('>987654325<', '>987654326<'))
    expect((await testGateway.submit({ body })).record.receiver.id).toBe('0192:987654326')
  })
})

describe('a self-billed document, which the buyer sends', () => {
  const selfBilled = { ...invoice(), typeCode: '389' }
  const selfBilledUbl = toUbl(
    kinds.invoice,
    completeDocument(kinds.invoice, documentModel(kinds.invoice).parse(selfBilled)).document,
  ).toString('utf8')

  it("goes from the buyer to the seller, with the buyer's country", async () => {
    const { record } = await testGateway.submit({ body: jsonBody(selfBilled) })
    expect(record).toMatchObject({
      sender: { id: '0192:987654325' },
      receiver: { id: '0208:0123456749' },
    })
    const document = await store.documentById(caller.tenant.id, record.id)
    expect(document?.countryC1).toBe('NO')
  })

  it('has a wrong sender reported at the buyer, a wrong receiver at the seller', async () => {
    const sender = { ...invoice({ scheme: '0208', id: '0123456748' }), typeCode: '389' }
    const ofSender = await refusal(testGateway.submit({ body: jsonBody(sender) }))
    expect(ofSender.errors).toMatchObject([
      { pointer: '/buyer/endpoint', code: 'participant.checksum-failed' },
    ])
    const { seller } = invoice() as { seller: object }
    const endpoint = { scheme: '0208', id: '0123456748' }
    const receiver = { ...selfBilled, seller: { ...seller, endpoint } }
    const ofReceiver = await refusal(testGateway.submit({ body: jsonBody(receiver) }))
    expect(ofReceiver.errors).toMatchObject([
      { pointer: '/seller/endpoint', code: 'participant.checksum-failed' },
    ])
  })

  it('has a wrong country reported at the buyer', async () => {
    const body = xmlBody(selfBilledUbl.replace('IdentificationCode>NO', 'IdentificationCode>no'))
    const problem = await refusal(testGateway.submit({ body }))
    expect(problem.errors).toMatchObject([
      {
        code: 'request.invalid-field',
        xpath:
          '/Invoice[1]/AccountingCustomerParty[1]/Party[1]/PostalAddress[1]/Country[1]/' +
          'IdentificationCode[1]',
        value: 'no',
      },
    ])
    const unused = xmlBody(selfBilledUbl.replace('IdentificationCode>BE', 'IdentificationCode>be'))
    expect((await testGateway.submit({ body: unused })).record.sender.id).toBe('0192:987654325')
  })
})

describe('a document whose stated amounts are wrong', () => {
  it('is stored as rejected, is never sent, and the problem points to the amount', async () => {
    const body = jsonBody({ ...invoice(), totals: { payable: '61.50' } })
    const problem = await refusal(testGateway.submit({ body }))
    expect(problem).toMatchObject({ code: 'document.totals-inconsistent', status: 422 })
    expect(problem.errors).toMatchObject([
      { pointer: '/totals/payable', value: '61.50', expected: '60.50' },
    ])
    const document = await store.documentById(caller.tenant.id, problem.documentId!)
    expect(document).toMatchObject({ status: 'rejected', certainty: 'not-sent' })
    expect(await testGateway.events(document!.id)).toEqual(['refused'])
    expect(await testGateway.claim()).toEqual([])
  })

  it('has as many of them reported as one can read, and their number', async () => {
    const [line] = (invoice() as { lines: object[] }).lines
    const wrong = (count: number) =>
      jsonBody({ ...invoice(), lines: Array(count).fill({ ...line, netAmount: '0.01' }) })
    const all = await refusal(testGateway.submit({ body: wrong(500) }))
    expect(all.errors).toHaveLength(500)
    const first =
      'the first: lines[0].netAmount is 0.01: write 50.00, or leave it out (BT-131) ' +
      '(PEPPOL-EN16931-R120). Nothing was sent.'
    expect(all.detail).toBe(`500 faults; ${first}`)
    const some = await refusal(testGateway.submit({ body: wrong(501) }))
    expect(some.errors).toHaveLength(500)
    expect(some.detail).toBe(`501 faults; ${first} The first 500 are listed here.`)
  })

  it('is refused again under the same key, as the same document', async () => {
    const body = jsonBody({ ...invoice(), totals: { payable: '61.50' } })
    const first = await refusal(testGateway.submit({ body, idempotencyKey: 'k' }))
    const again = await refusal(testGateway.submit({ body, idempotencyKey: 'k' }))
    expect(again).toMatchObject({ code: first.code, documentId: first.documentId, replayed: true })
    expect(await documents()).toBe(1)
  })
})

describe('an Idempotency-Key', () => {
  it('used before returns the first answer, whatever became of the document', async () => {
    const first = await testGateway.submit({ idempotencyKey: 'k' })
    await testGateway.attempt()
    const again = await testGateway.submit({ idempotencyKey: 'k' })
    expect(again).toEqual({ record: first.record, replayed: true })
    expect(await documents()).toBe(1)
  })

  it('stores one document when ten requests come at once', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => testGateway.submit({ idempotencyKey: 'k' })),
    )
    const stored = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? [answer.value] : [],
    )
    expect(stored.filter(({ replayed }) => !replayed)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status === 'rejected'))
      expect(answer).toMatchObject({ reason: { code: 'idempotency.in-progress' } })
    const again = await testGateway.submit({ idempotencyKey: 'k' })
    expect(new Set([...stored, again].map(({ record }) => record.id)).size).toBe(1)
    expect(await documents()).toBe(1)
  })

  const others = [
    ['body', { body: jsonBody({ ...invoice(), number: 'F-2026-2' }) }],
    ['query', { options: { clientId: 'another' } }],
    ['X-TestOnly', { testOnly: true }],
    ['X-Validation', { validation: 'schema' }],
  ] as const
  it.each(others)('with another %s is refused', async (_, change) => {
    await testGateway.submit({ idempotencyKey: 'k' })
    expect((await refusal(testGateway.submit({ idempotencyKey: 'k', ...change }))).code).toBe(
      'idempotency.key-reused',
    )
    expect(await documents()).toBe(1)
  })

  it('with another media type of the same bytes is refused', async () => {
    const body = xmlBody(ubl)
    await testGateway.submit({ idempotencyKey: 'k', body })
    expect((await testGateway.submit({ idempotencyKey: 'k', body })).replayed).toBe(true)
    const other = { ...body, mediaType: 'text/xml' } as const
    const refused = await refusal(testGateway.submit({ idempotencyKey: 'k', body: other }))
    expect(refused.code).toBe('idempotency.key-reused')
  })

  it.each(['first', 'last'])('covers a large body to its %s byte', async (which) => {
    // More than is digested in one turn, with nothing but white space in it.
    const large = (other: string) => {
      const body = jsonBody(invoice())
      const blank = Buffer.alloc(9_000_000, ' ')
      blank.write(other, which === 'first' ? 0 : blank.length - 1)
      const parts = which === 'first' ? [blank, body.bytes] : [body.bytes, blank]
      return { ...body, bytes: Buffer.concat(parts) }
    }
    await testGateway.submit({ idempotencyKey: 'k', body: large(' ') })
    expect((await testGateway.submit({ idempotencyKey: 'k', body: large(' ') })).replayed).toBe(
      true,
    )
    const another = await refusal(testGateway.submit({ idempotencyKey: 'k', body: large('\n') }))
    expect(another.code).toBe('idempotency.key-reused')
  })

  it('counts for its path only', async () => {
    await testGateway.submit({ idempotencyKey: 'k' })
    expect((await testGateway.submit({ idempotencyKey: 'k', path: '/elsewhere' })).replayed).toBe(
      false,
    )
  })
})

describe("the caller's own reference", () => {
  it('belongs to one document, and the problem names it', async () => {
    const { record } = await testGateway.submit({ options: { reference: 'mine' } })
    const problem = await refusal(testGateway.submit({ options: { reference: 'mine' } }))
    expect(problem).toMatchObject({ code: 'document.duplicate', documentId: record.id })
  })

  it('is free again once its document has failed', async () => {
    const unregistered = { scheme: '0208', id: testGateway.sandbox.unregistered.split(':')[1]! }
    await testGateway.submit({
      body: jsonBody(invoice(unregistered)),
      options: { reference: 'mine' },
    })
    expect((await testGateway.attempt()).status).toBe('failed')
    expect((await testGateway.submit({ options: { reference: 'mine' } })).record.status).toBe(
      'accepted',
    )
  })
})

describe('what is refused before a row is written', () => {
  const peppolAccess = (name: 'production') => ({
    ...gateway.peppolAccess,
    network: { ...gateway.peppolAccess.network, name },
  })
  const foreign = { ...caller, tenant: { ...caller.tenant, participants: ['0208:0987654394'] } }
  const cases: [string, () => Promise<unknown>, ProblemCode][] = [
    [
      'a sender that the tenant may not send for',
      () => testGateway.submit({ caller: foreign }),
      'participant.sender-not-allowed',
    ],
    [
      'a test token on the production network',
      () => testGateway.submit({ caller: { ...caller, testOnly: true } }),
      'auth.environment-mismatch',
    ],
    [
      'a document to be validated when there are no rules',
      () => testGateway.submit({ validation: 'true' }),
      'validation.unavailable',
    ],
    [
      'one document too many',
      () =>
        testGateway.submit(
          {},
          { ...gateway, backlog: async () => new Map([['another tenant', 100_000]]) },
        ),
      'capacity.backlog-full',
    ],
    [
      'one document too many of its tenant',
      () =>
        testGateway.submit(
          {},
          { ...gateway, backlog: async () => new Map([[caller.tenant.id, 50_000]]) },
        ),
      'capacity.backlog-full',
    ],
    [
      'anything while the service stops',
      () => testGateway.submit({}, { ...gateway, draining: { now: true } }),
      'maintenance.draining',
    ],
    [
      'a deadline that is far away',
      () => testGateway.submit({ options: { deadline: '9999-12-31T23:59:59-23:59' } }),
      'request.invalid-field',
    ],
    [
      'a deadline that has passed',
      () => testGateway.submit({ options: { deadline: '2020-01-01T00:00:00Z' } }),
      'request.invalid-field',
    ],
    [
      'a stated receiver that is not a participant',
      () => testGateway.submit({ options: { receiver: 'x' } }),
      'participant.id-invalid',
    ],
  ]
  it.each(cases)('%s', async (_, work, code) => {
    expect((await refusal(work())).code).toBe(code)
    expect(await documents()).toBe(0)
  })

  it('lets a test token reach the simulated network even in production', async () => {
    const { record } = await testGateway.submit(
      { testOnly: true },
      { ...gateway, peppolAccess: peppolAccess('production') },
    )
    expect(record.test).toBe(true)
  })

  it('spares a tenant that has room while another has used up its share', async () => {
    const backlog = async () => new Map([['another', 50_000]])
    const { record } = await testGateway.submit({}, { ...gateway, backlog })
    expect(record.status).toBe('accepted')
  })

  it('lets a tenant send for its own participant', async () => {
    const own = { ...caller, tenant: { ...caller.tenant, participants: ['0208:0123456749'] } }
    expect((await testGateway.submit({ caller: own })).record.status).toBe('accepted')
  })
})

describe('what the caller states beside the document', () => {
  it('takes precedence over the document', async () => {
    const options = {
      sender: '0208:0987654394',
      receiver: 'iso6523-actorid-upis::0088:7300010000001',
      countryC1: 'DE',
      processId: 'urn:peppol:bis:billing_with_response',
      clientId: 'client 7',
    }
    const { record } = await testGateway.submit({ options })
    expect(record).toMatchObject({
      sender: { id: '0208:0987654394' },
      receiver: { id: '0088:7300010000001' },
      processId: 'cenbii-procid-ubl::urn:peppol:bis:billing_with_response',
      clientId: 'client 7',
    })
    const document = await testGateway.attempt()
    expect(document.status).toBe('delivered')
    const number = String(testGateway.arrivals().at(-1)!.number)
    const folder = `${testGateway.sandbox.inbox}/${number.padStart(6, '0')}`
    expect(readFileSync(`${folder}/sbd.xml`, 'utf8')).toContain('>DE<')
  })
})
