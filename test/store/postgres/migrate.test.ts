import { createHash } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  migrate as migrateTo,
  readSchema,
  type SqlFile,
  toSqlFile,
} from '../../../src/store/postgres/migrate.ts'
import { testDatabase } from '../database.ts'
import { start } from '../records.ts'

// The tables of the store are not touched: only the record of applied migrations is forgotten,
// until the next file of this worker needs it.
const { pool } = await testDatabase()
const { rows: applied } = await pool.query('select * from migrations')
const first = toSqlFile('0001_first.sql', 'create table first (id integer);')
const second = toSqlFile(
  '0002_second.sql',
  'create table second (id integer); insert into second values (7);',
)

function migrate(database: typeof pool, migrations: SqlFile[], now: Date): Promise<string[]> {
  return migrateTo(database, { migrations, functions: [] }, now)
}

beforeEach(async () => {
  await pool.query('drop table if exists first, second; delete from migrations')
})

afterAll(async () => {
  await pool.query('drop table if exists first, second; delete from migrations')
  await pool.query(
    'insert into migrations select * from json_populate_recordset(null::migrations, $1)',
    [JSON.stringify(applied)],
  )
})

test('reads the migrations of this program in order', async () => {
  const names = (await readSchema()).migrations.map(({ name }) => name)
  expect(names[0]).toBe('0001_documents.sql')
  expect(names).toEqual([...names].sort())
})

// Databases of the version before have applied these texts, and refuse any other.
test('the migrations of the version before are as they were, to the byte', async () => {
  const hash = createHash('sha256')
  for (const { name, sha256 } of (await readSchema()).migrations)
    if (name <= '0029_log.sql') hash.update(`${name} ${sha256}\n`)
  expect(hash.digest('hex')).toBe(
    '352a5709604d90939be0c639d30b073fbd4541d97ad9bd9744ce3b2316b20e9d',
  )
})

test('applies missing migrations, once and in order', async () => {
  expect(await migrate(pool, [first], start)).toEqual(['0001_first.sql'])
  expect(await migrate(pool, [first, second], start)).toEqual(['0002_second.sql'])
  expect(await migrate(pool, [first, second], start)).toEqual([])
  expect((await pool.query('select id from second')).rows).toEqual([{ id: 7 }])
  expect((await pool.query('select * from migrations order by name')).rows).toEqual([
    { name: first.name, sha256: first.sha256, applied_at: start },
    { name: second.name, sha256: second.sha256, applied_at: start },
  ])
})

test('of several runners at once one applies, the others wait and find nothing to do', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () => migrate(pool, [first, second], start)),
  )
  expect(outcomes.filter((names) => names.length === 2)).toHaveLength(1)
  expect(outcomes.filter((names) => names.length === 0)).toHaveLength(3)
})

test('refuses a migration that was changed after it was applied, applying nothing', async () => {
  await migrate(pool, [first], start)
  const changed = toSqlFile(first.name, `${first.sql} `)
  await expect(migrate(pool, [changed, second], start)).rejects.toThrow(
    /0001_first\.sql was changed/,
  )
  expect((await pool.query('select name from migrations')).rows).toEqual([{ name: first.name }])
})

test('refuses a database that a newer program has migrated', async () => {
  await migrate(pool, [first, second], start)
  await expect(migrate(pool, [first], start)).rejects.toThrow(
    /newer than this program.*0002_second\.sql/,
  )
})

test('line endings do not make another migration', () => {
  expect(toSqlFile('a', 'one;\r\ntwo;\r\n')).toEqual(toSqlFile('a', 'one;\ntwo;\n'))
  expect(toSqlFile('a', 'one;\n\ntwo;\n').sha256).not.toBe(toSqlFile('a', 'one;\ntwo;\n').sha256)
})

test('a migration that fails leaves nothing behind', async () => {
  const failing = toSqlFile('0002_failing.sql', 'create table second (id integer); select 1 / 0;')
  await expect(migrate(pool, [first, failing], start)).rejects.toThrow(
    /0002_failing\.sql cannot be applied: division by zero/,
  )
  expect((await pool.query('select name from migrations')).rows).toEqual([])
  expect(
    (await pool.query(`select to_regclass('first') as first, to_regclass('second') as second`))
      .rows,
  ).toEqual([{ first: null, second: null }])
})
