// Looking a participant up, as an invoicing system does before it sends.
import { describe, expect, it } from 'vitest'
import type { PeppolAccess } from '../../../src/core/gateway.ts'
import { emptyLookupCache } from '../../../src/core/runtime/lookup-cache.ts'
import { participantExample } from '../../../src/http/reference/examples.ts'
import type { ProblemCode } from '../../../src/problem.ts'
import { sharedSimulation } from '../../sandbox/shared.ts'
import { expectProblem, openTestGateway } from '../gateway.ts'

const test = await openTestGateway()
const simulation = await sharedSimulation()
const { id } = participantExample
const invoice = participantExample.accepts
const url = (accepts?: string, who = id) =>
  `/api/v1/participants/${who}${accepts ? `?accepts=${encodeURIComponent(accepts)}` : ''}`

/** A server whose network answers differently; counts the requests to the SMP. */
async function serverWith(change: Partial<PeppolAccess>, requests = test.gateway.requests) {
  const asked = { smp: 0 }
  const { peppolAccess } = test.gateway
  const get = change.get ?? peppolAccess.get
  const app = await test.serverWith({
    requests,
    peppolAccess: {
      ...peppolAccess,
      ...emptyLookupCache(),
      ...change,
      get: (address) => {
        asked.smp += 1
        return get(address)
      },
    },
  })
  const call = (path: string) => app.inject({ url: path, headers: { 'x-api-token': test.token } })
  return { call, asked }
}

const failed = async () => ({ kind: 'failed', reason: 'timeout', detail: 'too slow' }) as const
const unsigned: PeppolAccess['get'] = async (address) => {
  const answer = await simulation.get(address)
  if (answer.kind === 'failed' || !address.includes('/services/')) return answer
  const body = Buffer.from(answer.body.toString().replace('access-point.', 'elsewhere.'))
  return { ...answer, body }
}

describe('a participant', () => {
  it('that is registered has an SMP, document types with names, and an endpoint', async () => {
    const answer = await test.call({ url: url() })
    expect(answer.statusCode).toBe(200)
    const { documentTypes, ...rest } = answer.json()
    expect(documentTypes[0]).toEqual({
      id: `busdox-docid-qns::${invoice}`,
      name: 'BIS Billing UBL Invoice V3',
    })
    expect(rest).toEqual({
      id,
      registered: true,
      // The simulation takes what it can.
      profiles: ['bis', 'pint-eu', 'xrechnung', 'nlcius', 'pint-ae', 'pint-aunz', 'pint-sg'],
      smp: { host: 'smp.simulation.test', url: 'http://smp.simulation.test' },
      endpoint: {
        documentTypeId: `busdox-docid-qns::${invoice}`,
        processIds: expect.arrayContaining([
          'cenbii-procid-ubl::urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
        ]),
        url: 'http://access-point.simulation.test/as4',
        accessPoint: expect.stringMatching(/^POP\d{6}$/),
        certificate: {
          subject: expect.stringContaining('CN=POP'),
          fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
          validFrom: expect.stringMatching(/Z$/),
          expiresAt: expect.stringMatching(/Z$/),
        },
      },
    })
  })

  it('may be written with its scheme and in any case', async () => {
    const answer = await test.call({
      url: url(undefined, 'ISO6523-actorid-upis::9930:DE123456788'),
    })
    expect(answer.json()).toMatchObject({ id: '9930:de123456788', registered: true })
  })

  it('that is not registered is an answer, not a problem', async () => {
    const answer = await test.call({ url: url(invoice, simulation.unregistered) })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      id: simulation.unregistered,
      registered: false,
      documentTypes: [],
      profiles: [],
      accepts: {
        documentTypeId: `busdox-docid-qns::${invoice}`,
        accepted: false,
        failure: {
          code: 'receiver.not-registered',
          detail: expect.any(String),
          retryable: false,
        },
      },
      warnings: [{ code: 'receiver.not-registered', detail: expect.any(String) }],
    })
  })

  it('that DNS lists and its SMP does not know is not registered', async () => {
    const get: PeppolAccess['get'] = async () => ({
      kind: 'answered',
      status: 404,
      contentType: undefined,
      body: Buffer.alloc(0),
    })
    const answer = (await (await serverWith({ get })).call(url())).json()
    expect(answer.registered).toBe(false)
    expect(answer.warnings[0].detail).toContain('smp.simulation.test')
  })

  it('with a wrong check digit is looked up all the same, with a warning', async () => {
    const answer = (await test.call({ url: url(undefined, '0208:0123456748') })).json()
    expect(answer.registered).toBe(true)
    expect(answer.warnings).toEqual([
      { code: 'participant.checksum-failed', detail: expect.stringContaining('check digit') },
    ])
  })
})

