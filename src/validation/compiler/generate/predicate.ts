// Predicates: expressions in square brackets that keep or drop items (XPath 2.0, 3.2.2).
import type { Expression } from '../ast.ts'
import { asBoolean, asSequence, type Code, isNumber } from './code.ts'
import { dependsOnContext } from './dependency.ts'
import { compile } from './expression.ts'
import { closedFunction, functionOf } from './function-of.ts'
import { inner, type Scope } from './scope.ts'

type Asked = {
  scope: Scope
  isReverse: boolean
  isNode: boolean
}

/** The items that pass all predicates. On a reverse axis, positions count from the end. */
export function applyPredicates(
  source: Code,
  predicates: Expression[],
  scope: Scope,
  isReverse = false,
): Code {
  const isNode = source.kind === 'nodes'
  const js = predicates.reduce(
    (items, predicate) => applyPredicate(items, predicate, { scope, isReverse, isNode }),
    asSequence(source),
  )
  return {
    kind: isNode ? 'nodes' : 'sequence',
    js,
    ...(source.strings ? { strings: 'unknown' } : {}),
  }
}

function applyPredicate(items: string, predicate: Expression, asked: Asked): string {
  const { scope, isReverse, isNode } = asked
  const quick = isNode ? selectByValue(items, predicate, scope) : undefined
  if (quick) return quick
  if (predicate.type === 'number' && /^\d+$/.test(predicate.text)) {
    return `itemAt(${isReverse ? `reverse(${items})` : items}, ${predicate.text})`
  }
  if (isLast(predicate)) return `lastItem(${items}, ${isReverse})`
  const inside = inner(scope, predicate, isNode)
  const value = compile(predicate, inside.scope)
  // The value is the same for each item, so it is evaluated once: looking items up one after
  // another stays linear.
  if (mayBeNumber(value) && !dependsOnContext(predicate, () => true)) {
    const once = functionOf(scope.parts, [], asSequence(value))
    return `pick(${items}, ${isReverse}, ${once})`
  }
  const position = inside.scope.place!.position
  const byPlace = (test: string) =>
    `filterByPlace(${items}, ${isReverse}, ${functionOf(scope.parts, inside.parameters, test)})`
  if (isNumber(value)) return byPlace(`${value.js} === ${position}`)
  if (mayBeNumber(value)) {
    return byPlace(`picks(${asSequence(value)}, ${position})`)
  }
  if (inside.asksPlace) return byPlace(asBoolean(value))
  const closed = isNode ? closedFunction(scope.parts, [inside.item], asBoolean(value)) : undefined
  if (closed) return `filterKept(${items}, ${closed})`
  return `filter(${items}, ${functionOf(scope.parts, [inside.item], asBoolean(value))})`
}

function isLast(predicate: Expression): boolean {
  return (
    predicate.type === 'call' &&
    predicate.arguments.length === 0 &&
    (predicate.name === 'last' || predicate.name === 'fn:last')
  )
}

function mayBeNumber(value: Code): boolean {
  return isNumber(value) || value.kind === 'atomic' || value.kind === 'sequence'
}

/**
 * [path = $value], where the left side depends on the node alone and the right side does not depend
 * on it: rules apply it to the same nodes for one value after another.
 */
function isByValue(
  predicate: Expression,
  scope: Scope,
): predicate is Extract<Expression, { type: 'compare' }> {
  if (predicate.type !== 'compare' || predicate.operator !== '=') return false
  const isGlobal = (variable: string) => scope.variables.get(variable)?.isGlobal ?? false
  const isFixed = !dependsOnContext(predicate.right, isGlobal)
  return !isFixed && !dependsOnContext(predicate.right, () => true)
}

function selectByValue(items: string, predicate: Expression, scope: Scope): string | undefined {
  if (!isByValue(predicate, scope)) return undefined
  const inside = inner(scope, predicate.left, true)
  if (inside.asksPlace) return undefined
  const use = closedFunction(
    scope.parts,
    [inside.item],
    asSequence(compile(predicate.left, inside.scope)),
  )
  return use && `filterByValue(${items}, ${use}, ${asSequence(compile(predicate.right, scope))})`
}
