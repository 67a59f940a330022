// Expressions to JavaScript. Paths, comparisons and calls have files of their own.
import type { Expression } from '../ast.ts'
import { CompileError } from '../error.ts'
import { compileCall } from './call.ts'
import { asAtomic, asBoolean, asSequence, type Code, isNumber, isSingle, quote } from './code.ts'
import { compileComparison, compileValueComparison } from './comparison.ts'
import { dependsOnContext, isCostly } from './dependency.ts'
import { functionOf } from './function-of.ts'
import { constant, keptValue, newId, schemaType } from './module-parts.ts'
import { compilePath } from './path.ts'
import { applyPredicates } from './predicate.ts'
import type { Scope, VariableCode } from './scope.ts'
import { castName } from './types.ts'

/** Throws CompileError for anything unknown. */
export function compile(expression: Expression, scope: Scope): Code {
  const isHoisted =
    scope.mayHoist &&
    isCostly(expression) &&
    !dependsOnContext(expression, (name) => scope.variables.get(name)?.isGlobal ?? false)
  return isHoisted ? hoist(expression, scope) : compileInPlace(expression, scope)
}

function hoist(expression: Expression, scope: Scope): Code {
  const { parts } = scope
  const key = JSON.stringify(expression)
  const known = parts.hoisted.get(key)
  if (known) return known
  const { kind, js, strings } = compileInPlace(expression, {
    ...scope,
    context: 'document',
    mayHoist: false,
  })
  const code: Code = { kind, js: keptValue(parts, js), ...(strings ? { strings } : {}) }
  parts.hoisted.set(key, code)
  return code
}

function compileInPlace(expression: Expression, scope: Scope): Code {
  switch (expression.type) {
    case 'number':
      return compileNumber(expression.text, scope)
    case 'string':
      return { kind: 'string', js: quote(expression.value), literal: expression.value }
    case 'context':
      return contextItem(scope)
    case 'variable':
      return compileVariable(expression.name, scope)
    case 'parenthesis':
      return compile(expression.inner, scope)
    case 'sequence':
      return compileSequence(expression.items, scope)
    case 'step':
      return compilePath({ type: 'path', fromRoot: false, steps: [expression] }, scope)
    case 'path':
      return compilePath(expression, scope)
    case 'filter':
      return applyPredicates(compile(expression.source, scope), expression.predicates, scope)
    case 'call':
      return compileCall(expression, scope)
    case 'if':
      return compileIf(expression, scope)
    case 'for':
    case 'some':
    case 'every':
      return compileBindings(expression, scope)
    case 'logical':
      return compileLogical(expression, scope)
    case 'arithmetic':
      return compileArithmetic(expression, scope)
    case 'negate':
      return compileNegation(compile(expression.operand, scope))
    case 'plus':
      return compileArithmetic(
        {
          type: 'arithmetic',
          operator: '+',
          left: { type: 'number', text: '0' },
          right: expression.operand,
        },
        scope,
      )
    case 'set':
      return compileSet(expression, scope)
    case 'compare':
      return compileComparison(expression, scope)
    case 'compare-value':
      return compileValueComparison(expression, scope)
    case 'compare-nodes': {
      const [left, right] = [compile(expression.left, scope), compile(expression.right, scope)]
      const js =
        `compareNodes(${quote(expression.operator)}, ${asSequence(left)}, ` +
        `${asSequence(right)})`
      return { kind: 'boolean', js }
    }
    case 'range': {
      const [from, to] = [compile(expression.from, scope), compile(expression.to, scope)]
      return { kind: 'sequence', js: `range(${asAtomic(from)}, ${asAtomic(to)})` }
    }
    case 'cast':
    case 'castable':
    case 'instance':
    case 'treat':
      return compileTypeExpression(expression, scope)
  }
}

