// The filter by state: what it lists is what the badges of the lists say.
import { expect, it } from 'vitest'
import { stateChoices } from '../../src/console/words/states.ts'
import type { Document } from '../../src/store/index.ts'
import { acceptAs, newAccept } from '../store/records.ts'
import { browserWith, openTestConsole } from './console.ts'

const test = await openTestConsole()
const { store, pool } = test.database
const tenantId = await test.makeTenant('filters', ['*'])
const browser = browserWith(test, await test.makeToken({ tenantId }))

const delivered = { status: 'delivered', certainty: 'confirmed' } as const
const failure = { code: 'receiver.not-registered', detail: 'not there', retryable: true }
const states: [Partial<Document>, mls?: string | undefined, response?: string][] = [
  [delivered],
  [delivered, 'accepted'],
  [delivered, 'acknowledged'],
  [delivered, 'accepted', 'AB'],
  [delivered, undefined, 'IP'],
  [delivered, 'accepted', 'AP'],
  [delivered, undefined, 'PD'],
  [delivered, 'acknowledged', 'UQ'],
  [delivered, undefined, 'CA'],
  [delivered, 'accepted', 'RE'],
  [delivered, 'rejected'],
  [delivered, 'overdue'],
  [{ status: 'rejected', certainty: 'not-sent' }],
  [{ status: 'failed', certainty: 'not-sent', failure }],
  [{ status: 'failed', certainty: 'unknown', failure }],
]

it('lists under each word what has this word, and all of it', async () => {
  for (const [at, [changes, mls, response]] of states.entries()) {
    const accept = newAccept(tenantId, { ...changes, number: `S-${at}` })
    await acceptAs(test.database, accept)
    await pool.query(
      `update states set mls_status = $2, response_code = $3,
         mls_due_at = case when $2 = 'overdue' then now() end where document_id = $1`,
      [accept.document.id, mls, response],
    )
  }
  const all = await rowsOf('/console/documents')
  expect(all).toHaveLength(states.length)
  const words = new Set(all.map(([, word]) => word))
  expect([...words].sort()).toEqual(
    [
      ...['Accepted', 'Confirmed', 'Delivered', 'No answer', 'Not delivered', 'Not valid', 'Paid'],
      ...['Query', 'Rejected', 'Unclear'],
    ].sort(),
  )
  for (const { name, word } of stateChoices('outbound')) {
    // What was delivered is listed whatever was answered to it.
    if (name === 'delivered') continue
    const listed = await rowsOf(`/console/documents?state=${name}`)
    expect(listed, name).toEqual(all.filter(([, other]) => other === word))
  }
  expect(await store.countAttention(tenantId)).toContainEqual(
    expect.objectContaining({ attention: 'refused', count: 2 }),
  )
})

/** Number and word of each row. */
async function rowsOf(path: string): Promise<[string, string][]> {
  const { body } = await browser.open(path)
  const rows = [...body.matchAll(/<tr><th scope="row"[\s\S]*?<\/tr>/g)]
  return rows.map(([row]) => [
    /<bdi>(S-\d+)</.exec(row)![1]!,
    /class="badge \w+">([^<]+)</.exec(row)![1]!,
  ])
}
