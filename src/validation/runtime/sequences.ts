// Predicates, loops and functions over sequences.
import { toDouble } from './casts.ts'
import { compareAtomic } from './comparison.ts'
import { Decimal, decimalToNumber, integer } from './decimal.ts'
import { fail, XPathError } from './error.ts'
import { RuleNode } from './node.ts'
import { spend } from './steps.ts'
import {
  type Atomic,
  atomize,
  type Item,
  isTrue,
  nothing,
  type Sequence,
  textOf,
  Untyped,
} from './values.ts'

/** A predicate without positions. */
export function filter<T extends Item>(
  items: readonly T[],
  test: (item: T) => boolean,
): readonly T[] {
  if (items.length === 0) return items
  spend(items.length)
  if (items.length === 1) return test(items[0]!) ? items : nothing
  const kept: T[] = []
  for (let at = 0; at < items.length; at++) if (test(items[at]!)) kept.push(items[at]!)
  return kept
}

/** A predicate with positions; on a reverse axis they count from the end. */
export function filterByPlace<T extends Item>(
  items: readonly T[],
  isReverse: boolean,
  test: (item: T, position: number, last: number) => boolean,
): readonly T[] {
  const last = items.length
  spend(last)
  return items.filter((item, at) => test(item, isReverse ? last - at : at + 1, last))
}

/**
 * How a predicate's value applies to a position: a number selects it, anything
 * else is true or false.
 */
export function picks(value: Sequence, position: number): boolean {
  const number = value.length === 1 ? asNumber(value[0]!) : undefined
  return number === undefined ? isTrue(value) : number === position
}

/**
 * A predicate with the same value for each item: selects the item with that number,
 * or else all or none.
 */
export function pick<T extends Item>(
  items: readonly T[],
  isReverse: boolean,
  evaluate: () => Sequence,
): readonly T[] {
  if (items.length === 0) return items
  const value = evaluate()
  const position = value.length === 1 ? asNumber(value[0]!) : undefined
  if (position === undefined) return isTrue(value) ? items : nothing
  return itemAt(items, isReverse ? items.length + 1 - position : position)
}

function asNumber(item: Item): number | undefined {
  if (typeof item === 'number') return item
  return item instanceof Decimal ? decimalToNumber(item) : undefined
}

export function lastItem<T extends Item>(items: readonly T[], isReverse: boolean): readonly T[] {
  return itemAt(items, isReverse ? 1 : items.length)
}

export function itemAt<T extends Item>(items: readonly T[], position: number): readonly T[] {
  const item = items[position - 1]
  return item === undefined ? nothing : [item]
}

/** Each item's results, one after the other. */
export function flatMap(items: Sequence, each: (item: Item) => Sequence): Sequence {
  spend(items.length)
  const results: Item[] = []
  for (let at = 0; at < items.length; at++)
    for (const result of each(items[at]!)) results.push(result)
  return results
}

/** Like flatMap, if each item gives at most one value. */
export function mapSome(items: Sequence, each: (item: Item) => Item | undefined): Sequence {
  spend(items.length)
  const results: Item[] = []
  for (let at = 0; at < items.length; at++) {
    const result = each(items[at]!)
    if (result !== undefined) results.push(result)
  }
  return results
}

export function flatMapByPlace(
  items: Sequence,
  each: (item: Item, position: number, last: number) => Sequence,
): Sequence {
  spend(items.length)
  return items.flatMap((item, at) => each(item, at + 1, items.length))
}

export function some(items: Sequence, test: (item: Item) => boolean): boolean {
  spend(items.length)
  return items.some(test)
}

export function every(items: Sequence, test: (item: Item) => boolean): boolean {
  spend(items.length)
  return items.every(test)
}

export function optional(value: Item | undefined): Sequence {
  return value === undefined ? nothing : [value]
}

/** No rule needs a longer range; one made from a number in a document must not fill the memory. */
const rangeItemsMax = 1_000_000

export function range(from: Atomic | undefined, to: Atomic | undefined): Sequence {
  if (from === undefined || to === undefined) return nothing
  const [first, last] = [toDouble(from), toDouble(to)]
  if (last - first >= rangeItemsMax) fail('XPDY0130', `a range is longer than ${rangeItemsMax}`)
  spend(Math.max(0, last - first))
  const items: Item[] = []
  for (let value = first; value <= last; value++) items.push(integer(value))
  return items
}

export function exactlyOne(items: Sequence): Sequence {
  return items.length === 1 ? items : fail('FORG0005', 'expected exactly one item')
}

export function reverse(items: Sequence): Sequence {
  spend(items.length)
  return [...items].reverse()
}

export function stringJoin(items: Sequence, separator: string): string {
  spend(items.length)
  return items.map(textOf).join(separator)
}

/**
 * A longer value in a message tells its reader no more, and a document could make
 * it megabytes long.
 */
const quotedCharactersMax = 200

/** A sequence as quoted in a message. */
export function quoteValue(items: Sequence): string {
  const text = stringJoin(items, ' ')
  return text.length <= quotedCharactersMax ? text : `${text.slice(0, quotedCharactersMax)}…`
}

export function distinctValues(items: Sequence): Sequence {
  spend(items.length)
  const seen = new Map<string, Atomic>()
  for (const item of items) {
    const value = atomize(item)
    const key = distinctKey(value)
    if (!seen.has(key)) seen.set(key, value instanceof Untyped ? value.text : value)
  }
  return [...seen.values()]
}

// Equal values have equal keys: strings are distinct from numbers, which are compared by value.
function distinctKey(value: Atomic): string {
  if (typeof value === 'string' || value instanceof Untyped) return `text ${textOf(value)}`
  if (typeof value === 'number' || value instanceof Decimal) return `number ${toDouble(value)}`
  return `${typeof value} ${textOf(value)}`
}

/** Positions, from 1, of the items equal to the value. */
export function indexesOf(items: Sequence, wanted: Atomic | undefined): Sequence {
  if (wanted === undefined) return nothing
  spend(items.length)
  const positions: Item[] = []
  items.forEach((item, at) => {
    if (isEqual(atomize(item), wanted)) positions.push(integer(at + 1))
  })
  return positions
}

function isEqual(a: Atomic, b: Atomic): boolean {
  try {
    return compareAtomic('=', a, b)
  } catch (error) {
    if (error instanceof XPathError) return false
    throw error
  }
}

/** instance of element(), attribute() and so on: exactly one node of that kind. */
export function isOneNode(items: Sequence, kind: number): boolean {
  const [only] = items
  return items.length === 1 && only instanceof RuleNode && only.kind === kind
}
