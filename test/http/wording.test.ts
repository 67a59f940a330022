// What a caller reads about a query, a header or a short body that is refused.

import { expect, it } from 'vitest'
import { scenarioNames } from '../../src/core/scenarios.ts'
import { submitExamples } from '../../src/http/examples.ts'
import { openTestGateway } from './gateway.ts'

const test = await openTestGateway()
const payload = submitExamples.invoice['application/json']!.usual!.value as object

it.each([
  ['limit=abc', "The parameter 'limit': must be a whole number from 1 to 200"],
  ['limit=201', "The parameter 'limit': must be a whole number from 1 to 200"],
  [
    'sort=oldest',
    "The parameter 'sort': must be one of createdAt, -createdAt, updatedAt, -updatedAt",
  ],
  ['status=done', /must be one of accepted, waiting, /],
  ['sender=me', "The parameter 'sender': must be a participant, such as 0208:0123456749"],
  ['cursor=', "The parameter 'cursor': must not be empty"],
  ['createdFrom=2026-11-21T10:00:00+01:00', /must be a time with its zone, .*%2B/],
])('says of ?%s what would be right', async (query, words) => {
  const { detail } = (await test.call({ url: `/api/v1/status?${query}` })).json()
  if (typeof words === 'string') expect(detail).toBe(words)
  else expect(detail).toMatch(words)
})

it.each([
  [
    `?reference=${'x'.repeat(256)}`,
    {},
    "The parameter 'reference': must have at most 255 characters",
  ],
  ['?reference=a&reference=b', {}, "The parameter 'reference': must appear here once only"],
  [
    '',
    { 'x-testonly': 'yes' },
    `X-TestOnly: false, true, or scenario=NAME with one of ${scenarioNames.join(', ')}`,
  ],
])('says of a submission %s %j what would be right', async (query, headers, words) => {
  const url = `/api/v1/invoices/submit${query}`
  expect((await test.call({ method: 'POST', url, payload, headers })).json().detail).toBe(words)
})

it.each([
  [{ id: 'x' }, /^must be an id, such as /],
  [{ id: null }, 'must be a string'],
  [{ reference: '' }, 'must not be empty'],
  [[], 'must be an object'],
  [{ reference: 'x', inline: 'yes' }, 'must be true or false'],
])('says of the short body %j what would be right', async (body, words) => {
  const { detail } = (
    await test.call({ method: 'POST', url: '/api/v1/invoices/files', payload: body })
  ).json()
  if (typeof words === 'string') expect(detail).toBe(words)
  else expect(detail).toMatch(words)
})
