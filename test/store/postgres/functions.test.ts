// The functions of the database, in files of their own beside the migrations.
import { createHash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import {
  migrate,
  readSchema,
  type SqlFile,
  toSqlFile,
} from '../../../src/store/postgres/migrate.ts'
import { testDatabase } from '../database.ts'
import { after as second, start } from '../records.ts'
import { databaseBefore } from '../version-before.ts'

const { migrations, functions } = await readSchema()
const { pool } = await testDatabase()
const one = toSqlFile('01_one.sql', functionText('one', 'select 1'))

function functionText(name: string, body: string): string {
  return `create or replace function ${name}() returns integer language sql as '${body}';`
}

afterEach(async () => {
  await pool.query('drop function if exists one, two')
  await migrate(pool, { migrations, functions }, start)
})

async function appliedFiles(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    'select name from applied_functions order by name',
  )
  return rows.map(({ name }) => name)
}

async function resultOf(call: string): Promise<unknown> {
  return (await pool.query<{ value: unknown }>(`select ${call} as value`)).rows[0]?.value
}

/** The arguments and results of functions, for those who call them. */
async function callsOf(database: typeof pool): Promise<string[]> {
  const { rows } = await database.query<{ call: string }>(
    `select format('%s(%s) %s', proname, pg_get_function_arguments(oid),
                   pg_get_function_result(oid)) as call
     from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
  )
  return rows.map(({ call }) => call)
}

/** The definitions of our own functions, by their signatures. */
async function definitionsIn(database: typeof pool): Promise<Map<string, string>> {
  const { rows } = await database.query<{ name: string; text: string }>(
    `select oid::regprocedure::text as name, pg_get_functiondef(oid) as text from pg_proc
     where pronamespace = 'public'::regnamespace order by 1`,
  )
  return new Map(rows.map(({ name, text }) => [name, text]))
}

test('each file holds one function, of the same name, after a comment, in sixty lines', () => {
  for (const { name, sql } of functions) {
    const made = [...sql.matchAll(/^create or replace function (\w+)/gm)].map(([, made]) => made)
    expect(made, name).toEqual([name.slice(3, -4)])
    expect(sql, name).toMatch(/^-- /)
    // The claim of webhooks is one loop, which is not cut yet.
    const linesMax = name.includes('claim_webhook_deliveries') ? 90 : 60
    expect(sql.split('\n').length, name).toBeLessThanOrEqual(linesMax)
  }
  const numbers = functions.map(({ name }) => name.slice(0, 2))
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('a function whose text has changed is applied, and no other', async () => {
  const other = toSqlFile('02_two.sql', functionText('two', 'select one() + 1'))
  await migrate(pool, { migrations, functions: [one, other] }, start)
  expect(await appliedFiles()).toEqual(['01_one.sql', '02_two.sql'])
  const changed = toSqlFile(one.name, functionText('one', 'select 5'))
  expect(await migrate(pool, { migrations, functions: [changed, other] }, second(1))).toEqual([])
  expect(await resultOf('two()')).toBe(6)
  expect((await pool.query('select * from applied_functions order by name')).rows).toEqual([
    { name: changed.name, sha256: changed.sha256, applied_at: second(1) },
    { name: other.name, sha256: other.sha256, applied_at: start },
  ])
})

test('they are applied after all migrations, whose tables they may use', async () => {
  const table = toSqlFile('9999_table.sql', 'create table third as select 7 as id;')
  const reading = toSqlFile('01_one.sql', functionText('one', 'select id from third'))
  const applied = { migrations: [...migrations, table], functions: [reading] }
  expect(await migrate(pool, applied, start)).toEqual(['9999_table.sql'])
  expect(await resultOf('one()')).toBe(7)
  await pool.query(`drop function one; drop table third;
                    delete from migrations where name = '9999_table.sql'`)
})

test('one that does not parse stops the start by its name, and nothing has changed', async () => {
  const table = toSqlFile('9999_table.sql', 'create table third (id integer);')
  const broken = toSqlFile('02_two.sql', functionText('two', 'select nothing from nowhere'))
  const before = await appliedFiles()
  await expect(
    migrate(pool, { migrations: [...migrations, table], functions: [one, broken] }, start),
  ).rejects.toThrow(/migrations\/functions\/02_two\.sql cannot be applied: .*nowhere/)
  expect(await appliedFiles()).toEqual(before)
  expect(await resultOf(`to_regclass('third')`)).toBe(null)
  expect(await resultOf(`to_regproc('one')`)).toBe(null)
  expect(await resultOf(`(select count(*)::integer from migrations where name > '9')`)).toBe(0)
})

test('several nodes that start at once apply it once', async () => {
  await pool.query('create table applications ()')
  const counted = toSqlFile(one.name, `insert into applications default values; ${one.sql}`)
  const starts = Array.from({ length: 4 }, () =>
    migrate(pool, { migrations, functions: [counted] }, start),
  )
  await Promise.all(starts)
  expect((await pool.query('select from applications')).rowCount).toBe(1)
  await pool.query('drop table applications')
})

test('a program that is older than the database applies none of its own', async () => {
  const older = migrations.slice(0, -1)
  await expect(migrate(pool, { migrations: older, functions: [one] }, start)).rejects.toThrow(
    /newer than this program/,
  )
  expect(await resultOf(`to_regproc('one')`)).toBe(null)
})

// A migration is never changed once it was applied, so the digest in it holds the files: a changed
// file needs a new migration, and programs of the version before refuse the database.
test('the newest migration that names the digest of all function files names this one', () => {
  const named = migrations.flatMap(({ sql }) => /^-- Functions: (\w+)$/m.exec(sql)?.[1] ?? [])
  const change = 'A function file changes together with a new migration: write this line into it'
  expect(`-- Functions: ${named.at(-1)}`, change).toBe(`-- Functions: ${digestOf(functions)}`)
  expect(new Set(named).size).toBe(named.length)
})

function digestOf(files: SqlFile[]): string {
  const hash = createHash('sha256')
  for (const { name, sha256 } of files) hash.update(`${name} ${sha256}\n`)
  return hash.digest('hex')
}

/** Functions that have changed since the migration that made them, or came later. */
const changedSince = [
  'audit_to_event',
  'check_state',
  'claim_deliveries',
  'claim_rooms',
  'close_lost_attempts',
  'due_jobs',
  'lease_jobs',
  'log_append',
  'log_registration_facts',
  'log_tenant_facts',
  'move_taken',
  'next_jobs',
  'queued_lanes',
  'refuse_change',
  'report_status',
  'tell_reported',
  'told_as',
]

test('they are those of the migrations, but for the ones that have changed since', async () => {
  const before = await databaseBefore({ last: '9999' })
  const ofMigrations = await definitionsIn(before.pool)
  const calls = await callsOf(before.pool)
  await before.bringUpToDate()
  const ofFiles = await definitionsIn(before.pool)
  // Processes of the version before go on calling them.
  expect(await callsOf(before.pool)).toEqual(expect.arrayContaining(calls))
  const differing = [...ofFiles].filter(([name, text]) => ofMigrations.get(name) !== text)
  expect(differing.map(([name]) => /^\w+/.exec(name)?.[0])).toEqual(changedSince)
  const names = [...ofFiles.keys()].map((name) => /^\w+/.exec(name)?.[0])
  expect(names.sort()).toEqual(functions.map(({ name }) => name.slice(3, -4)).sort())
})
