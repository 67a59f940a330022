// The document as the caller stated it, with each number literal replaced by its source text.
import type { StatedDocument } from './complete-document.ts'
import type { BillingDocument } from './model/document.ts'
import { NumberLiteral } from './number-literal.ts'

/** Expects a document that documentModel has accepted: there every literal is a decimal. */
export function statedDocument(document: BillingDocument): StatedDocument {
  return withoutLiterals(document) as StatedDocument
}

/** What holds no literal is left as it is: most of a large document need not be copied. */
function withoutLiterals(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof NumberLiteral) return value.value
  if (Array.isArray(value)) {
    const items = value.map(withoutLiterals)
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  const changes: [string, unknown][] = []
  for (const [key, item] of Object.entries(value)) {
    const plain = withoutLiterals(item)
    if (plain !== item) changes.push([key, plain])
  }
  return changes.length === 0 ? value : { ...value, ...Object.fromEntries(changes) }
}
