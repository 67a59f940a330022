// Comparisons: general ones of sequences (XPath 2.0, 3.5.2), value comparisons of single values
// (3.5.1), and of nodes (3.5.3).
import { toBoolean, toDate, toDouble } from './casts.ts'
import { DateTimeValue, DurationValue } from './date-time.ts'
import { compareDecimals, Decimal } from './decimal.ts'
import { fail } from './error.ts'
import { RuleNode, stringValue } from './node.ts'
import { spend } from './steps.ts'
import {
  type Atomic,
  atomize,
  DateValue,
  type Item,
  type Nodes,
  type Sequence,
  textOf,
  Untyped,
} from './values.ts'

export type Relation = '=' | '!=' | '<' | '<=' | '>' | '>='

/** True when the relation holds between some item on the left and some item on the right. */
export function compareSequences(relation: Relation, left: Sequence, right: Sequence): boolean {
  if (relation === '=' && left.length * right.length > pairsMax) {
    // The longer side is most often a list of codes, the same one for every document.
    const [few, many] = left.length < right.length ? [left, right] : [right, left]
    const texts = few.every(isTextual) ? textSetOf(many) : undefined
    spend(few.length)
    if (texts) return few.some((item) => texts.has(textOf(item)))
  }
  for (const item of left) if (compareWithAny(relation, atomize(item), right)) return true
  return false
}

/** From this number of pairs on, strings are compared through a set, to stay linear. */
const pairsMax = 64

// Sequences never change once they are made.
const textSets = new WeakMap<Sequence, Set<string>>()

/** The strings of a sequence; undefined when it contains values of other types. */
function textSetOf(items: Sequence): Set<string> | undefined {
  const known = textSets.get(items)
  if (known) return known
  if (!items.every(isTextual)) return undefined
  const texts = new Set(items.map(textOf))
  textSets.set(items, texts)
  return texts
}

export function isTextual(item: Item): boolean {
  return item instanceof RuleNode || isText(item)
}

function compareWithAny(relation: Relation, left: Atomic, right: Sequence): boolean {
  spend(right.length)
  for (const item of right) if (compareAtomic(relation, left, atomize(item))) return true
  return false
}

/** Like compareSequences, with at most one value on the right. */
export function compareWithOne(
  relation: Relation,
  left: Sequence,
  right: Atomic | undefined,
): boolean {
  if (right === undefined) return false
  spend(left.length)
  for (const item of left) if (compareAtomic(relation, atomize(item), right)) return true
  return false
}

export function compareOnes(
  relation: Relation,
  left: Item | undefined,
  right: Item | undefined,
): boolean {
  if (left === undefined || right === undefined) return false
  return compareAtomic(relation, atomize(left), atomize(right))
}

/** Whether a node's text is this one. */
export function someEquals(nodes: Nodes, text: string): boolean {
  spend(nodes.length)
  for (const node of nodes) if (stringValue(node) === text) return true
  return false
}

export function someDiffers(nodes: Nodes, text: string): boolean {
  spend(nodes.length)
  for (const node of nodes) if (stringValue(node) !== text) return true
  return false
}

/** A value comparison: an untyped value counts as a string. Undefined when one side is empty. */
export function compareValues(
  relation: Relation,
  left: Atomic | undefined,
  right: Atomic | undefined,
): boolean | undefined {
  if (left === undefined || right === undefined) return undefined
  return compareAtomic(relation, asString(left), asString(right))
}

function asString(value: Atomic): Atomic {
  return value instanceof Untyped ? value.text : value
}

/**
 * Compares two atomic values by the rules of general comparisons: an untyped one takes the
 * type of the other.
 */
export function compareAtomic(relation: Relation, a: Atomic, b: Atomic): boolean {
  if (isText(a) && isText(b)) return holds(relation, compareText(textOf(a), textOf(b)))
  if (isText(a)) return compareTyped(relation, castLike(a, b), b)
  if (isText(b)) return compareTyped(relation, a, castLike(b, a))
  return compareTyped(relation, a, b)
}

function isText(value: Item): value is string | Untyped {
  return typeof value === 'string' || value instanceof Untyped
}

function castLike(text: string | Untyped, other: Atomic): Atomic {
  if (typeof text === 'string') fail('XPTY0004', 'a string is compared with another type')
  if (typeof other === 'boolean') return toBoolean(text)
  return other instanceof DateValue ? toDate(text) : toDouble(text)
}

const timeTypes = [DateValue, DateTimeValue, DurationValue]

function compareTyped(relation: Relation, a: Atomic, b: Atomic): boolean {
  if (a instanceof Decimal && b instanceof Decimal) return holds(relation, compareDecimals(a, b))
  if (isNumber(a) && isNumber(b)) return compareDoubles(relation, toDouble(a), toDouble(b))
  if (typeof a === 'boolean' && typeof b === 'boolean')
    return holds(relation, Number(a) - Number(b))
  for (const type of timeTypes)
    if (a instanceof type && b instanceof type)
      return holds(relation, a.milliseconds - b.milliseconds)
  return fail('XPTY0004', 'values of different types are compared')
}

function isNumber(value: Atomic): boolean {
  return typeof value === 'number' || value instanceof Decimal
}

function holds(relation: Relation, order: number): boolean {
  return compareDoubles(relation, order, 0)
}

// NaN is unequal to everything, so a difference would not work.
function compareDoubles(relation: Relation, a: number, b: number): boolean {
  switch (relation) {
    case '=':
      return a === b
    case '!=':
      return a !== b
    case '<':
      return a < b
    case '<=':
      return a <= b
    case '>':
      return a > b
    case '>=':
      return a >= b
  }
}

// Compared by code points: a surrogate pair comes after every other UTF-16 unit.
function compareText(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const x = a.charCodeAt(at)
    const y = b.charCodeAt(at)
    if (x === y) continue
    const [isSurrogateX, isSurrogateY] = [isSurrogate(x), isSurrogate(y)]
    if (isSurrogateX !== isSurrogateY) return isSurrogateX ? 1 : -1
    return x - y
  }
  return a.length - b.length
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xe000
}

export function compareNodes(
  operator: 'is' | '<<' | '>>',
  left: Sequence,
  right: Sequence,
): boolean {
  const [a] = left
  const [b] = right
  if (!(a instanceof RuleNode) || !(b instanceof RuleNode)) return false
  if (operator === 'is') return a === b
  return operator === '<<' ? a.order < b.order : a.order > b.order
}
