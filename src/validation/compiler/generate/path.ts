// Paths: steps one after the other. What is known about the nodes so far (at most one? nested?)
// decides whether the results must be sorted; paths of plain names use the document's index.
import type { AxisStep, Expression, NodeTest, Path } from '../ast.ts'
import { isPositional } from '../positional.ts'
import { asSequence, type Code, quote } from './code.ts'
import { compile, contextItem } from './expression.ts'
import { functionOf } from './function-of.ts'
import { constant, nameId, newId } from './module-parts.ts'
import { nodeTest } from './node-test.ts'
import { applyPredicates } from './predicate.ts'
import { inner, type Scope } from './scope.ts'

/** The state of a path after some of its steps. */
type PathLocation = {
  /** `nodes` or `sequence`. */
  code: Code
  /** There is at most one item. */
  isOne: boolean
  /** Some nodes may be inside others, so that a step down may leave document order. */
  isNested: boolean
}

type PlainStep = AxisStep & { test: { test: 'name'; name: string } }

export function compilePath(path: Path, scope: Scope): Code {
  const spread = spreadUnion(path) ?? spreadDescendants(path)
  if (spread) return compile(spread, scope)
  const { place, next } = start(path, scope)
  let at = next
  let here = place
  while (at < path.steps.length) {
    const names = plainNames(path.steps, at)
    if (here.code.only !== undefined && names.length > 1) {
      here = followNames(here.code.only, names, scope)
      at += names.length
    } else {
      here = takeStep(here, path.steps[at]!, scope)
      at++
    }
  }
  return here.code
}

// (a | b)/c is a/c | b/c, and paths of plain names are fast.
function spreadUnion({ fromRoot, steps }: Path): Expression | undefined {
  const [first, ...rest] = steps
  if (fromRoot || first?.type !== 'parenthesis' || rest.length === 0) return undefined
  const alternatives = unionOf(first.inner)
  const isPlain = (step: Expression) => step.type === 'step' && !step.predicates.some(isPositional)
  if (alternatives.length < 2 || !rest.every(isPlain)) return undefined
  const paths = alternatives.map((alternative): Path | undefined => {
    const isPath = alternative.type === 'path' && !alternative.fromRoot
    const ownSteps = isPath ? alternative.steps : []
    if (ownSteps.length === 0 || plainNames(ownSteps, 0).length < ownSteps.length) return undefined
    return { type: 'path', fromRoot: false, steps: [...ownSteps, ...rest] }
  })
  if (!paths.every((path) => path !== undefined)) return undefined
  return (paths as Expression[]).reduce((left, right) => ({
    type: 'set',
    operator: 'union',
    left,
    right,
  }))
}

// //(a | b) is //a | //b: each is found by its name, without walking the whole document.
function spreadDescendants({ fromRoot, steps }: Path): Expression | undefined {
  const [anywhere, names, ...rest] = steps
  if (!fromRoot || anywhere?.type !== 'step' || anywhere.axis !== 'descendant-or-self')
    return undefined
  const isAnyNode = anywhere.test.test === 'kind' && anywhere.test.kind === 'node'
  if (!isAnyNode || anywhere.predicates.length > 0 || names?.type !== 'parenthesis')
    return undefined
  const alternatives = unionOf(names.inner).map(onlyStep)
  if (alternatives.length < 2 || !alternatives.every((step) => step !== undefined)) return undefined
  const found = alternatives.map(
    (step): Expression => ({ type: 'path', fromRoot, steps: [{ ...step, axis: 'descendant' }] }),
  )
  const source = found.reduce((left, right) => ({ type: 'set', operator: 'union', left, right }))
  if (rest.length === 0) return source
  return { type: 'path', fromRoot: false, steps: [{ type: 'parenthesis', inner: source }, ...rest] }
}

/** The step of a path that consists of a single child name. */
function onlyStep(path: Expression): PlainStep | undefined {
  const isPath = path.type === 'path' && !path.fromRoot && path.steps.length === 1
  const [step] = isPath ? path.steps : []
  return step && isPlainStep(step) ? step : undefined
}

function unionOf(expression: Expression): Expression[] {
  if (expression.type === 'parenthesis') return unionOf(expression.inner)
  const isUnion = expression.type === 'set' && expression.operator === 'union'
  return isUnion ? [...unionOf(expression.left), ...unionOf(expression.right)] : [expression]
}

