// POST /api/v1/inbound/{id}/respond: what the route adds to core/respond.
import { expect, it } from 'vitest'
import { submitExamples } from '../../../src/http/reference/examples.ts'
import { newArrival, receiveDocument } from '../../store/records.ts'
import { expectProblem, openTestGateway } from '../gateway.ts'

const test = await openTestGateway()
const { tenant } = (await test.call({ url: '/api/identity/check' })).json()
const ubl = submitExamples.invoice['application/xml']!.ubl!.value as string
const receiver = { id: '0208:0685660237', country: 'BE' }
const id = await receiveDocument(
  test.gateway.store,
  newArrival(tenant.id, { receiver }, Buffer.from(ubl)),
)
const respond = (payload: object, headers: Record<string, string> = {}) =>
  test.call({ method: 'POST', url: `/api/v1/inbound/${id}/respond`, payload, headers })

it('answers 202 with the record of the response, which the invoice then lists', async () => {
  const answer = await respond({ status: 'accepted' })
  expect(answer.statusCode).toBe(202)
  expect(answer.headers.location).toBe(`/api/v1/status/${answer.json().id}`)
  const { data } = (await test.call({ url: `/api/v1/documents/${id}/answers` })).json()
  expect(data).toMatchObject([{ id: answer.json().id, kind: 'invoice-response', code: 'AP' }])
})

it('gives the first answer again to the same Idempotency-Key', async () => {
  const headers = { 'idempotency-key': 'once' }
  const first = await respond({ status: 'paid' }, headers)
  expect(first.headers).not.toHaveProperty('idempotency-replayed')
  const again = await respond({ status: 'paid' }, headers)
  expect(again.json()).toEqual(first.json())
  expect(again.headers['idempotency-replayed']).toBe('true')
})

it('refuses a status, a reason or a field that does not exist', async () => {
  expectProblem(await respond({ status: 'AP' }), 400, 'request.invalid-field')
  const reasons = [{ code: 'XYZ' }]
  expectProblem(await respond({ status: 'rejected', reasons }), 400, 'request.invalid-field')
  expectProblem(await respond({ status: 'paid', why: 'x' }), 400, 'request.unknown-field')
  expectProblem(await respond({}), 400, 'request.missing-field')
})

it('says what to write in place of a day in another form, and what a refusal needs', async () => {
  const day = await respond({ status: 'accepted', effectiveDate: '22.11.2026' })
  expect(day.json().detail).toBe('effectiveDate is "22.11.2026": write 2026-11-22')
  expect(day.json().errors).toMatchObject([{ pointer: '/effectiveDate', expected: '2026-11-22' }])
  const bare = await respond({ status: 'rejected' })
  expectProblem(bare, 400, 'request.invalid-field')
  expect(bare.json().detail).toBe(
    'status is "rejected": add reasons or actions, such as "reasons": [{ "code": "PRI" }] ' +
      '(PEPPOL-T111-R001)',
  )
})

it('waits for the end of the response with Prefer: wait, as a submission does', async () => {
  test.startDelivering()
  const answer = await respond({ status: 'accepted' }, { prefer: 'wait=20' })
  expect(answer.headers['preference-applied']).toBe('wait=20')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ status: 'delivered', type: 'other' })
  const tooLong = await respond({ status: 'paid' }, { prefer: 'wait=31' })
  expectProblem(tooLong, 400, 'request.header-invalid')
})
