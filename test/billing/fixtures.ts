// Documents for the tests: the fixture pairs, a small one to change, and JSON parsed as
// request bodies are.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  type BillingDocument,
  documentModel,
  heard,
  type Kind,
  type KindName,
  kinds,
  NumberLiteral,
} from '../../src/billing/index.ts'
import { parseJson } from '../../src/intake/json.ts'

const folder = path.resolve('test/fixtures/billing')

export const fixtureNames = Object.keys(kinds).flatMap((kind) => [
  `${kind}-minimal`,
  `${kind}-usual`,
  `${kind}-complete`,
])

/** The JSON of a fixture with its number literals kept. */
export function fixture(name: string): { kind: Kind; json: unknown; golden: Buffer } {
  return {
    kind: kinds[name.split('-')[0] as KindName],
    json: parseJson(readFileSync(path.join(folder, `${name}.in.json`), 'utf8')),
    golden: readFileSync(path.join(folder, `${name}.out.xml`)),
  }
}

/** The document that the model makes of the JSON; throws when it is refused. */
export function accept(kind: Kind, json: unknown): BillingDocument {
  return documentModel(kind).parse(json)
}

/** The faults that the model finds, as `pointer: message`. */
export function faultsOf(
  kind: Kind,
  json: unknown,
  day?: string,
): { pointer: string; message: string; rule?: unknown }[] {
  const issues = documentModel(kind, day).safeParse(json).error?.issues ?? []
  return issues.map((issue) => ({
    pointer: issue.path.map((step) => `/${String(step)}`).join(''),
    message: heard(issue.message).words,
    ...('params' in issue && issue.params?.rule ? { rule: issue.params.rule } : {}),
  }))
}

type Json = Record<string, unknown>

/**
 * A copy of `json` with the value at a pointer replaced, or removed when the value is undefined.
 */
export function changed(json: unknown, pointer: string, value: unknown): unknown {
  const copy = copyOf(json)
  const steps = pointer.split('/').slice(1)
  const last = steps.pop() as string
  const holder = steps.reduce((at, step) => at[step] as Json, copy as Json)
  if (value === undefined) delete holder[last]
  else holder[last] = value
  return copy
}

/** A deep copy that keeps number literals. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (typeof value !== 'object' || value === null || value instanceof NumberLiteral) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyOf(item)]))
}

/** A small valid invoice with these lines and other fields. */
export function invoice(fields: Json): Json {
  return { ...(fixture('invoice-minimal').json as Json), ...fields }
}
