// Rows as one parameter of a statement: an array of a composite type of the database
// (migrations/0009_row_types.sql) in its binary format, which it reads in a fifth of the time that
// it takes for JSON (docs/adr/0069-batched-writes.md).

type Values = {
  uuid: string
  text: string
  boolean: boolean
  integer: number
  bigint: number | string
  timestamptz: Date
  bytea: Uint8Array
  json: unknown
  jsonb: unknown
  'text[]': readonly string[]
}

type Columns = { [name: string]: keyof Values | RowType<Columns> }

/** A composite type of the database, with its columns in their order: values, or rows of others. */
export type RowType<C extends Columns> = { name: string; columns: C }

/** What is undefined is null in the database. */
export type RowOf<T> =
  T extends RowType<infer C> ? { [Name in keyof C]: ValueOf<C[Name]> | undefined } : never
type ValueOf<Column> = Column extends keyof Values ? Values[Column] : RowOf<Column>

/** All of them, for the test that they are what the database has. */
export const rowTypes: RowType<Columns>[] = []

/** A type of this name is in the database, with the same columns. */
export function rowType<C extends Columns>(name: string, columns: C): RowType<C> {
  const type = { name, columns }
  rowTypes.push(type)
  return type
}

/** The names of its columns, as a list of SQL. */
export function columnsOf({ columns }: RowType<Columns>): string {
  return Object.keys(columns).join(', ')
}

/**
 * A parameter (`$files`) as a table. The planner does not look into what a subquery gives: it would
 * count the rows, find that a plan for just so many is cheaper, and plan each time anew.
 */
export function rowsIn({ name }: RowType<Columns>, parameter: string): string {
  return `unnest((select ${parameter}::${name}[]))`
}

/** The value of that parameter. Throws a TypeError for what is no UUID. */
export function toParameter<C extends Columns>(
  type: RowType<C>,
  rows: readonly RowOf<RowType<C>>[],
): Buffer {
  const { write } = formatOf(type as unknown as RowType<Columns>)
  const written = new Bytes(64 + 512 * rows.length)
  writeArray(written, someOid, rows, write)
  return written.taken()
}

// Our own types have another number in each database. PostgreSQL compares only those of types that
// come with it, which are lower than this.
const someOid = 16_384

type Format<Value> = { oid: number; write: (bytes: Bytes, value: Value) => void }

const formats: { [Type in keyof Values]: Format<Values[Type]> } = {
  uuid: { oid: 2950, write: (bytes, id) => bytes.hex(id.replaceAll('-', ''), 16) },
  text: { oid: 25, write: (bytes, text) => bytes.text(text) },
  boolean: { oid: 16, write: (bytes, isTrue) => bytes.byte(isTrue ? 1 : 0) },
  integer: { oid: 23, write: (bytes, number) => bytes.int32(number) },
  bigint: { oid: 20, write: (bytes, number) => bytes.int64(Number(number)) },
  timestamptz: { oid: 1184, write: (bytes, at) => bytes.int64((at.getTime() - y2k) * 1_000) },
  bytea: { oid: 17, write: (bytes, raw) => bytes.raw(raw) },
  json: { oid: 114, write: (bytes, value) => bytes.text(JSON.stringify(value)) },
  jsonb: {
    oid: 3802,
    write: (bytes, value) => {
      bytes.byte(1)
      bytes.text(JSON.stringify(value))
    },
  },
  'text[]': {
    oid: 1009,
    write: (bytes, texts) => writeArray(bytes, 25, texts, (_, text) => bytes.text(text)),
  },
}

const rowFormats = new WeakMap<RowType<Columns>, Format<unknown>>()

function formatOf(column: Columns[string]): Format<unknown> {
  if (typeof column === 'string') return formats[column] as Format<unknown>
  let format = rowFormats.get(column)
  if (!format) {
    const columns = Object.entries(column.columns).map(([name, of]) => ({ name, ...formatOf(of) }))
    const write = (bytes: Bytes, row: unknown) => {
      bytes.int32(columns.length)
      for (const { name, oid, write } of columns) {
        bytes.int32(oid)
        writeValue(bytes, (row as Record<string, unknown>)[name], write)
      }
    }
    format = { oid: someOid, write }
    rowFormats.set(column, format)
  }
  return format
}

const y2k = Date.UTC(2000, 0)
const isNull = -1

function writeArray<Value>(
  bytes: Bytes,
  oid: number,
  values: readonly Value[],
  write: (bytes: Bytes, value: Value) => void,
): void {
  bytes.int32(values.length === 0 ? 0 : 1)
  bytes.int32(0)
  bytes.int32(oid)
  if (values.length === 0) return
  bytes.int32(values.length)
  bytes.int32(1)
  for (const value of values) writeValue(bytes, value, write)
}

function writeValue<Value>(
  bytes: Bytes,
  value: Value | undefined,
  write: (bytes: Bytes, value: Value) => void,
): void {
  const place = bytes.size
  bytes.int32(isNull)
  if (value === undefined) return
  write(bytes, value)
  bytes.lengthAt(place)
}

/** Bytes that grow. */
class Bytes {
  size = 0
  private bytes: Buffer

  constructor(expected: number) {
    this.bytes = Buffer.allocUnsafe(expected)
  }

  byte(value: number): void {
    this.makeRoom(1)
    this.size = this.bytes.writeUInt8(value, this.size)
  }

  int32(value: number): void {
    this.makeRoom(4)
    this.size = this.bytes.writeInt32BE(value, this.size)
  }

  int64(value: number): void {
    const upper = Math.floor(value / 2 ** 32)
    this.int32(upper)
    this.makeRoom(4)
    this.size = this.bytes.writeUInt32BE(value - upper * 2 ** 32, this.size)
  }

  text(value: string): void {
    this.makeRoom(3 * value.length)
    this.size += this.bytes.write(value, this.size)
  }

  hex(value: string, length: number): void {
    this.makeRoom(length)
    const written = this.bytes.write(value, this.size, 'hex')
    if (written !== length || value.length !== 2 * length) throw new TypeError(`no UUID: ${value}`)
    this.size += length
  }

  raw(value: Uint8Array): void {
    this.makeRoom(value.length)
    this.bytes.set(value, this.size)
    this.size += value.length
  }

  /** Writes, at a place that was kept for it, how many bytes have followed that. */
  lengthAt(place: number): void {
    this.bytes.writeInt32BE(this.size - place - 4, place)
  }

  taken(): Buffer {
    return this.bytes.subarray(0, this.size)
  }

  private makeRoom(length: number): void {
    if (this.size + length <= this.bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * this.bytes.length, this.size + length))
    this.bytes.copy(larger, 0, 0, this.size)
    this.bytes = larger
  }
}
