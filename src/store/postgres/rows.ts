// From the columns of a row to the members of a record. What is null in the database is
// absent from the record.

/** A value without its null and undefined members: `{ a: null, b: 1 }` becomes `{ b: 1 }`. */
export type Present<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as null extends T[K] ? K : never]?: Exclude<T[K], null>
}

export function present<T extends object>(members: T): Present<T> {
  const given: Record<string, unknown> = {}
  for (const key in members) if (members[key] !== null) given[key] = members[key]
  return given as Present<T>
}

/** The millisecond in which a UUID version 7 was made (RFC 9562, 5.7). */
export function timeOf(uuid: string): Date {
  return new Date(Number.parseInt(uuid.replace('-', '').slice(0, 12), 16))
}

/** Ids from callers are compared with uuid columns, which throw on anything else. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}

/** The lowest UUID version 7 of a millisecond (RFC 9562, 5.7). */
export function firstUuid(at: Date): string {
  const millis = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${millis.slice(0, 8)}-${millis.slice(8)}-7000-8000-000000000000`
}
