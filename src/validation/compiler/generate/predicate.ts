// Predicates: what stands in square brackets keeps or drops items (XPath 2.0, 3.2.2).
import type { Expression } from '../ast.ts'
import { asBoolean, asSequence, type Code, isNumber } from './code.ts'
import { compile } from './expression.ts'
import { functionOf } from './function-of.ts'
import { inner, type Scope } from './scope.ts'

/** The items that pass all predicates. On a reverse axis positions count from the end. */
export function applyPredicates(
  source: Code,
  predicates: Expression[],
  scope: Scope,
  isReverse = false,
): Code {
  const kind = source.kind === 'nodes' ? 'nodes' : 'sequence'
  const js = predicates.reduce(
    (items, predicate) => applyPredicate(items, predicate, { scope, isReverse, isNode: kind === 'nodes' }),
    asSequence(source),
  )
  return { kind, js, ...(source.strings ? { strings: 'unknown' } : {}) }
}

function applyPredicate(
  items: string,
  predicate: Expression,
  { scope, isReverse, isNode }: { scope: Scope; isReverse: boolean; isNode: boolean },
): string {
  if (predicate.type === 'number' && /^\d+$/.test(predicate.text)) {
    return `itemAt(${isReverse ? `reverse(${items})` : items}, ${predicate.text})`
  }
  const inside = inner(scope, predicate, isNode)
  const value = compile(predicate, inside.scope)
  const position = inside.scope.place!.position
  const byPlace = (test: string) =>
    `filterByPlace(${items}, ${isReverse}, ${functionOf(scope.parts, inside.parameters, test)})`
  if (isNumber(value)) return byPlace(`${value.js} === ${position}`)
  if (value.kind === 'atomic' || value.kind === 'sequence') {
    return byPlace(`picks(${asSequence(value)}, ${position})`)
  }
  if (inside.asksPlace) return byPlace(asBoolean(value))
  return `filter(${items}, ${functionOf(scope.parts, [inside.item], asBoolean(value))})`
}
