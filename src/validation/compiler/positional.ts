// Whether a predicate depends on the position of its item, so that it must be evaluated per
// list, not per item.
import { contains, type Expression } from './ast.ts'

const numeric = [
  'position',
  'last',
  'count',
  'string-length',
  'number',
  'round',
  'floor',
  'sum',
  'abs',
  'index-of',
]

/** True when the predicate is or may be a number, or calls position() or last() anywhere. */
export function isPositional(predicate: Expression): boolean {
  if (predicate.type === 'parenthesis') return isPositional(predicate.inner)
  if (predicate.type === 'number' || predicate.type === 'arithmetic' || predicate.type === 'negate')
    return true
  if (predicate.type === 'variable' || predicate.type === 'if') return true
  if (
    predicate.type === 'call' &&
    (numeric.includes(predicate.name) || predicate.name.includes(':'))
  )
    return true
  return asksPosition(predicate)
}

/** True when position() or last() is called, at any depth. */
export function asksPosition(expression: Expression): boolean {
  return contains(
    expression,
    (part) => part.type === 'call' && (part.name === 'position' || part.name === 'last'),
  )
}

/** The position given by a literal number. */
export function asPosition(predicate: Expression): number | undefined {
  if (predicate.type === 'parenthesis') return asPosition(predicate.inner)
  return predicate.type === 'number' ? Number(predicate.text) : undefined
}
