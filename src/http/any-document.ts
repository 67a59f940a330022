// A business document whose kind the path does not say: JSON names it in its member `type`.
import { z } from 'zod'
import { kinds } from '../billing/index.ts'
import { schemaName } from './document-schemas.ts'

/** The kinds among the schemas of the reference. */
export const documentReferences = Object.values(kinds).map((kind) => ({
  $ref: `#/components/schemas/${schemaName(kind)}`,
}))

export const anyJsonDocument = z.unknown().meta({
  description:
    'A document as `submit` takes it; its member `type` says which one (an invoice without it).',
  oneOf: documentReferences,
})
