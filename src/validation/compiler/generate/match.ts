// The context of a rule is a pattern (XSLT 2.0, 5.5): it says whether a node matches,
// looking upwards from it.
import { kinds } from '../../runtime/node.ts'
import type { AxisStep, Expression } from '../ast.ts'
import { CompileError } from '../error.ts'
import { asksPosition, asPosition } from '../positional.ts'
import { asBoolean, type Code } from './code.ts'
import { compile } from './expression.ts'
import { functionOf } from './function-of.ts'
import { nameId, newId } from './module-parts.ts'
import { nodeCondition, nodeTest } from './node-test.ts'
import type { Scope } from './scope.ts'

/** One alternative of a pattern. */
export type Match = {
  /** What it can match: nodes of this kind, and with this name (JavaScript) if known. */
  of: 'document' | 'element' | 'attribute'
  name: string | undefined
  /** JavaScript that says whether a node matches. */
  condition: string
  /** Whether the conditions can raise an error, which means no match (XSLT 2.0, 5.5.4). */
  canFail: boolean
}

/** The alternatives of a pattern, for the node in that JavaScript variable. */
export function compilePattern(pattern: Expression, node: string, scope: Scope): Match[] {
  return alternativesOf(pattern).map((alternative) => compileAlternative(alternative, node, scope))
}

type Alternative = { fromRoot: boolean; steps: AxisStep[] }

function alternativesOf(pattern: Expression): Alternative[] {
  switch (pattern.type) {
    case 'parenthesis':
      return alternativesOf(pattern.inner)
    case 'set':
      if (pattern.operator !== 'union') break
      return [...alternativesOf(pattern.left), ...alternativesOf(pattern.right)]
    case 'step':
      return [{ fromRoot: false, steps: [pattern] }]
    case 'filter':
      return alternativesOf(pattern.source).map((alternative) =>
        addPredicates(alternative, pattern.predicates),
      )
    case 'path':
      return pattern.steps.reduce<Alternative[]>(
        (begun, step) =>
          begun.flatMap((before) =>
            alternativesOf(step).map((after) => ({
              fromRoot: before.fromRoot || (before.steps.length === 0 && after.fromRoot),
              steps: [...before.steps, ...after.steps],
            })),
          ),
        [{ fromRoot: pattern.fromRoot, steps: [] }],
      )
  }
  throw new CompileError(`A rule's context cannot be such an expression (${pattern.type})`)
}

function addPredicates({ fromRoot, steps }: Alternative, predicates: Expression[]): Alternative {
  const last = steps.at(-1)
  if (!last) throw new CompileError('The document itself cannot have a predicate')
  return {
    fromRoot,
    steps: [...steps.slice(0, -1), { ...last, predicates: [...last.predicates, ...predicates] }],
  }
}

function compileAlternative({ fromRoot, steps }: Alternative, node: string, scope: Scope): Match {
  const last = steps.at(-1)
  if (!last) return { of: 'document', name: undefined, condition: 'true', canFail: false }
  const of = last.axis === 'attribute' ? 'attribute' : 'element'
  const isElement =
    last.test.test !== 'kind' || last.test.kind === 'element' || last.test.kind === 'attribute'
  // Stylesheets never visit texts and comments, so rules about them would stay silent there.
  if (!isElement) throw new CompileError("A rule's context cannot be such a kind of node")
  return {
    of,
    name: last.test.test === 'name' ? nameId(scope.parts, last.test.name) : undefined,
    condition: upwards({ fromRoot, steps }, steps.length - 1, node, scope),
    canFail: steps.some(({ predicates }) => predicates.length > 0),
  }
}

// The condition that the node matches the steps up to this one.
function upwards(alternative: Alternative, at: number, node: string, scope: Scope): string {
  const { steps, fromRoot } = alternative
  const step = steps[at]!
  if (!['child', 'attribute', 'descendant', 'descendant-or-self'].includes(step.axis)) {
    throw new CompileError(`A rule's context cannot use the axis ${step.axis}`)
  }
  const own = stepCondition(step, node, scope)
  const before = steps[at - 1]
  if (!before) {
    const isFree = !fromRoot || step.axis === 'descendant' || step.axis === 'descendant-or-self'
    return isFree ? own : `${own} && ${node}.parent?.kind === ${kinds.document}`
  }
  const above = newId(scope.parts, 'above')
  const test = (condition: string) => functionOf(scope.parts, [above], condition)
  if (step.axis === 'descendant') {
    return `${own} && someAncestor(${node}, ${test(upwards(alternative, at - 1, above, scope))})`
  }
  if (isAnyDescendant(before)) {
    if (at === 1) return own
    return `${own} && someAncestor(${node}, ${test(upwards(alternative, at - 2, above, scope))})`
  }
  const matches = test(upwards(alternative, at - 1, above, scope))
  return `${own} && ${node}.parent !== null && (${matches})(${node}.parent)`
}

function isAnyDescendant({ axis, test, predicates }: AxisStep): boolean {
  return (
    axis === 'descendant-or-self' &&
    test.test === 'kind' &&
    test.kind === 'node' &&
    predicates.length === 0
  )
}

function stepCondition({ axis, test, predicates }: AxisStep, node: string, scope: Scope): string {
  const conditions = predicates.map((predicate, at) => {
    const inside = { ...scope, context: node, isNode: true }
    const asksPlace = asPosition(predicate) !== undefined || asksPosition(predicate)
    if (!asksPlace) return asCondition(compile(predicate, inside))
    // Positions count among the siblings that pass the test, so this only works for
    // the first predicate.
    if (at > 0)
      throw new CompileError("A rule's context cannot count positions in a second predicate")
    return placeCondition(
      predicate,
      `placeAmong(${node}, ${nodeTest(scope.parts, axis, test)})`,
      inside,
    )
  })
  return [nodeCondition(scope.parts, axis, test, node), ...conditions].join(' && ')
}

function placeCondition(predicate: Expression, place: string, scope: Scope): string {
  const position = asPosition(predicate)
  if (position !== undefined) return `${place}.position === ${position}`
  const id = newId(scope.parts, 'place')
  const value = compile(predicate, {
    ...scope,
    place: { position: `${id}.position`, last: `${id}.last` },
  })
  return `((${id}) => ${asCondition(value)})(${place})`
}

// A number would be a computed position, and then it matters among which siblings it counts.
function asCondition(value: Code): string {
  if (value.kind !== 'nodes' && value.kind !== 'boolean' && value.kind !== 'string') {
    throw new CompileError("A rule's context cannot have a predicate that may be a number")
  }
  return asBoolean(value)
}
