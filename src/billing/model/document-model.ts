// The model of the JSON of each kind: its fields, and the rules between them.
import type { z } from 'zod'
import { type Kind, type KindName, kinds } from '../kinds.ts'
import { type BillingDocument, documentFields } from './document.ts'
import { checkRules } from './rules.ts'
import { nextBillingDay } from './type-rules.ts'

type Model = z.ZodType<BillingDocument, BillingDocument>

/** The model until the next version of BIS Billing, and from then on. */
function buildModels(kind: Kind): { now: Model; next: Model } {
  const fields = documentFields(kind)
  const from = (day: string) =>
    fields.superRefine((document, context) => checkRules({ kind, day }, document, context))
  return { now: from(''), next: from(nextBillingDay) }
}

const models: Record<KindName, { now: Model; next: Model }> = {
  invoice: buildModels(kinds.invoice),
  creditNote: buildModels(kinds.creditNote),
  debitNote: buildModels(kinds.debitNote),
}

/**
 * The schema of the JSON for one kind, with the rules in force that day (YYYY-MM-DD); without a
 * day, with those of the first version that we have. Strict: unknown fields are refused. An issue
 * with code `custom` may carry the id of the official rule in `params.rule`.
 */
export function documentModel(kind: Kind, day = ''): Model {
  return day < nextBillingDay ? models[kind.name].now : models[kind.name].next
}
