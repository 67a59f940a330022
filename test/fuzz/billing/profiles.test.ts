// The documents of docs/profiles, each value of them in turn removed or made another one: what is
// taken comes back from its UBL with every value, and all else is refused with a pointer.
import { expect, test } from 'vitest'
import { completeDocument, toUbl } from '../../../src/billing/index.ts'
import { profileNames } from '../../../src/billing/profiles/profile.ts'
import { convertToJson } from '../../../src/intake/convert.ts'
import { readJsonDocument } from '../../../src/intake/json-document.ts'
import { Problem } from '../../../src/problem.ts'
import { profileDocuments } from '../../billing/profiles/documents.ts'
import { generateFor } from '../../billing/profiles/generate.ts'
import { chance } from '../../billing/random.ts'
import { lostValues } from './lost-values.ts'

const values: unknown[] = [
  ...[undefined, '', '0', '-1', '1.005', 'x', 'AE', 'USD', '2027-01-01', 'pint-ae', 'bis', '381'],
  ...[[], {}, ['export', 'deemedSupply'], true, 5],
]

/** A copy with another value at a path. */
function changed(value: unknown, [step, ...rest]: (string | number)[], other: unknown): unknown {
  if (step === undefined) return other
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >
  copy[step] = changed(copy[step], rest, other)
  return copy
}

function pathsIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  const inner = steps.flatMap((step) =>
    pathsIn((value as Record<string | number, unknown>)[step], [...path, step]),
  )
  return path.length === 0 ? inner : [path, ...inner]
}

/** The pointers of the faults; none when the document is taken. */
function faultsOf(json: unknown): (string | undefined)[] {
  try {
    const { kind, document } = readJsonDocument(Buffer.from(JSON.stringify(json)), {
      day: '2026-11-28',
    })
    const { document: complete, inconsistencies } = completeDocument(kind, document)
    if (inconsistencies.length > 0) return inconsistencies.map(({ pointer }) => pointer)
    const back = convertToJson(toUbl(kind, complete))
    expect(back.unmapped).toEqual([])
    expect(lostValues(JSON.parse(JSON.stringify(json, asText)), back.document)).toEqual([])
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { errors = [] } = error
    expect(errors.length).toBeGreaterThan(0)
    return errors.map(({ pointer }) => pointer)
  }
}

/** Numbers come back as the strings that they are written as. */
function asText(_: string, value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value
}

test.each(profileDocuments.map((one) => [one.profile, one.heading, one.text]))(
  '%s, %s: no value is lost, and every fault has a pointer',
  (_, __, text) => {
    const json = JSON.parse(text)
    let refused = 0
    for (const path of pathsIn(json))
      for (const other of values) {
        const pointers = faultsOf(changed(json, path, other))
        refused += pointers.length > 0 ? 1 : 0
        expect(
          pointers.every((pointer) => pointer !== undefined),
          `${path} ${other}`,
        ).toBe(true)
      }
    expect(refused).toBeGreaterThan(300)
  },
)

test.each(profileNames)('generated documents of %s: the same, at places of chance', (profile) => {
  let refused = 0
  for (let seed = 0; seed < 30; seed++) {
    const by = chance(seed)
    const { json } = generateFor(profile, seed)
    const paths = pathsIn(json)
    for (let time = 0; time < 40; time++) {
      const [path, other] = [by.pick(paths), by.pick(values)]
      const pointers = faultsOf(changed(json, path, other))
      refused += pointers.length > 0 ? 1 : 0
      const where = `seed ${seed}: ${path.join('/')} = ${JSON.stringify(other)}`
      expect(
        pointers.every((pointer) => pointer !== undefined),
        where,
      ).toBe(true)
    }
  }
  expect(refused).toBeGreaterThan(300)
})

/** Wrong in place of a value of any form; null is no value. */
const wrongAnywhere = [[[]], '', ' \n', 'a\u0000']

test.each(profileDocuments.map((one) => [one.profile, one.heading, one.text]))(
  '%s, %s: each value made wrong is refused at its own place',
  (_, __, text) => {
    const json = JSON.parse(text)
    for (const path of pathsIn(json))
      for (const other of wrongAnywhere) {
        const place = `/${path.join('/')}`
        const pointers = faultsOf(changed(json, path, other))
        expect(
          pointers.filter((pointer) => isAt(pointer, place)),
          `${place} = ${JSON.stringify(other)}: ${pointers.join(' ')}`,
        ).not.toEqual([])
      }
  },
)

/** The place itself, one inside it, or that of an identifier in its short form. */
function isAt(pointer: string | undefined, place: string): boolean {
  return pointer === place || pointer?.startsWith(`${place}/`) === true
}
