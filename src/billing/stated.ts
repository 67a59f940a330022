// The document as the caller stated it, with each number literal replaced by its source text.
import type { StatedDocument } from './complete-document.ts'
import type { BillingDocument } from './model/document.ts'
import { NumberLiteral } from './number-literal.ts'

/** Expects a document that documentModel has accepted, so every literal is a decimal. */
export function statedDocument(document: BillingDocument): StatedDocument {
  return withoutLiterals(document) as StatedDocument
}

/** Anything without literals is left as it is: most of a large document need not be copied. */
function withoutLiterals(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof NumberLiteral) return value.value
  return Array.isArray(value)
    ? withoutLiteralItems(value)
    : withoutLiteralFields(value as Record<string, unknown>)
}

function withoutLiteralItems(items: unknown[]): unknown[] {
  let copy: unknown[] | undefined
  for (let index = 0; index < items.length; index++) {
    const plain = withoutLiterals(items[index])
    if (plain === items[index]) continue
    copy ??= [...items]
    copy[index] = plain
  }
  return copy ?? items
}

function withoutLiteralFields(fields: Record<string, unknown>): object {
  let copy: Record<string, unknown> | undefined
  for (const name in fields) {
    const value = fields[name]
    const plain = withoutLiterals(value)
    if (plain === value) continue
    copy ??= { ...fields }
    copy[name] = plain
  }
  return copy ?? fields
}
