import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { openEmbedded } from '../../../src/store/embedded/embedded.ts'
import { takeLock } from '../../../src/store/embedded/lock.ts'
import { copyTemplate, temporaryFolder } from '../database.ts'

const folder = await temporaryFolder()
await copyTemplate(folder)
const embedded = await openEmbedded(folder)
const config = { ...embedded.address, user: 'postgres' }
const pool = new Pool({ ...config, max: 8 })

afterAll(async () => {
  await pool.end()
  await embedded.close()
  await expect(stat(config.host)).rejects.toThrow(/ENOENT/)
})

test('every commit is forced to the disk', async () => {
  await pool.query('create table numbers (number integer)')
  const before = embedded.syncs()
  for (let number = 0; number < 20; number++)
    await pool.query('insert into numbers values ($1)', [number])
  expect(embedded.syncs() - before).toBeGreaterThanOrEqual(20)

  const reading = embedded.syncs()
  for (let number = 0; number < 20; number++)
    await pool.query('select from numbers where number = $1', [number])
  expect(embedded.syncs()).toBe(reading)
})

test('nobody else can reach the socket, and its path is short enough', async () => {
  expect(config.host).toBe(join(folder, 'socket'))
  expect((await stat(config.host)).mode & 0o777).toBe(0o700)
  expect(Buffer.byteLength(join(config.host, '.s.PGSQL.5432'))).toBeLessThan(104)
})

test('large values of several clients at once do not get mixed up', async () => {
  const large = 'z'.repeat(2_000_000)
  const queries = Array.from({ length: 40 }, async (_, index) => {
    const { rows } =
      index % 2 === 0
        ? await pool.query('select length($1::text) as answer', [large + 'z'.repeat(index)])
        : await pool.query('select $1::integer + $2::integer as answer', [index, 1])
    return rows[0]?.answer
  })
  const expected = queries.map((_, index) => (index % 2 === 0 ? 2_000_000 + index : index + 1))
  expect(await Promise.all(queries)).toEqual(expected)
})

test('while one client has a transaction open, the others wait for it to end', async () => {
  await pool.query('create table counter (value integer); insert into counter values (0)')
  const addOne = async () => {
    const client = await pool.connect()
    await client.query('begin')
    const { rows } = await client.query('select value from counter')
    await client.query('update counter set value = $1', [rows[0].value + 1])
    await client.query('commit')
    client.release()
  }
  await Promise.all(Array.from({ length: 50 }, addOne))
  expect((await pool.query('select value from counter')).rows).toEqual([{ value: 50 }])
})

test('the transaction of a client that leaves is rolled back, and the others go on', async () => {
  await pool.query('create table others (number integer)')
  const leaving = new Client(config)
  leaving.on('error', () => {})
  await leaving.connect()
  await leaving.query('begin')
  await leaving.query('insert into others values (1)')
  const waiting = pool.query('insert into others values (2)')
  Reflect.get(leaving, 'connection').stream.destroy()
  await waiting
  expect((await pool.query('select number from others')).rows).toEqual([{ number: 2 }])
})

test('a failed statement reaches only the client that sent it', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) =>
      pool.query('select 6 / $1::integer as answer', [index % 3]),
    ),
  )
  const answers = outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value.rows[0]?.answer : 'failed',
  )
  expect(answers).toEqual(outcomes.map((_, index) => ['failed', 6, 3][index % 3]))
})

test('the write-ahead log stays small, however much is written', {
  timeout: 60_000,
}, async () => {
  await pool.query(
    'create table large (bytes bytea); alter table large alter column bytes set storage external',
  )
  for (let count = 0; count < 16; count++) {
    await pool.query('insert into large values ($1)', [Buffer.alloc(12_000_000, count)])
  }
  const { rows } = await pool.query('select sum(size)::integer as size from pg_ls_waldir()')
  expect(rows[0]?.size).toBeLessThan(140_000_000)
  const { rows: vacuumed } = await pool.query(
    `select reltuples >= 0 as known from pg_class where relname = 'jobs'`,
  )
  expect(vacuumed).toEqual([{ known: true }])
})

test('a data folder is opened once its last holder, which is just exiting, has gone', async () => {
  const folder = await temporaryFolder()
  await copyTemplate(folder)
  const last = await takeLock(folder)
  const said: string[] = []
  const opened = await openEmbedded(folder, (line) => {
    said.push(line)
    void last.release()
  })
  expect(said).toEqual([expect.stringContaining('waiting 3 s for it to exit')])
  await opened.close()
})

test('a data folder whose path is too long has its socket in another folder', async () => {
  const deep = join(await temporaryFolder(), 'd'.repeat(110))
  await copyTemplate(deep)
  const first = await openEmbedded(deep)
  const host = first.address.host
  expect(host).not.toContain(deep)
  expect((await stat(host)).mode & 0o777).toBe(0o700)
  await first.close()
  await expect(stat(host)).rejects.toThrow(/ENOENT/)
  // Under a name that nobody can take before: in the temp folder, anybody might.
  const second = await openEmbedded(deep)
  expect(second.address.host).not.toBe(host)
  await second.close()
})
