// A business document whose kind the path does not say: JSON names it in its member `type`.
import { z } from 'zod'
import { type BillingDocument, documentModel, type Kind, type KindName, kinds } from '../billing/index.ts'
import { schemaName } from './document-schemas.ts'
import { faultsToldMax } from './input-problem.ts'

export type AnyDocument = { kind: Kind; document: BillingDocument }

/** The kinds among the schemas of the reference. */
export const documentReferences = Object.values(kinds).map((kind) => ({
  $ref: `#/components/schemas/${schemaName(kind)}`,
}))

/** JSON of any kind; without `type` it is an invoice. Refused with the faults of the model of its own kind. */
export const anyJsonDocument = z
  .unknown()
  .transform((input, context): AnyDocument => {
    const kind = kindOf(input)
    const read = documentModel(kind).safeParse(input)
    if (read.success) return { kind, document: read.data }
    // No more than are told: a hostile body has hundreds of thousands, which do not fit into one call.
    const told = read.error.issues.slice(0, faultsToldMax)
    context.issues.push(...(told as unknown as typeof context.issues))
    return z.NEVER
  })
  .meta({
    description: 'A document as `submit` takes it; its member `type` says which one (an invoice without it).',
    oneOf: documentReferences,
  })

function kindOf(input: unknown): Kind {
  const type = typeof input === 'object' && input !== null && 'type' in input ? input.type : undefined
  return isKindName(type) ? kinds[type] : kinds.invoice
}

function isKindName(type: unknown): type is KindName {
  return typeof type === 'string' && Object.hasOwn(kinds, type)
}
