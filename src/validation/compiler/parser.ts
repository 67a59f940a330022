// XPath 2.0 text to a syntax tree, by recursive descent over the grammar of XPath 2.0, A.1.
import type {
  ArithmeticOperator,
  Binding,
  Expression,
  GeneralComparison,
  LogicalOperator,
  NodeComparison,
  SequenceType,
  SetOperator,
  ValueComparison,
} from './ast.ts'
import { CompileError } from './error.ts'
import { tokenize } from './lexer.ts'
import { parsePath } from './parse-path.ts'
import { accept, expect, isNext, newTokens, peek, type Tokens, take } from './tokens.ts'

const generalComparisons: readonly string[] = ['=', '!=', '<', '<=', '>', '>=']
const valueComparisons: readonly string[] = ['eq', 'ne', 'lt', 'le', 'gt', 'ge']
const nodeComparisons: readonly string[] = ['is', '<<', '>>']

/** Throws CompileError, with the expression in its message, for anything that is not XPath 2.0. */
export function parseXPath(source: string): Expression {
  const tokens = newTokens(tokenize(source), source)
  const expression = parseExpression(tokens)
  if (peek(tokens).kind !== 'end')
    throw new CompileError(`XPath: '${peek(tokens).text}' is left over in: ${source}`)
  return expression
}

/** Expr: one or more single expressions, separated by commas. */
export function parseExpression(tokens: Tokens): Expression {
  const items = [parseSingle(tokens)]
  while (accept(tokens, ',')) items.push(parseSingle(tokens))
  return items.length === 1 ? items[0]! : { type: 'sequence', items }
}

/** ExprSingle: an expression between commas. */
export function parseSingle(tokens: Tokens): Expression {
  const { kind, text } = peek(tokens)
  const following = peek(tokens, 1)
  if (kind === 'name' && following.kind === 'symbol') {
    if (following.text === '$' && (text === 'for' || text === 'some' || text === 'every')) {
      return parseBinding(tokens, text)
    }
    if (following.text === '(' && text === 'if') return parseIf(tokens)
  }
  return parseOr(tokens)
}

function parseBinding(tokens: Tokens, type: 'for' | 'some' | 'every'): Expression {
  take(tokens)
  const bindings: Binding[] = []
  do {
    expect(tokens, '$')
    const variable = take(tokens).text
    expect(tokens, 'in')
    bindings.push({ variable, in: parseSingle(tokens) })
  } while (accept(tokens, ','))
  expect(tokens, type === 'for' ? 'return' : 'satisfies')
  return { type, bindings, body: parseSingle(tokens) }
}

function parseIf(tokens: Tokens): Expression {
  take(tokens)
  expect(tokens, '(')
  const condition = parseExpression(tokens)
  expect(tokens, ')')
  expect(tokens, 'then')
  const then = parseSingle(tokens)
  expect(tokens, 'else')
  return { type: 'if', condition, then, else: parseSingle(tokens) }
}

function parseOr(tokens: Tokens): Expression {
  return parseLeft(tokens, parseAnd, ['or'], logical)
}

function parseAnd(tokens: Tokens): Expression {
  return parseLeft(tokens, parseComparison, ['and'], logical)
}

function logical(operator: string, left: Expression, right: Expression): Expression {
  return { type: 'logical', operator: operator as LogicalOperator, left, right }
}

function parseComparison(tokens: Tokens): Expression {
  const left = parseRange(tokens)
  const { kind, text } = peek(tokens)
  if (kind !== 'symbol' && kind !== 'name') return left
  if (generalComparisons.includes(text)) {
    take(tokens)
    return { type: 'compare', operator: text as GeneralComparison, left, right: parseRange(tokens) }
  }
  if (valueComparisons.includes(text)) {
    take(tokens)
    return {
      type: 'compare-value',
      operator: text as ValueComparison,
      left,
      right: parseRange(tokens),
    }
  }
  if (nodeComparisons.includes(text)) {
    take(tokens)
    return {
      type: 'compare-nodes',
      operator: text as NodeComparison,
      left,
      right: parseRange(tokens),
    }
  }
  return left
}