describe('?accepts=', () => {
  it('says yes, and where to', async () => {
    const { accepts, endpoint } = (await test.call({ url: url(invoice) })).json()
    expect(accepts).toEqual({ documentTypeId: `busdox-docid-qns::${invoice}`, accepted: true })
    expect(endpoint.documentTypeId).toBe(accepts.documentTypeId)
  })

  it('says no when the SMP has no such document type', async () => {
    const get: PeppolAccess['get'] = async (address) =>
      address.includes('/services/')
        ? { kind: 'answered', status: 404, contentType: undefined, body: Buffer.alloc(0) }
        : simulation.get(address)
    const answer = (await (await serverWith({ get })).call(url(invoice))).json()
    expect(answer).toMatchObject({
      registered: true,
      accepts: {
        accepted: false,
        failure: { code: 'receiver.document-type-unsupported', retryable: false },
      },
    })
    expect(answer.endpoint).toBeUndefined()
  })

  it('says no, and why, when what the SMP says cannot be trusted', async () => {
    const { call } = await serverWith({ get: unsigned })
    expect((await call(url(invoice))).json()).toMatchObject({
      accepts: {
        accepted: false,
        failure: { code: 'lookup.smp-signature-invalid', retryable: true },
      },
    })
    const { warnings, endpoint } = (await call(url())).json()
    expect(warnings).toMatchObject([{ code: 'lookup.smp-signature-invalid' }])
    expect(endpoint).toBeUndefined()
  })

  it('says no when the access point was revoked, and shows which one', async () => {
    const { endpoint } = (await test.call({ url: url(invoice) })).json()
    const revocationOf: PeppolAccess['revocationOf'] = async (certificate, issuer) =>
      certificate.subject.includes(endpoint.accessPoint)
        ? 'revoked'
        : simulation.revocationOf(certificate, issuer)
    const { call } = await serverWith({ revocationOf })
    expect((await call(url(invoice))).json()).toMatchObject({
      accepts: { accepted: false, failure: { code: 'certificate.revoked' } },
      endpoint: { accessPoint: endpoint.accessPoint },
    })
    expect((await call(url())).json().warnings).toMatchObject([{ code: 'certificate.revoked' }])
  })

  it('takes the short name of a registration', async () => {
    const { accepts } = (await test.call({ url: url('invoice') })).json()
    expect(accepts).toEqual({ documentTypeId: `busdox-docid-qns::${invoice}`, accepted: true })
  })

  it.each(['self-billing', 'urn:a::b##urn:peppol:pint:billing-1*::2.1'])(
    'refuses %s, which no document has',
    async (accepts) => {
      const answer = await test.call({ url: url(accepts) })
      expectProblem(answer, 400, 'request.invalid-field')
      expect(answer.json().detail).toContain('accepts')
    },
  )
})

describe('while the network gives no answer', () => {
  const record = { order: 1, preference: 1, flags: 'U', service: 'Meta:CSP', regexp: '' }
  it.each<[number, ProblemCode, Partial<PeppolAccess>]>([
    [
      504,
      'lookup.dns-failed',
      { resolveNaptr: async () => ({ kind: 'failed', detail: 'SERVFAIL' }) },
    ],
    [
      502,
      'lookup.record-invalid',
      {
        resolveNaptr: async () => ({ kind: 'records', records: [{ ...record, replacement: '' }] }),
      },
    ],
    [504, 'lookup.smp-unreachable', { get: failed }],
    [
      502,
      'lookup.smp-invalid',
      {
        get: async () => ({
          kind: 'answered',
          status: 200,
          contentType: 'text/html',
          body: Buffer.from('<html/>'),
        }),
      },
    ],
    [504, 'certificate.revocation-unavailable', { revocationOf: async () => 'unknown' }],
  ])('it is a problem that may pass: %i %s', async (status, code, change) => {
    const answer = await (await serverWith(change)).call(url(invoice))
    expectProblem(answer, status, code)
    expect(answer.json().retryable).toBe(true)
  })

  it('of one document type, that is no more than a warning unless it was asked about', async () => {
    const get: PeppolAccess['get'] = async (address) =>
      address.includes('/services/') ? failed() : simulation.get(address)
    const { call } = await serverWith({ get })
    expectProblem(await call(url(invoice)), 504, 'lookup.smp-unreachable')
    const answer = (await call(url())).json()
    expect(answer).toMatchObject({
      registered: true,
      warnings: [{ code: 'lookup.smp-unreachable' }],
    })
  })
})

