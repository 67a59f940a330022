// Path expressions: steps, node tests, predicates and the primary expressions they begin with
// (XPath 2.0, 3.1 and 3.2).
import type { Axis, AxisStep, Expression, NodeKindTest, NodeTest } from './ast.ts'
import { CompileError } from './error.ts'
import { parseExpression, parseSingle } from './parser.ts'
import { isPositional } from './positional.ts'
import { accept, expect, isNext, peek, type Tokens, take } from './tokens.ts'

const axes = new Set<string>([
  ...([
    'child',
    'descendant',
    'attribute',
    'self',
    'descendant-or-self',
    'following-sibling',
  ] satisfies Axis[]),
  ...([
    'following',
    'parent',
    'ancestor',
    'preceding-sibling',
    'preceding',
    'ancestor-or-self',
  ] satisfies Axis[]),
])

const kindTests = new Set<string>([
  ...(['node', 'text', 'comment', 'processing-instruction'] satisfies NodeKindTest[]),
  ...(['element', 'attribute', 'document-node'] satisfies NodeKindTest[]),
])

const anyDescendant: AxisStep = {
  type: 'step',
  axis: 'descendant-or-self',
  test: { test: 'kind', kind: 'node' },
  predicates: [],
}

/** PathExpr. */
export function parsePath(tokens: Tokens): Expression {
  const steps: Expression[] = []
  let fromRoot = false
  if (accept(tokens, '/')) {
    fromRoot = true
    if (!beginsStep(tokens)) return { type: 'path', fromRoot, steps }
  } else if (accept(tokens, '//')) {
    fromRoot = true
    steps.push(anyDescendant)
  }
  steps.push(parseStep(tokens))
  for (;;) {
    if (accept(tokens, '//')) steps.push(anyDescendant)
    else if (!accept(tokens, '/')) break
    steps.push(parseStep(tokens))
  }
  const first = steps[0]!
  if (!fromRoot && steps.length === 1 && first.type !== 'step') return first
  return { type: 'path', fromRoot, steps: steps.reduce(foldDescendants, []) }
}

// descendant-or-self::node()/child::x is descendant::x, unless a predicate counts
// positions among siblings.
function foldDescendants(steps: Expression[], step: Expression): Expression[] {
  const isFoldable =
    steps.at(-1) === anyDescendant &&
    step.type === 'step' &&
    step.axis === 'child' &&
    !step.predicates.some(isPositional)
  return isFoldable ? [...steps.slice(0, -1), { ...step, axis: 'descendant' }] : [...steps, step]
}

function beginsStep(tokens: Tokens): boolean {
  const { kind, text } = peek(tokens)
  return kind === 'symbol' ? ['.', '..', '@', '*', '(', '$'].includes(text) : kind !== 'end'
}

function parseStep(tokens: Tokens): Expression {
  const { kind, text } = peek(tokens)
  const following = peek(tokens, 1)
  if (kind === 'number' || kind === 'string') return parsePrimary(tokens)
  if (kind === 'symbol') {
    if (accept(tokens, '..')) return axisStep(tokens, 'parent', { test: 'kind', kind: 'node' })
    if (accept(tokens, '@')) return axisStep(tokens, 'attribute', parseNodeTest(tokens))
    if (text === '*') return axisStep(tokens, 'child', parseNodeTest(tokens))
    return parsePrimary(tokens)
  }
  if (following.kind === 'symbol' && following.text === '::') return parseNamedAxis(tokens)
  if (following.kind === 'symbol' && following.text === '(' && !kindTests.has(text))
    return parsePrimary(tokens)
  const test = parseNodeTest(tokens)
  const isAttribute = test.test === 'kind' && test.kind === 'attribute'
  return axisStep(tokens, isAttribute ? 'attribute' : 'child', test)
}

function parseNamedAxis(tokens: Tokens): Expression {
  const { text: axis } = take(tokens)
  if (!axes.has(axis)) throw new CompileError(`XPath: there is no axis '${axis}': ${tokens.source}`)
  expect(tokens, '::')
  return axisStep(tokens, axis as Axis, parseNodeTest(tokens))
}

function axisStep(tokens: Tokens, axis: Axis, test: NodeTest): AxisStep {
  return { type: 'step', axis, test, predicates: parsePredicates(tokens) }
}

function parsePredicates(tokens: Tokens): Expression[] {
  const predicates: Expression[] = []
  while (accept(tokens, '[')) {
    predicates.push(parseExpression(tokens))
    expect(tokens, ']')
  }
  return predicates
}

function parseNodeTest(tokens: Tokens): NodeTest {
  const { kind, text } = take(tokens)
  if (kind === 'symbol' && text === '*') return { test: 'any-name' }
  if (kind !== 'name')
    throw new CompileError(`XPath: '${text}' is not the name of a node: ${tokens.source}`)
  if (isNext(tokens, '(') && kindTests.has(text)) {
    take(tokens)
    if (!accept(tokens, ')'))
      throw new CompileError(
        `XPath: ${text}() with an argument is not ` + `supported: ${tokens.source}`,
      )
    return { test: 'kind', kind: text as NodeKindTest }
  }
  if (text.startsWith('*:')) return { test: 'local', local: text.slice(2) }
  if (text.endsWith(':*')) return { test: 'prefix', prefix: text.slice(0, -2) }
  return { test: 'name', name: text }
}

function parsePrimary(tokens: Tokens): Expression {
  const source = parseBarePrimary(tokens)
  const predicates = parsePredicates(tokens)
  return predicates.length === 0 ? source : { type: 'filter', source, predicates }
}

function parseBarePrimary(tokens: Tokens): Expression {
  const { kind, text } = take(tokens)
  if (kind === 'number') return { type: 'number', text }
  if (kind === 'string') return { type: 'string', value: text }
  if (kind === 'symbol') {
    if (text === '.') return { type: 'context' }
    if (text === '$') return { type: 'variable', name: take(tokens).text }
    if (text === '(') return parseParenthesis(tokens)
  }
  if (kind === 'name' && accept(tokens, '(')) {
    return { type: 'call', name: text, arguments: parseArguments(tokens) }
  }
  throw new CompileError(`XPath: unexpected '${text}': ${tokens.source}`)
}

function parseParenthesis(tokens: Tokens): Expression {
  if (accept(tokens, ')')) return { type: 'sequence', items: [] }
  const inner = parseExpression(tokens)
  expect(tokens, ')')
  return { type: 'parenthesis', inner }
}

function parseArguments(tokens: Tokens): Expression[] {
  const list: Expression[] = []
  if (accept(tokens, ')')) return list
  do list.push(parseSingle(tokens))
  while (accept(tokens, ','))
  expect(tokens, ')')
  return list
}
