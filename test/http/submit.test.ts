// Submitting: what is kept, what is answered, what happens to a second request like the first.
import { describe, expect, it } from 'vitest'
import { submitExamples } from '../../src/http/reference/examples.ts'
import { expectProblem, openTestGateway } from './gateway.ts'

const test = await openTestGateway()
const invoice = submitExamples.invoice['application/json']!.usual!.value as Record<string, unknown>
const invoiceXml = submitExamples.invoice['application/xml']!.ubl!.value as string

function submit(payload: object | string, { headers = {}, query = '', path = 'invoices' } = {}) {
  const contentType = typeof payload === 'string' ? 'application/xml' : 'application/json'
  return test.call({
    method: 'POST',
    url: `/api/v1/${path}/submit${query}`,
    payload,
    headers: { 'content-type': contentType, ...headers },
  })
}

async function filesOf(id: string): Promise<Record<string, Buffer>> {
  const payload = { id, inline: true }
  const answer = await test.call({ method: 'POST', url: '/api/v1/invoices/files', payload })
  expect(answer.statusCode).toBe(200)
  const files = answer.json().files as { kind: string; content: string }[]
  return Object.fromEntries(
    files.map(({ kind, content }) => [kind, Buffer.from(content, 'base64')]),
  )
}

describe('a submission', () => {
  it('is answered with its record and where to follow it', async () => {
    const answer = await submit(invoice, { query: '?clientId=client-7&reference=order-1' })
    expect(answer.statusCode).toBe(202)
    const record = answer.json()
    expect(answer.headers.location).toBe(`/api/v1/status/${record.id}`)
    expect(record).toMatchObject({
      type: 'invoice',
      direction: 'outbound',
      test: false,
      clientId: 'client-7',
      reference: 'order-1',
      number: 'INV-2026-0042',
      sender: { id: '0208:0123456749', name: 'Example Seller BV', country: 'BE' },
      receiver: { id: '0088:7300010000001' },
      totals: { currency: 'EUR', payable: '1069.64' },
      status: 'accepted',
      outcome: 'in-progress',
      certainty: 'not-sent',
      attempts: 0,
    })
    const followed = await test.call({ url: answer.headers.location as string })
    expect(followed.json()).toEqual(record)
  })

  it('of XML keeps every byte as submitted, and the document from root to root', async () => {
    const sent = `\ufeff${invoiceXml.replaceAll('\n', '\r\n')}<!-- after -->\r\n`
    const { submitted, ubl } = await filesOf((await submit(sent)).json().id)
    expect(submitted?.toString()).toBe(sent)
    expect(ubl?.toString()).toBe(
      sent.slice(sent.indexOf('<Invoice'), sent.indexOf('</Invoice>') + '</Invoice>'.length),
    )
  })

  it('of JSON keeps the submitted bytes, and its numbers keep their digits in UBL', async () => {
    const text = JSON.stringify(invoice).replace('"110.50"', '110.50000')
    const sent = `  ${text}\n`
    const answer = await test.call({
      method: 'POST',
      url: '/api/v1/invoices/submit',
      payload: sent,
      headers: { 'content-type': 'application/json; charset="UTF-8"' },
    })
    const { submitted, ubl } = await filesOf(answer.json().id)
    expect(submitted?.toString()).toBe(sent)
    expect(ubl?.toString()).toContain('110.50000')
  })

  it('is accepted as text/xml as well', async () => {
    expect(
      (await submit(invoiceXml, { headers: { 'content-type': 'text/xml;charset=utf-8' } }))
        .statusCode,
    ).toBe(202)
  })

  it.each([
    ['credit-notes', 'creditNote'],
    ['debit-notes', 'debitNote'],
  ] as const)('of %s goes to its own path, as JSON and as XML', async (path, kind) => {
    for (const mediaType of ['application/json', 'application/xml']) {
      const [example] = Object.values(submitExamples[kind][mediaType]!)
      const answer = await submit(example!.value as object | string, { path })
      expect(answer.statusCode).toBe(202)
      expect(answer.json().type).toBe(kind)
    }
  })

  it('with X-TestOnly is marked as a test for ever', async () => {
    const { id } = (await submit(invoice, { headers: { 'X-TestOnly': 'true' } })).json()
    expect((await test.call({ url: `/api/v1/status/${id}` })).json().test).toBe(true)
    expect((await submit(invoice, { headers: { 'X-TestOnly': 'false' } })).json().test).toBe(false)
  })

  it('lets the query override the document', async () => {
    const query = '?receiver=iso6523-actorid-upis::9930:DE123456788&countryC1=FR'
    expect((await submit(invoice, { query })).json().receiver.id).toBe('9930:de123456788')
  })

  it('may not have the reference of an earlier one, which is named', async () => {
    const first = (await submit(invoice, { query: '?reference=once' })).json()
    const before = await test.countRows()
    const second = await submit(invoice, { query: '?reference=once' })
    expectProblem(second, 409, 'document.duplicate')
    expect(second.json().documentId).toBe(first.id)
    expect(await test.countRows()).toBe(before)
  })
})

