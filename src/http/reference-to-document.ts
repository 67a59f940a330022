// How a caller names a document: by its id, or by the reference he gave it himself.
import { z } from 'zod'
import type { Reference } from '../core/track.ts'
import { referenceExample } from './examples.ts'

const uuid = z.uuid()

/** A text that can be stored or looked for: PostgreSQL takes every character but U+0000. */
export const text = z
  .string()
  .refine((given) => !given.includes('\0'), { error: 'The character U+0000 cannot stand here' })
export const reference = text.min(1).max(255)

export const documentReference = z.strictObject({
  id: uuid.exactOptional().meta({ description: 'The id of the document' }),
  reference: reference.exactOptional().meta({ description: 'Or your own reference' }),
})

/** For `.refine`: a document is named in one way. */
export function isNamedOnce({ id, reference }: z.output<typeof documentReference>): boolean {
  return (id === undefined) !== (reference === undefined)
}

export const namedOnce = { path: ['id'], error: 'Give `id` or `reference`, one of the two.' }

/** What a body that passed `isNamedOnce` names. */
export function toReference({ id, reference = '' }: z.output<typeof documentReference>): Reference {
  return id === undefined ? { reference } : { id }
}

/** In a path the id or the reference stands in the same place. */
export const pathReference = z.object({
  id: reference.meta({
    description: 'The id of the document, or your own reference',
    examples: [referenceExample.invoice],
  }),
})

/** A text that looks like an id may still be a reference. */
export function parseReference(name: string): Reference {
  return uuid.safeParse(name).success ? { id: name, reference: name } : { reference: name }
}
