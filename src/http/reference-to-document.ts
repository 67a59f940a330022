// How callers name a document: by its id, or by the reference they gave it.
import { z } from 'zod'
import type { Reference } from '../core/tracking/track.ts'
import { referenceExample } from './reference/examples.ts'

const uuid = z.uuid()

/** A string that can be stored or searched for: PostgreSQL takes every character but U+0000. */
export const text = z
  .string()
  .refine((given) => !given.includes('\0'), { error: 'must not contain the character U+0000' })
export const reference = text.min(1).max(255)

export const documentReference = z.strictObject({
  id: uuid.exactOptional().meta({ description: 'The id of the document' }),
  reference: reference.exactOptional().meta({ description: 'Or your own reference' }),
})

/** For `.refine`: a document is named in one way. */
export function isNamedOnce({ id, reference }: z.output<typeof documentReference>): boolean {
  return (id === undefined) !== (reference === undefined)
}

export const namedOnce = { path: ['id'], error: 'Give either `id` or `reference`.' }

/** What a body that passed `isNamedOnce` names. */
export function toReference({ id, reference = '' }: z.output<typeof documentReference>): Reference {
  return id === undefined ? { reference } : { id }
}

/** In a path, the id and the reference share one place. */
export const pathReference = z.object({
  id: reference.meta({
    description: 'The id of the document, or your own reference',
    examples: [referenceExample.invoice],
  }),
})

/** A string that looks like an id may still be a reference. */
export function parseReference(name: string): Reference {
  return uuid.safeParse(name).success ? { id: name, reference: name } : { reference: name }
}
