// Fields that are optional in the model and required in a profile.
import type { BillingDocument } from '../model/document.ts'
import type { Fault } from '../model/fault.ts'

/** The field as `seller.contact.phone`, its term, what to write, and the official rule. */
export type RequiredField = readonly [field: string, term: string, about: string, rule: string]

/**
 * A fault for each field that is absent from a group that is there: a group that must be there has
 * a row of its own.
 */
export function missingFaults(document: BillingDocument, rows: readonly RequiredField[]): Fault[] {
  return rows.flatMap(([field, term, about, rule]) => {
    const path = field.split('.')
    const around = valueAt(document, path.slice(0, -1))
    if (around === undefined || valueAt(document, path) !== undefined) return []
    return [{ path, message: `is missing: ${about} (${term})`, rule }]
  })
}

function valueAt(document: BillingDocument, path: readonly string[]): unknown {
  let value: unknown = document
  for (const step of path) value = (value as Record<string, unknown> | undefined)?.[step]
  return value
}