function parseRange(tokens: Tokens): Expression {
  const from = parseAdditive(tokens)
  return accept(tokens, 'to') ? { type: 'range', from, to: parseAdditive(tokens) } : from
}

function parseAdditive(tokens: Tokens): Expression {
  return parseLeft(tokens, parseMultiplicative, ['+', '-'], arithmetic)
}

function parseMultiplicative(tokens: Tokens): Expression {
  return parseLeft(tokens, parseUnion, ['*', 'div', 'idiv', 'mod'], arithmetic)
}

function arithmetic(operator: string, left: Expression, right: Expression): Expression {
  return { type: 'arithmetic', operator: operator as ArithmeticOperator, left, right }
}

function parseUnion(tokens: Tokens): Expression {
  return parseLeft(tokens, parseIntersect, ['union', '|'], (_, left, right) =>
    setOf('union', left, right),
  )
}

function parseIntersect(tokens: Tokens): Expression {
  return parseLeft(tokens, parseInstance, ['intersect', 'except'], setOf)
}

function setOf(operator: string, left: Expression, right: Expression): Expression {
  return { type: 'set', operator: operator as SetOperator, left, right }
}

function parseInstance(tokens: Tokens): Expression {
  const operand = parseTreat(tokens)
  if (!accept(tokens, 'instance')) return operand
  expect(tokens, 'of')
  return { type: 'instance', operand, as: parseType(tokens) }
}

function parseTreat(tokens: Tokens): Expression {
  return parseAs(tokens, 'treat', parseCastable)
}

function parseCastable(tokens: Tokens): Expression {
  return parseAs(tokens, 'castable', parseCast)
}

function parseCast(tokens: Tokens): Expression {
  return parseAs(tokens, 'cast', parseUnary)
}

function parseAs(
  tokens: Tokens,
  type: 'treat' | 'castable' | 'cast',
  inner: (tokens: Tokens) => Expression,
): Expression {
  const operand = inner(tokens)
  if (!accept(tokens, type)) return operand
  expect(tokens, 'as')
  return { type, operand, as: type === 'treat' ? parseType(tokens) : parseSingleType(tokens) }
}

// A cast returns at most one value, so a + or * after its type is an operator.
function parseSingleType(tokens: Tokens): SequenceType {
  return { name: take(tokens).text, occurrence: accept(tokens, '?') ? '?' : '' }
}

/** A sequence type on its own, as in the attribute `as` of XSLT. */
export function parseSequenceType(source: string): SequenceType {
  const tokens = newTokens(tokenize(source), source)
  const type = parseType(tokens)
  if (peek(tokens).kind !== 'end')
    throw new CompileError(`XPath: '${source}' is not a sequence type`)
  return type
}

function parseType(tokens: Tokens): SequenceType {
  let { text: name } = take(tokens)
  if (accept(tokens, '(')) {
    name += '()'
    if (!isNext(tokens, ')'))
      throw new CompileError(`XPath: a type with arguments is not supported: ${tokens.source}`)
    take(tokens)
  }
  const occurrence = peek(tokens).kind === 'symbol' ? peek(tokens).text : ''
  if (occurrence !== '?' && occurrence !== '*' && occurrence !== '+')
    return { name, occurrence: '' }
  take(tokens)
  return { name, occurrence }
}

function parseUnary(tokens: Tokens): Expression {
  if (accept(tokens, '-')) return { type: 'negate', operand: parseUnary(tokens) }
  if (accept(tokens, '+')) return { type: 'plus', operand: parseUnary(tokens) }
  return parsePath(tokens)
}

function parseLeft(
  tokens: Tokens,
  inner: (tokens: Tokens) => Expression,
  operators: readonly string[],
  make: (operator: string, left: Expression, right: Expression) => Expression,
): Expression {
  let left = inner(tokens)
  for (;;) {
    const { kind, text } = peek(tokens)
    if ((kind !== 'symbol' && kind !== 'name') || !operators.includes(text)) return left
    take(tokens)
    left = make(text, left, inner(tokens))
  }
}