describe('Idempotency-Key', () => {
  const keyed = (key: string, payload: object = invoice, more = {}) =>
    submit(payload, { headers: { 'Idempotency-Key': key, ...more } })

  it('returns the first answer again, and says so', async () => {
    const first = await keyed('k1')
    const before = await test.countRows()
    const again = await keyed('k1')
    expect(again.statusCode).toBe(202)
    expect(again.json()).toEqual(first.json())
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.headers.location).toBe(first.headers.location)
    expect(await test.countRows()).toBe(before)
  })

  it('refuses another body under the same key', async () => {
    await keyed('k2')
    const before = await test.countRows()
    expectProblem(await keyed('k2', { ...invoice, number: 'other' }), 422, 'idempotency.key-reused')
    expect(await test.countRows()).toBe(before)
  })

  it('returns the refusal of a refused document again', async () => {
    const wrong = { ...invoice, totals: { payable: '1.00' } }
    const first = await keyed('k3', wrong)
    const before = await test.countRows()
    const again = await keyed('k3', wrong)
    expectProblem(again, 422, 'document.totals-inconsistent')
    expect(again.json().documentId).toBe(first.json().documentId)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(await test.countRows()).toBe(before)
  })

  it('counts per path and per tenant', async () => {
    await keyed('k4')
    const creditNote = submitExamples.creditNote['application/json']!.usual!.value as object
    const other = await submit(creditNote, {
      path: 'credit-notes',
      headers: { 'Idempotency-Key': 'k4' },
    })
    expect(other.headers['idempotency-replayed']).toBeUndefined()
    const token = await test.makeToken({ tenantId: await test.makeTenant('second', ['*']) })
    const foreign = await keyed('k4', invoice, { 'x-api-token': token })
    expect(foreign.statusCode).toBe(202)
    expect(foreign.headers['idempotency-replayed']).toBeUndefined()
  })

  it('makes one document of five calls at once', async () => {
    const before = await test.countRows()
    const answers = await Promise.all(Array.from({ length: 5 }, () => keyed('k5')))
    const stored = answers.filter(({ statusCode }) => statusCode === 202)
    expect(new Set(stored.map((answer) => answer.json().id)).size).toBe(1)
    for (const other of answers.filter((answer) => !stored.includes(answer)))
      expectProblem(other, 409, 'idempotency.in-progress')
    expect(await test.countRows()).toBe(before + 2)
  })
})

describe('traceparent', () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const kept = async (given: string) => {
    const answer = await submit(invoice, { headers: { traceparent: given } })
    expect(answer.statusCode).toBe(202)
    expect(answer.headers.traceparent).toBeUndefined()
    const { tenant } = (await test.call({ url: '/api/identity/check' })).json()
    return test.gateway.store.documentById(tenant.id, answer.json().id)
  }

  it('is kept with the document, and ignored when it is none', async () => {
    expect(await kept(traceparent)).toMatchObject({ traceparent })
    expect(await kept('not a trace')).not.toHaveProperty('traceparent')
  })
})

describe('Prefer: wait', () => {
  it('answers 202 when the time is over before the final state', async () => {
    const answer = await submit(invoice, { headers: { Prefer: 'wait=1' } })
    expect(answer.statusCode).toBe(202)
    expect(answer.headers['preference-applied']).toBe('wait=1')
  })

  it('answers 200 with the record in its final state', async () => {
    test.startDelivering()
    const headers = { Prefer: 'wait=30', 'X-TestOnly': 'true' }
    const answer = await submit(invoice, { headers })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      status: 'delivered',
      outcome: 'succeeded',
      certainty: 'confirmed',
    })
  })

  it('answers 200 with a failure too', async () => {
    test.startDelivering()
    const headers = { Prefer: 'wait=30', 'X-TestOnly': 'true' }
    const query = `?receiver=${test.gateway.service.sandbox?.unregistered}`
    const answer = await submit(invoice, { headers, query })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      status: 'failed',
      failure: { code: 'receiver.not-registered', retryable: false },
    })
  })
})
