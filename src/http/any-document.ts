// A business document whose kind is not in the path: JSON names it in its member `type`.
import { z } from 'zod'
import { kinds } from '../billing/index.ts'
import { schemaName } from './document-schemas.ts'

/** The kinds, as schemas of the reference. */
export const documentReferences = Object.values(kinds).map((kind) => ({
  $ref: `#/components/schemas/${schemaName(kind)}`,
}))

export const anyJsonDocument = z.unknown().meta({
  description:
    'A document as `submit` takes it. Its member `type` names the kind; the ' +
    'default is an invoice.',
  oneOf: documentReferences,
})