function compileNumber(text: string, scope: Scope): Code {
  if (/[eE]/.test(text)) return { kind: 'double', js: String(Number(text)) }
  // Small enough that sums of a few stay exact as numbers.
  const isSmall = /^\d{1,9}$/.test(text)
  if (isSmall) return { kind: 'integer', js: String(Number(text)) }
  return { kind: 'atomic', js: constant(scope.parts, `parseDecimal(${quote(text)})`) }
}

/** The context item as code; throws if there is none. */
export function contextItem({ context, isNode }: Scope): Code {
  if (context === undefined) throw new CompileError('There is no context item here')
  return { kind: isNode ? 'nodes' : 'sequence', js: `[${context}]`, only: context }
}

function compileVariable(name: string, scope: Scope): Code {
  const found = scope.variables.get(name)
  if (!found) throw new CompileError(`There is no variable $${name}`)
  const { isGlobal: _, ...code } = found
  return code
}

function compileSequence(items: Expression[], scope: Scope): Code {
  if (items.length === 0) return { kind: 'sequence', js: 'nothing' }
  const codes = items.map((item) => compile(item, scope))
  const literals = codes.flatMap(({ literal }) => (literal === undefined ? [] : [literal]))
  const parts = codes.map((code) =>
    isSingle(code) && code.kind !== 'atomic' && code.kind !== 'integer'
      ? code.js
      : `...${asSequence(code)}`,
  )
  if (literals.length < codes.length) return { kind: 'sequence', js: `[${parts.join(', ')}]` }
  return { kind: 'sequence', js: constant(scope.parts, `[${parts.join(', ')}]`), strings: literals }
}

function compileIf(expression: Extract<Expression, { type: 'if' }>, scope: Scope): Code {
  const condition = asBoolean(compile(expression.condition, scope))
  const then = compile(expression.then, scope)
  const otherwise = compile(expression.else, scope)
  const choose = (a: string, b: string) => `(${condition} ? ${a} : ${b})`
  if (then.kind === otherwise.kind) return { kind: then.kind, js: choose(then.js, otherwise.js) }
  if (isSingle(then) && isSingle(otherwise)) {
    return { kind: 'atomic', js: choose(asAtomic(then), asAtomic(otherwise)) }
  }
  return { kind: 'sequence', js: choose(asSequence(then), asSequence(otherwise)) }
}

function compileBindings(
  expression: Extract<Expression, { type: 'for' | 'some' | 'every' }>,
  scope: Scope,
): Code {
  const asComparison = simplerForm(expression)
  if (asComparison) return compile(asComparison, scope)
  const variables = new Map(scope.variables)
  const loops = expression.bindings.map((binding) => {
    const sequence = compile(binding.in, { ...scope, variables: new Map(variables) })
    const item = newId(scope.parts, 'each')
    variables.set(binding.variable, itemOf(sequence, item))
    return { item, sequence: asSequence(sequence) }
  })
  const body = compile(expression.body, { ...scope, variables })
  const isLoop = expression.type === 'for'
  const js = loops.reduceRight(
    (code, { item, sequence }) =>
      `${isLoop ? 'flatMap' : expression.type}(${sequence}, ` +
      `${functionOf(scope.parts, [item], code)})`,
    isLoop ? asSequence(body) : asBoolean(body),
  )
  return { kind: isLoop ? 'sequence' : 'boolean', js }
}

function itemOf(sequence: Code, item: string): VariableCode {
  if (sequence.strings !== undefined) return { kind: 'string', js: item, isGlobal: false }
  const kind = sequence.kind === 'nodes' ? 'nodes' : 'sequence'
  return { kind, js: `[${item}]`, only: item, isGlobal: false }
}

