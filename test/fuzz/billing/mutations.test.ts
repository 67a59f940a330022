import { describe, expect, test } from 'vitest'
import { kinds } from '../../../src/billing/index.ts'
import { fieldLocations, names } from '../../billing/field-locations.ts'
import type { FieldRow } from '../../billing/field-table.ts'
import { changed, faultsOf } from '../../billing/fixtures.ts'
import { wrongValues } from '../../billing/wrong-values.ts'

/** Every field of every kind, made wrong in every way that is wrong for the field alone. */
describe.each(Object.values(kinds))('one field wrong at a time in $title', (kind) => {
  test.each(fieldLocations(kind).map((place) => [place.row.field, place] as const))(
    'is found at %s',
    (_, { pointer, row, json }) => {
      const pointersWith = (value: unknown) =>
        faultsOf(kind, changed(json, pointer, value)).map((fault) => fault.pointer)
      for (const value of wrongValues[row.form])
        expect(
          pointersWith(value).filter((found) => names(found, pointer)),
          JSON.stringify(value),
        ).not.toEqual([])
      if (isMissed(row))
        expect(
          pointersWith(undefined).filter((found) => names(found, pointer)),
          'missing',
        ).not.toEqual([])
    },
  )
})

/** An item removed from a list leaves a hole, which JSON cannot have. */
function isMissed({ field, isRequired }: FieldRow): boolean {
  return isRequired && !field.endsWith('[]')
}
