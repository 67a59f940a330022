// Arrivals that are stored at the same moment.
import { expect, test } from 'vitest'
import { testDatabase } from './database.ts'
import { newArrival, newTenant } from './records.ts'

const { store, pool } = await testDatabase()

test('one that came before is left out, and the others are stored together', async () => {
  const tenantId = await newTenant(store)
  const [first, known, second] = [1, 2, 3].map(() => newArrival(tenantId)) as [
    ReturnType<typeof newArrival>,
    ReturnType<typeof newArrival>,
    ReturnType<typeof newArrival>,
  ]
  await store.keepArrival(known)
  const sameMessage = { ...newArrival(tenantId), keys: known.keys }
  const other = newArrival(tenantId)
  const sameDocument = { ...other, keys: { ...other.keys, instance: known.keys.instance } }
  const all = [first, sameMessage, second, sameDocument]
  expect(await Promise.all(all.map(store.keepArrival))).toEqual([
    'stored',
    'known',
    'stored',
    'known',
  ])
  const { rows } = await pool.query<{ id: string; transaction: string }>(
    'select id, xmin::text as transaction from documents where id <> $1 order by id',
    [known.document.id],
  )
  expect(rows.map(({ id }) => id)).toEqual(
    [first, second].map(({ document }) => document.id).sort(),
  )
  expect(new Set(rows.map(({ transaction }) => transaction)).size).toBe(1)
})