// `some $x in S satisfies E = $x`, by which rules test for codes in a list, is `E = S`,
// which evaluates E once.
function simplerForm({
  type,
  bindings,
  body,
}: Extract<Expression, { type: 'for' | 'some' | 'every' }>): Expression | undefined {
  const [binding, ...more] = bindings
  if (type !== 'some' || binding === undefined || more.length > 0) return undefined
  if (body.type === 'parenthesis') return simplerForm({ type, bindings, body: body.inner })
  if (body.type !== 'compare' || body.operator !== '=') return undefined
  const isVariable = (side: Expression) =>
    side.type === 'variable' && side.name === binding.variable
  const other = isVariable(body.left) ? body.right : isVariable(body.right) ? body.left : undefined
  if (other === undefined) return undefined
  // Unless it uses the variable, the other side is the same for each item.
  const dependsOnItem = dependsOnContext(other, (name) => name !== binding.variable, {
    hasContext: true,
    variables: new Set(),
  })
  return dependsOnItem
    ? undefined
    : { type: 'compare', operator: '=', left: other, right: binding.in }
}

function compileLogical(expression: Extract<Expression, { type: 'logical' }>, scope: Scope): Code {
  const left = asBoolean(compile(expression.left, scope))
  const right = asBoolean(compile(expression.right, scope))
  return {
    kind: 'boolean',
    js: `(${left} ${expression.operator === 'and' ? '&&' : '||'} ${right})`,
  }
}

function compileArithmetic(
  expression: Extract<Expression, { type: 'arithmetic' }>,
  scope: Scope,
): Code {
  const { operator } = expression
  const left = compile(expression.left, scope)
  const right = compile(expression.right, scope)
  const isPlain = operator === '+' || operator === '-'
  if (isPlain && left.kind === 'integer' && right.kind === 'integer') {
    return { kind: 'integer', js: `(${left.js} ${operator} ${right.js})` }
  }
  const isInexact =
    isNumber(left) && isNumber(right) && (left.kind === 'double' || right.kind === 'double')
  if (isInexact && operator !== 'idiv') {
    const sign = { '+': '+', '-': '-', '*': '*', div: '/', mod: '%' }[operator]
    return { kind: 'double', js: `(${left.js} ${sign} ${right.js})` }
  }
  return {
    kind: 'atomic',
    js: `arithmetic(${quote(operator)}, ${asAtomic(left)}, ${asAtomic(right)})`,
  }
}

function compileNegation(operand: Code): Code {
  if (isNumber(operand)) return { kind: operand.kind, js: `(-${operand.js})` }
  return { kind: 'atomic', js: `opposite(${asAtomic(operand)})` }
}

function compileSet(expression: Extract<Expression, { type: 'set' }>, scope: Scope): Code {
  const left = compile(expression.left, scope)
  const right = compile(expression.right, scope)
  const js = `${expression.operator}(${asSequence(left)}, ${asSequence(right)})`
  const isEither =
    expression.operator === 'union' && left.kind === 'nodes' && right.kind === 'nodes'
  if (!isEither) return { kind: 'nodes', js }
  return { kind: 'nodes', js, exists: `(${asBoolean(left)} || ${asBoolean(right)})` }
}

const nodeTypes: Record<string, number> = {
  'element()': 1,
  'attribute()': 2,
  'text()': 3,
  'document-node()': 9,
}

function compileTypeExpression(
  expression: Extract<Expression, { type: 'cast' | 'castable' | 'instance' | 'treat' }>,
  scope: Scope,
): Code {
  const operand = compile(expression.operand, scope)
  const { name, occurrence } = expression.as
  if (expression.type === 'instance') {
    const kind = nodeTypes[name]
    if (kind === undefined || occurrence !== '')
      throw new CompileError(`instance of ${name} is not supported`)
    return { kind: 'boolean', js: `isOneNode(${asSequence(operand)}, ${kind})` }
  }
  if (expression.type === 'treat') throw new CompileError('treat as is not supported')
  const type = quote(castName(schemaType(scope.parts, name)))
  if (expression.type === 'castable') {
    return {
      kind: 'boolean',
      js: `isCastable(${asSequence(operand)}, ${type}, ${occurrence === '?'})`,
    }
  }
  return {
    kind: 'atomic',
    js: `${occurrence === '?' ? 'cast' : 'castOne'}(${asAtomic(operand)}, ${type})`,
  }
}
