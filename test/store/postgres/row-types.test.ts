// Rows as parameters: what is written is what the database reads, of every type.
import '../../../src/store/index.ts'
import { expect, test } from 'vitest'
import {
  columnsOf,
  type RowOf,
  rowsIn,
  rowType,
  rowTypes,
  toParameter,
} from '../../../src/store/postgres/row-types.ts'
import { testDatabase } from '../database.ts'

const { pool } = await testDatabase()
const ours = [...rowTypes]

/** The composite types of the database that are no rows of tables or views, with their columns. */
async function inDatabase(): Promise<Record<string, Record<string, string>>> {
  const { rows } = await pool.query<{ type: string; columns: Record<string, string> }>(
    `select type.typname as type,
       (select json_object_agg(attname, format_type(atttypid, atttypmod) order by attnum)
        from pg_attribute where attrelid = class.oid and attnum > 0 and not attisdropped) as columns
     from pg_type type join pg_class class on class.oid = type.typrelid
     where class.relkind = 'c' and type.typnamespace = 'public'::regnamespace`,
  )
  return Object.fromEntries(rows.map(({ type, columns }) => [type, columns]))
}

test('every type has the columns that the database has, in their order', async () => {
  const known = await inDatabase()
  expect(ours.length).toBeGreaterThan(10)
  for (const { name, columns } of ours) {
    const written = Object.entries(columns).map(([column, type]) => [
      column,
      typeof type === 'string' ? type : type.name,
    ])
    const read = Object.entries(known[name] ?? {}).map(([column, type]) => [
      column,
      type.replace('timestamp with time zone', 'timestamptz'),
    ])
    expect([name, written]).toEqual([name, read])
  }
})

const inner = rowType('test_inner', { id: 'uuid', note: 'text' })
const outer = rowType('test_outer', {
  uuid: 'uuid',
  text: 'text',
  boolean: 'boolean',
  integer: 'integer',
  bigint: 'bigint',
  timestamptz: 'timestamptz',
  bytea: 'bytea',
  json: 'json',
  jsonb: 'jsonb',
  texts: 'text[]',
  inner,
})
type Outer = RowOf<typeof outer>

const nothing: Outer = {
  uuid: undefined,
  text: undefined,
  boolean: undefined,
  integer: undefined,
  bigint: undefined,
  timestamptz: undefined,
  bytea: undefined,
  json: undefined,
  jsonb: undefined,
  texts: undefined,
  inner: undefined,
}

/** The rows as the database reads them; what is null is left out. */
async function throughDatabase(rows: Outer[]): Promise<object[]> {
  const client = await pool.connect()
  try {
    await client.query(`begin; create type test_inner as (id uuid, note text);
      create type test_outer as (uuid uuid, text text, "boolean" boolean, "integer" integer,
        "bigint" bigint, "timestamptz" timestamptz, bytea bytea, json json, jsonb jsonb,
        texts text[], "inner" test_inner)`)
    const { rows: read } = await client.query<Record<string, unknown>>(
      `select uuid, text, "boolean", "integer", "bigint", "timestamptz", bytea, json, jsonb, texts,
         json_strip_nulls(to_json("inner")) as "inner" from ${rowsIn(outer, '$1')} as outer_row`,
      [toParameter(outer, rows)],
    )
    return read.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
    )
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const id = '0198a000-0000-7000-8000-0123456789ab'
const values: Partial<Outer>[] = [
  { uuid: id },
  { uuid: id.toUpperCase() },
  ...['', 'a', 'Ünïcode 🧾', '"\\\n\t{},()', 'x'.repeat(10_000), '🧾'.repeat(5_000)].map(
    (text) => ({
      text,
    }),
  ),
  ...[true, false].map((boolean) => ({ boolean })),
  ...[0, -1, 2 ** 31 - 1, -(2 ** 31)].map((integer) => ({ integer })),
  ...[0, -1, 1, 2 ** 32, -(2 ** 32) - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER].map(
    (bigint) => ({ bigint: String(bigint) }),
  ),
  ...['1969-12-31T23:59:59.999Z', '2000-01-01T00:00:00.000Z', '2026-11-26T12:34:56.789Z'].map(
    (at) => ({ timestamptz: new Date(at) }),
  ),
  ...[[], [0, 255], Array.from({ length: 3_000 }, (_, n) => n % 256)].map((bytes) => ({
    bytea: Buffer.from(bytes),
  })),
  ...[null, 1, 'text', { b: 1, a: [true] }].flatMap((json) => [{ json }, { jsonb: json }]),
  ...[[], [''], ['a', 'b,{}"', 'Ü']].map((texts) => ({ texts })),
  { inner: { id, note: undefined } },
  { inner: { id: undefined, note: 'x' } },
]

test.each(values)('a row with %j comes through', async (value) => {
  const isNull = Object.values(value).includes(null)
  const expected = isNull ? {} : value.uuid ? { uuid: id } : value
  expect(await throughDatabase([{ ...nothing, ...value }])).toEqual([expected])
})

test('so do none, many, and each in its place', async () => {
  expect(await throughDatabase([])).toEqual([])
  expect(await throughDatabase([nothing])).toEqual([{}])
  const many = Array.from({ length: 1_000 }, (_, integer) => ({ ...nothing, integer }))
  expect(await throughDatabase(many)).toEqual(many.map(({ integer }) => ({ integer })))
})

test('a number may be given for a bigint', async () => {
  expect(await throughDatabase([{ ...nothing, bigint: 2 ** 40 }])).toEqual([
    { bigint: String(2 ** 40) },
  ])
})

test.each(['', 'x', id.slice(1), `${id}0`, id.replace('a', 'g')])(
  'what is no UUID is not written: %j',
  (uuid) => {
    expect(() => toParameter(outer, [{ ...nothing, uuid }])).toThrow(/no UUID/)
  },
)

test('a text that no database text can hold fails, and nothing else', async () => {
  await expect(throughDatabase([{ ...nothing, text: 'a\u0000b' }])).rejects.toMatchObject({
    code: '22021',
  })
  expect(await throughDatabase([{ ...nothing, text: 'ab' }])).toEqual([{ text: 'ab' }])
})

test('columns are named in their order', () => {
  expect(columnsOf(inner)).toBe('id, note')
})
