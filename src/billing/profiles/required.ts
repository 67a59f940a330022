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
  const faults: Fault[] = []
  for (const [field, term, about, rule] of rows) {
    const path = stepsOf(field)
    if (!isMissing(document, path)) continue
    faults.push({ path: [...path], message: `is missing: ${about} (${term})`, rule })
  }
  return faults
}

/** Fields are written in the source, so their number is limited. */
const knownSteps = new Map<string, readonly string[]>()

function stepsOf(field: string): readonly string[] {
  let steps = knownSteps.get(field)
  if (steps === undefined) {
    steps = field.split('.')
    knownSteps.set(field, steps)
  }
  return steps
}

function isMissing(document: BillingDocument, path: readonly string[]): boolean {
  let value: unknown = document
  for (let at = 0; at < path.length; at++) {
    if (value === undefined) return false
    value = (value as Record<string, unknown>)[path[at]!]
  }
  return value === undefined
}
