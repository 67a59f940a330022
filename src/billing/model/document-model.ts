// The model of the JSON of each kind: its fields, and the rules between them.
import type { z } from 'zod'
import { type Kind, type KindName, kinds } from '../kinds.ts'
import { type BillingDocument, documentFields } from './document.ts'
import { checkRules } from './rules.ts'

function buildModel(kind: Kind): z.ZodType<BillingDocument, BillingDocument> {
  return documentFields(kind).superRefine((document, context) =>
    checkRules(kind, document, context),
  )
}

const models: Record<KindName, z.ZodType<BillingDocument, BillingDocument>> = {
  invoice: buildModel(kinds.invoice),
  creditNote: buildModel(kinds.creditNote),
  debitNote: buildModel(kinds.debitNote),
}

/**
 * The schema of the JSON for one kind. Strict: unknown fields are refused. An issue with code
 * `custom` may carry the id of the official rule in `params.rule`.
 */
export function documentModel(kind: Kind): z.ZodType<BillingDocument, BillingDocument> {
  return models[kind.name]
}
