// Checked by the compiler (npm run types): each directive below fails where the line compiles.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { exactly } from '../../src/http/exactly.ts'

type Row = { name: string; size?: 'small' | 'large' }
const name = z.string()
const size = z.enum(['small', 'large']).exactOptional()

test('a schema with exactly the members of the type is returned as it is', () => {
  const schema = z.object({ name, size })
  expect(exactly<Row>()(schema)).toBe(schema)
})

test('a schema with a member or value more or less than the type does not compile', () => {
  // @ts-expect-error a member is missing
  exactly<Row>()(z.object({ name }))
  // @ts-expect-error a member too many
  exactly<Row>()(z.object({ name, size, more: z.string().exactOptional() }))
  // @ts-expect-error a value is missing
  exactly<Row>()(z.object({ name, size: z.enum(['small']).exactOptional() }))
  // @ts-expect-error a value too many
  exactly<Row>()(z.object({ name, size: z.enum(['small', 'large', 'other']).exactOptional() }))
  // @ts-expect-error an optional member is required
  exactly<Row>()(z.object({ name, size: z.enum(['small', 'large']) }))
})