function start(path: Path, scope: Scope): { place: PathLocation; next: number } {
  const [first, second] = path.steps
  if (path.fromRoot) return startAtRoot(path, scope)
  if (first!.type === 'step') {
    const code = contextItem(scope)
    return { place: { code, isOne: true, isNested: false }, next: 0 }
  }
  const code = compile(first!, scope)
  const isOne = code.only !== undefined
  const list: Code = { kind: code.kind === 'nodes' ? 'nodes' : 'sequence', js: asSequence(code) }
  if (isOne && second !== undefined) list.only = code.only!
  if (code.strings) list.strings = code.strings
  return { place: { code: list, isOne, isNested: !isOne }, next: 1 }
}

function startAtRoot({ steps }: Path, scope: Scope): { place: PathLocation; next: number } {
  const [first, second] = steps
  const document: PathLocation = {
    code: { kind: 'nodes', js: '[document]', only: 'document' },
    isOne: true,
    isNested: false,
  }
  if (first?.type !== 'step') return { place: document, next: 0 }
  if (first.axis === 'descendant' && first.test.test === 'name') {
    const js = `elementsNamed(document, ${nameId(scope.parts, first.test.name)})`
    const code = applyPredicates({ kind: 'nodes', js }, first.predicates, scope)
    return { place: { code, isOne: false, isNested: true }, next: 1 }
  }
  const isAnywhere = first.axis === 'descendant-or-self' && first.predicates.length === 0
  if (
    isAnywhere &&
    second?.type === 'step' &&
    second.axis === 'attribute' &&
    second.test.test === 'name'
  ) {
    const js = `attributesNamed(document, ${nameId(scope.parts, second.test.name)})`
    const code = applyPredicates({ kind: 'nodes', js }, second.predicates, scope)
    return { place: { code, isOne: false, isNested: false }, next: 2 }
  }
  const isRootElement = first.axis === 'child' && first.predicates.length === 0
  const names = plainNames(steps, 1)
  if (
    isRootElement &&
    names.length > 0 &&
    (first.test.test === 'name' || first.test.test === 'any-name')
  ) {
    const root = first.test.test === 'name' ? nameId(scope.parts, first.test.name) : '0'
    const js = `fromRoot(document, ${root}, ${pathConstant(names, scope)})`
    return {
      place: { code: { kind: 'nodes', js }, isOne: false, isNested: false },
      next: 1 + names.length,
    }
  }
  return { place: document, next: 0 }
}

/** The names of the steps from there on that are child names without predicates. */
export function plainNames(steps: Expression[], from: number): string[] {
  const names: string[] = []
  for (let at = from; at < steps.length && isPlainStep(steps[at]!); at++) {
    names.push((steps[at] as PlainStep).test.name)
  }
  return names
}

function isPlainStep(step: Expression): step is PlainStep {
  return (
    step.type === 'step' &&
    step.axis === 'child' &&
    step.test.test === 'name' &&
    step.predicates.length === 0
  )
}

function pathConstant(names: string[], scope: Scope): string {
  return constant(
    scope.parts,
    `[${names.map((name) => nameId(scope.parts, name)).join(', ')}]`,
    'path',
  )
}

function followNames(only: string, names: string[], scope: Scope): PathLocation {
  const path = pathConstant(names, scope)
  const code: Code = {
    kind: 'nodes',
    js: `along(${only}, ${path})`,
    exists: `leadsSomewhere(${only}, ${path})`,
  }
  return { code, isOne: false, isNested: false }
}

function takeStep(here: PathLocation, step: Expression, scope: Scope): PathLocation {
  return step.type === 'step' ? takeAxisStep(here, step, scope) : mapStep(here, step, scope)
}

const reverseAxes = ['ancestor', 'ancestor-or-self', 'preceding', 'preceding-sibling']
const deepAxes = [
  'descendant',
  'descendant-or-self',
  'ancestor',
  'ancestor-or-self',
  'preceding',
  'following',
]

function takeAxisStep(here: PathLocation, step: AxisStep, scope: Scope): PathLocation {
  const { axis, test, predicates } = step
  const isReverse = reverseAxes.includes(axis)
  const isPerNode = !here.isOne && predicates.some(isPositional)
  const code = isPerNode
    ? stepPerNode(here, step, scope, isReverse)
    : applyIfAny(walkFrom(here.code, here.isOne, step, scope), predicates, scope, isReverse)
  const isOne = here.isOne && (axis === 'parent' || axis === 'self')
  const keepsOrder =
    here.isOne || axis === 'self' || axis === 'attribute' || (isDownward(axis) && !here.isNested)
  const isNested =
    axis !== 'attribute' && (deepAxes.includes(axis) || (!here.isOne && isNestedAfter(here, axis)))
  const ordered: Code = keepsOrder ? code : { kind: 'nodes', js: `inOrder(${code.js})` }
  return { code: { ...ordered, ...oneOf(here, axis, test, predicates) }, isOne, isNested }
}

