// What a caller reads about a query, a header or a short body that is refused.

import { expect, it } from 'vitest'
import { scenarioNames } from '../../src/core/simulation/scenarios.ts'
import { submitExamples } from '../../src/http/reference/examples.ts'
import { openTestGateway } from './gateway.ts'

const test = await openTestGateway()
const payload = submitExamples.invoice['application/json']!.usual!.value as object

it.each([
  ['limit=abc', 'The query parameter limit is "abc": it must be a whole number from 1 to 200'],
  ['limit=201', 'The query parameter limit is "201": it must be a whole number from 1 to 200'],
  [
    'sort=oldest',
    'The query parameter sort is "oldest": it must be one of createdAt, -createdAt, updatedAt, ' +
      '-updatedAt',
  ],
  ['status=done', /must be one of accepted, waiting, /],
  [
    'sender=me',
    'The query parameter sender is "me": it must be a participant, such as 0208:0123456749',
  ],
  ['cursor=', 'The query parameter cursor is "": it must not be empty'],
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
    `The query parameter reference is "${'x'.repeat(60)}…": it must have at most 255 characters`,
  ],
  [
    '?reference=a&reference=b',
    {},
    'The query parameter reference appears more than once: write it once',
  ],
  [
    '',
    { 'x-testonly': 'yes' },
    'The header X-TestOnly is "yes": it must be false, true, or scenario=NAME with one of ' +
      scenarioNames.join(', '),
  ],
])('says of a submission %s %j what would be right', async (query, headers, words) => {
  const url = `/api/v1/invoices/submit${query}`
  expect((await test.call({ method: 'POST', url, payload, headers })).json().detail).toBe(words)
})

it.each([
  [{ id: 'x' }, /^id is "x": it must be an id, such as /],
  [{ id: null }, 'Give either `id` or `reference`.'],
  [{ reference: '' }, 'reference is "": it must not be empty'],
  [[], 'The body is a list: it must be an object'],
  [{ reference: 'x', inline: 'yes' }, 'inline is "yes": it must be true or false'],
])('says of the short body %j what would be right', async (body, words) => {
  const { detail } = (
    await test.call({ method: 'POST', url: '/api/v1/invoices/files', payload: body })
  ).json()
  if (typeof words === 'string') expect(detail).toBe(words)
  else expect(detail).toMatch(words)
})