describe('the call', () => {
  it.each(['0208', 'a:b', '0208:01 23', 'other-actorid-upis::0208:0123456749'])(
    'refuses %s, which is no participant',
    async (who) => {
      expectProblem(
        await test.call({ url: url(undefined, encodeURIComponent(who)) }),
        422,
        'participant.id-invalid',
      )
    },
  )

  it('refuses an unknown parameter', async () => {
    expectProblem(await test.call({ url: `${url()}?takes=1` }), 400, 'request.unknown-parameter')
  })

  it('needs a token, of any scope', async () => {
    expectProblem(await test.app.inject({ url: url() }), 401, 'auth.token-missing')
    const token = await test.makeToken({ scopes: ['pdf'] })
    const answer = await test.app.inject({ url: url(), headers: { 'x-api-token': token } })
    expect(answer.statusCode).toBe(200)
  })

  it('refuses a test token on the production network, and only there', async () => {
    const token = await test.makeToken({ environment: 'test' })
    const headers = { 'x-api-token': token }
    expect((await test.app.inject({ url: url(), headers })).statusCode).toBe(200)
    const { peppolAccess } = test.gateway
    const network = { ...peppolAccess.network, name: 'production' as const }
    const server = await test.serverWith({ peppolAccess: { ...peppolAccess, network } })
    expectProblem(await server.inject({ url: url(), headers }), 403, 'auth.environment-mismatch')
    const live = { 'x-api-token': test.token }
    expect((await server.inject({ url: url(), headers: live })).statusCode).toBe(200)
  })

  it('keeps what it has learnt: the SMP is asked once for all callers', async () => {
    const { call, asked } = await serverWith({})
    await Promise.all([1, 2, 3, 4].map(() => call(url())))
    await call(url(invoice))
    expect(asked.smp).toBe(2)
  })

  it('asks again at once when what it has learnt can no longer be trusted', async () => {
    let isRevoked = false
    const { call, asked } = await serverWith({
      revocationOf: async (certificate, issuer) =>
        isRevoked ? 'revoked' : simulation.revocationOf(certificate, issuer),
    })
    expect((await call(url(invoice))).json().accepts.accepted).toBe(true)
    expect(asked.smp).toBe(2)
    isRevoked = true
    expect((await call(url(invoice))).json().accepts.accepted).toBe(false)
    expect(asked.smp).toBe(3)
    isRevoked = false
    expect((await call(url(invoice))).json().accepts.accepted).toBe(true)
  })

  it('is refused while too many others are looking up', async () => {
    let letGo = (): void => {}
    const gate = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const get: PeppolAccess['get'] = async (address) => {
      await gate
      return simulation.get(address)
    }
    const limits = { ...test.gateway.requests, lookupsMax: 1 }
    const { call } = await serverWith({ get }, limits)
    const both = [call(url()), call(url())]
    expectProblem(await Promise.race(both), 503, 'capacity.busy')
    letGo()
    expect((await Promise.all(both)).map(({ statusCode }) => statusCode).sort()).toEqual([200, 503])
    expect((await call(url())).statusCode).toBe(200)
  })
})

describe('the lookup of a participant, step by step', () => {
  const traced = (query = '', who = id) => `/api/v1/participants/${who}/lookup${query}`

  it('tells each step, and asks the network each time', async () => {
    const { call, asked } = await serverWith({})
    for (const calls of [1, 2]) {
      const answer = (await call(traced())).json()
      expect(answer).toMatchObject({ id, ok: true })
      expect(answer.steps).toHaveLength(11)
      expect(answer.steps.at(-1)).toMatchObject({ step: 'revocation', outcome: 'ok' })
      expect(answer.documentTypes[0].name).toBe('BIS Billing UBL Invoice V3')
      expect(asked.smp).toBe(2 * calls)
    }
  })

  it('ends with the step that fails, and what to do about it', async () => {
    const { call } = await serverWith({ get: failed })
    const { ok, steps } = (await call(traced())).json()
    expect(ok).toBe(false)
    expect(steps.at(-1)).toMatchObject({
      ...{ step: 'SMP', outcome: 'failed', code: 'lookup.smp-unreachable' },
      remedy: expect.stringContaining('tell the receiver'),
    })
  })

  it('is of the document type that is named', async () => {
    const type = encodeURIComponent(invoice.replaceAll('Invoice', 'CreditNote'))
    const { steps } = (await test.call({ url: traced(`?documentTypeId=${type}`) })).json()
    const [named] = steps.filter(({ step }: { step: string }) => step === 'document type')
    expect(named.detail).toContain('Credit Note')
  })

  it('refuses what is no participant, no document type or not known', async () => {
    const refused = async (path: string) => test.call({ url: path })
    expectProblem(await refused(traced('', 'me')), 422, 'participant.id-invalid')
    const wrong = await refused(traced('?documentTypeId=x'))
    expectProblem(wrong, 400, 'request.invalid-field')
    expect(wrong.json().errors[0].message).toContain('documentTypeId')
    expectProblem(await refused(traced('?accepts=x')), 400, 'request.unknown-parameter')
  })

  it('is not for test tokens on the production network', async () => {
    const { peppolAccess } = test.gateway
    const network = { ...peppolAccess.network, name: 'production' }
    const app = await test.serverWith({ peppolAccess: { ...peppolAccess, network } as never })
    const token = await test.makeToken({ environment: 'test' })
    const answer = await app.inject({ url: traced(), headers: { 'x-api-token': token } })
    expectProblem(answer, 403, 'auth.environment-mismatch')
  })
})