// self::node() of one is that one; anything else may be empty.
function oneOf(
  here: PathLocation,
  axis: string,
  test: NodeTest,
  predicates: Expression[],
): { only?: string } {
  const isSame =
    axis === 'self' && test.test === 'kind' && test.kind === 'node' && predicates.length === 0
  return isSame && here.code.only !== undefined ? { only: here.code.only } : {}
}

function isDownward(axis: string): boolean {
  return axis === 'child' || axis === 'descendant' || axis === 'descendant-or-self'
}

function isNestedAfter(here: PathLocation, axis: string): boolean {
  return here.isNested || (axis !== 'child' && axis !== 'self')
}

function applyIfAny(code: Code, predicates: Expression[], scope: Scope, isReverse: boolean): Code {
  return predicates.length === 0 ? code : applyPredicates(code, predicates, scope, isReverse)
}

// A predicate with positions counts among the results of one node.
function stepPerNode(here: PathLocation, step: AxisStep, scope: Scope, isReverse: boolean): Code {
  const node = newId(scope.parts, 'from')
  const from: Code = { kind: 'nodes', js: `[${node}]`, only: node }
  const code = applyPredicates(walkFrom(from, true, step, scope), step.predicates, scope, isReverse)
  return {
    kind: 'nodes',
    js: `flatMap(${here.code.js}, ${functionOf(scope.parts, [node], code.js)})`,
  }
}

function walkFrom(
  { js, only }: Code,
  isOne: boolean,
  { axis, test }: AxisStep,
  scope: Scope,
): Code {
  const isName = test.test === 'name'
  if (axis === 'child' && isName) {
    const name = nameId(scope.parts, test.name)
    return only === undefined
      ? {
          kind: 'nodes',
          js: `childrenOfAll(${js}, ${name})`,
          exists: `someHasChild(${js}, ${name})`,
        }
      : { kind: 'nodes', js: `childrenOf(${only}, ${name})`, exists: `hasChild(${only}, ${name})` }
  }
  if (axis === 'child' && test.test === 'any-name' && only !== undefined) {
    return { kind: 'nodes', js: `elementsIn(${only})`, exists: `hasElements(${only})` }
  }
  if (axis === 'attribute' && isName) {
    const name = nameId(scope.parts, test.name)
    return only === undefined
      ? { kind: 'nodes', js: `attributesOfAll(${js}, ${name})` }
      : {
          kind: 'nodes',
          js: `attributesOf(${only}, ${name})`,
          exists: `hasAttribute(${only}, ${name})`,
        }
  }
  if (axis === 'preceding' && isName && only !== undefined) {
    return {
      kind: 'nodes',
      js: `precedingNamed(document, ${only}, ${nameId(scope.parts, test.name)})`,
    }
  }
  if (axis === 'parent' && test.test === 'kind' && test.kind === 'node') {
    if (only !== undefined) return { kind: 'nodes', js: `parentOf(${only})` }
    return { kind: 'nodes', js: isOne ? `flatMap(${js}, parentOf)` : `parentsOf(${js})` }
  }
  return { kind: 'nodes', js: `walk(${js}, ${quote(axis)}, ${nodeTest(scope.parts, axis, test)})` }
}

// A step that is not an axis step: an expression for each item so far.
function mapStep(here: PathLocation, step: Expression, scope: Scope): PathLocation {
  const isNode = here.code.kind === 'nodes'
  const inside = inner(scope, step, isNode)
  const value = compile(step, inside.scope)
  const items = here.code.js
  const isNodes = value.kind === 'nodes'
  const place = (code: Code): PathLocation => ({ code, isOne: false, isNested: isNodes })
  if (inside.asksPlace) {
    const js =
      `flatMapByPlace(${items}, ` +
      `${functionOf(scope.parts, inside.parameters, asSequence(value))})`
    return place(isNodes ? { kind: 'nodes', js: `inOrder(${js})` } : { kind: 'sequence', js })
  }
  const each = (js: string) => functionOf(scope.parts, [inside.item], js)
  switch (value.kind) {
    case 'string':
      return place({ kind: 'sequence', js: `${items}.map(${each(value.js)})`, strings: 'unknown' })
    case 'boolean':
    case 'double':
      return place({ kind: 'sequence', js: `${items}.map(${each(value.js)})` })
    case 'integer':
      return place({ kind: 'sequence', js: `${items}.map(${each(`integer(${value.js})`)})` })
    case 'atomic':
      return place({ kind: 'sequence', js: `mapSome(${items}, ${each(value.js)})` })
    case 'sequence':
      return place({ kind: 'sequence', js: `flatMap(${items}, ${each(value.js)})` })
    case 'nodes':
      return place({ kind: 'nodes', js: `inOrder(flatMap(${items}, ${each(value.js)}))` })
  }
}
