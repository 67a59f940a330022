// Comparisons: the general case is a call; the frequent ones, with a string or a number on one
// side, are plain JavaScript.
import type { Expression, GeneralComparison } from '../ast.ts'
import { asAtomic, asSequence, type Code, isNumber, isSingle, quote } from './code.ts'
import { compile, contextItem } from './expression.ts'
import { constant, nameId } from './module-parts.ts'
import type { Scope } from './scope.ts'

const mirrored: Record<GeneralComparison, GeneralComparison> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}

const general = { eq: '=', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=' } as const

export function compileComparison(
  expression: Extract<Expression, { type: 'compare' }>,
  scope: Scope,
): Code {
  const quick = compareWithPreceding(expression, scope)
  if (quick) return { kind: 'boolean', js: quick }
  const left = compile(expression.left, scope)
  const right = compile(expression.right, scope)
  return { kind: 'boolean', js: compare(expression.operator, left, right, scope) }
}

// preceding::name = …, which asks for each of many nodes whether its text is new.
function compareWithPreceding(
  { operator, left, right }: Extract<Expression, { type: 'compare' }>,
  scope: Scope,
): string | undefined {
  const name = operator === '=' ? precedingName(left) : undefined
  const node = name === undefined ? undefined : contextItem(scope).only
  if (name === undefined || node === undefined) return undefined
  const values = asSequence(compile(right, scope))
  return `somePrecedingEquals(document, ${node}, ${nameId(scope.parts, name)}, ${values})`
}

/** The name in preceding::name and in preceding::name/. */
function precedingName(expression: Expression): string | undefined {
  if (expression.type !== 'path' || expression.fromRoot) return undefined
  const [first, ...rest] = expression.steps
  const isIt = first?.type === 'step' && first.axis === 'preceding' && first.predicates.length === 0
  const isWhole = rest.every(({ type }) => type === 'context')
  return isIt && isWhole && first.test.test === 'name' ? first.test.name : undefined
}

function compare(operator: GeneralComparison, left: Code, right: Code, scope: Scope): string {
  const isEquality = operator === '=' || operator === '!='
  const sign = operator === '=' ? '===' : operator === '!=' ? '!==' : operator
  if (isNumber(left) && isNumber(right)) return `(${left.js} ${sign} ${right.js})`
  const isSame = left.kind === right.kind && (left.kind === 'string' || left.kind === 'boolean')
  if (isEquality && isSame) return `(${left.js} ${sign} ${right.js})`
  if (isEquality) {
    const quick =
      compareText(operator, left, right, scope) ?? compareText(operator, right, left, scope)
    if (quick) return quick
  }
  const relation = quote(operator)
  if (isSingle(left) && isSingle(right))
    return `compareOnes(${relation}, ${asAtomic(left)}, ${asAtomic(right)})`
  if (isSingle(right)) return `compareWithOne(${relation}, ${asSequence(left)}, ${asAtomic(right)})`
  if (isSingle(left)) {
    return `compareWithOne(${quote(mirrored[operator])}, ${asSequence(right)}, ${asAtomic(left)})`
  }
  return `compareSequences(${relation}, ${asSequence(left)}, ${asSequence(right)})`
}

// A string compared with nodes or with other strings.
function compareText(
  operator: '=' | '!=',
  text: Code,
  other: Code,
  scope: Scope,
): string | undefined {
  if (text.kind !== 'string') return undefined
  if (other.kind === 'nodes')
    return `${operator === '=' ? 'someEquals' : 'someDiffers'}(${other.js}, ${text.js})`
  if (operator !== '=' || other.strings === undefined) return undefined
  if (other.strings === 'unknown') return `${other.js}.includes(${text.js})`
  return `${constant(scope.parts, `new Set(${JSON.stringify(other.strings)})`)}.has(${text.js})`
}

export function compileValueComparison(
  expression: Extract<Expression, { type: 'compare-value' }>,
  scope: Scope,
): Code {
  const [left, right] = [compile(expression.left, scope), compile(expression.right, scope)]
  const relation = quote(general[expression.operator])
  return { kind: 'atomic', js: `compareValues(${relation}, ${asAtomic(left)}, ${asAtomic(right)})` }
}
