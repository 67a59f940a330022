// The document as the caller stated it, with each number literal replaced by its source text.
import type { StatedDocument } from './complete-document.ts'
import type { BillingDocument } from './model/document.ts'
import { NumberLiteral } from './number-literal.ts'

/** Expects a document that documentModel has accepted: there every literal is a decimal. */
export function statedDocument(document: BillingDocument): StatedDocument {
  return withoutLiterals(document) as StatedDocument
}

function withoutLiterals(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLiterals)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof NumberLiteral) return value.value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutLiterals(item)]))
}
