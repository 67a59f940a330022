// A business document whose kind is not in the path: JSON names it in its member `type`.
import { z } from 'zod'
import { kinds } from '../../billing/index.ts'
import { schemaName } from './document-schemas.ts'

/** A document whose `type` says nothing may be of every kind, so this is a choice of any. */
export const anyJsonDocument = z.unknown().meta({
  id: 'AnyDocument',
  description:
    'A document as `submit` takes it. Its member `type` names the kind; the ' +
    'default is an invoice.',
  anyOf: Object.values(kinds).map((kind) => referenceTo(schemaName(kind))),
  // True, and said for openapi-generator: it leaves out the schemas that nothing but forms have,
  // and writes Java that imports them.
  not: { title: 'AnyForm', anyOf: ['DocumentForm', 'FileForm'].map(referenceTo) },
})

function referenceTo(name: string) {
  return { $ref: `#/components/schemas/${name}` }
}
