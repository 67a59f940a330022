// Pages are bounded in rows, and in what their rows hold.
import { expect, test } from 'vitest'
import { CursorError } from '../../../src/store/index.ts'
import { pageRows } from '../../../src/store/postgres/pages.ts'
import { testDatabase } from '../database.ts'
import { newAccept, newFile, newTenant } from '../records.ts'

const { store } = await testDatabase()

test('a page has as many rows as were asked for', () => {
  expect(pageRows([{ a: 1 }, { a: 2 }, { a: 3 }], 2)).toEqual([{ a: 1 }, { a: 2 }])
  expect(pageRows([{ a: 1 }], 2)).toEqual([{ a: 1 }])
  expect(pageRows([], 2)).toEqual([])
})

test('a page ends before its rows hold too much, wherever in them it is', () => {
  const half = 'x'.repeat(500_000)
  const rows = [{ a: half }, { a: { b: [half] } }, { a: Buffer.from('x') }]
  expect(pageRows(rows, 10)).toEqual(rows.slice(0, 2))
  expect(pageRows([{ a: half + half + half }, { a: 'x' }], 10)).toHaveLength(1)
})

test('a list goes on after a page that was cut', async () => {
  const tenantId = await newTenant(store)
  const warnings = ['w'.repeat(300_000)]
  for (let count = 0; count < 5; count++)
    await store.acceptDocument({ ...newAccept(tenantId, { warnings }), files: [] })
  const seen: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await store.listDocuments(tenantId, {
      ...{ limit: 200, sort: '-createdAt', ...(cursor ? { cursor } : {}) },
    })
    expect(page.documents.length).toBeLessThanOrEqual(3)
    seen.push(...page.documents.map(({ id }) => id))
    cursor = page.nextCursor
    if (!cursor) break
  }
  expect(new Set(seen).size).toBe(5)
})

test('the files and the history of a document have pages, each once and in order', async () => {
  const { document, ...accept } = newAccept(await newTenant(store))
  const files = Array.from({ length: 5 }, () => newFile())
  await store.acceptDocument({ ...accept, document, files })
  const first = await store.filesPage(document.id, { limit: 3 })
  const rest = await store.filesPage(document.id, { limit: 3, cursor: first.nextCursor! })
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(files.map(({ id }) => id))
  expect(rest).not.toHaveProperty('nextCursor')
  const history = await store.auditPage(document.id, { limit: 1 })
  expect(history.items.map(({ event }) => event)).toEqual(['submitted'])
  const other = store.auditPage(document.id, { limit: 1, cursor: first.nextCursor! })
  await expect(other).rejects.toThrow(CursorError)
})
