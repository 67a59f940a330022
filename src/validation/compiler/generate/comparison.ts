// Comparisons: the general case is a call; the frequent ones, with a string or a number on a side, are plain JavaScript.
import type { Expression, GeneralComparison } from '../ast.ts'
import { asAtomic, asSequence, type Code, isNumber, isSingle, quote } from './code.ts'
import { compile } from './expression.ts'
import { constant } from './module-parts.ts'
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

export function compileComparison(expression: Extract<Expression, { type: 'compare' }>, scope: Scope): Code {
  const left = compile(expression.left, scope)
  const right = compile(expression.right, scope)
  return { kind: 'boolean', js: compare(expression.operator, left, right, scope) }
}

function compare(operator: GeneralComparison, left: Code, right: Code, scope: Scope): string {
  const isEquality = operator === '=' || operator === '!='
  const sign = operator === '=' ? '===' : operator === '!=' ? '!==' : operator
  if (isNumber(left) && isNumber(right)) return `(${left.js} ${sign} ${right.js})`
  const isSame = left.kind === right.kind && (left.kind === 'string' || left.kind === 'boolean')
  if (isEquality && isSame) return `(${left.js} ${sign} ${right.js})`
  if (isEquality) {
    const quick = compareText(operator, left, right, scope) ?? compareText(operator, right, left, scope)
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

// A string beside nodes or beside other strings.
function compareText(operator: '=' | '!=', text: Code, other: Code, scope: Scope): string | undefined {
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
