// A piece of generated JavaScript and the kind of its value, and conversions between kinds.

/**
 * What the JavaScript returns. boolean, string: such a value; double: a number that is an
 * xs:double; integer: a whole number that is an xs:integer, exact as a number; atomic: one atomic
 * value or undefined; nodes: an array of nodes in document order; sequence: an array of items.
 */
export type Kind = 'boolean' | 'string' | 'double' | 'integer' | 'atomic' | 'nodes' | 'sequence'

export type Code = {
  kind: Kind
  js: string
  /** JavaScript that tests for any nodes, if that is cheaper than collecting them. */
  exists?: string
  /** JavaScript of the only item of `nodes` or `sequence`, which certainly exists. */
  only?: string
  /** The value of a string literal. */
  literal?: string
  /** What a concat joins. */
  joined?: Code[]
  /** All items of the sequence are strings; their values, if they are literals. */
  strings?: 'unknown' | string[]
}

export function asSequence({ kind, js }: Code): string {
  if (kind === 'nodes' || kind === 'sequence') return js
  if (kind === 'atomic') return `optional(${js})`
  return kind === 'integer' ? `[integer(${js})]` : `[${js}]`
}

/** One atomic value or undefined. */
export function asAtomic({ kind, js }: Code): string {
  if (kind === 'nodes' || kind === 'sequence') return `oneAtomic(${js})`
  return kind === 'integer' ? `integer(${js})` : js
}

/** The effective boolean value. */
export function asBoolean({ kind, js, exists }: Code): string {
  switch (kind) {
    case 'boolean':
      return js
    case 'string':
      return `(${js} !== '')`
    case 'integer':
      return `(${js} !== 0)`
    case 'double':
    case 'atomic':
      return `isTrueValue(${js})`
    case 'nodes':
      return exists ?? `(${js}.length > 0)`
    case 'sequence':
      return `isTrue(${js})`
  }
}

/** The text; '' for none. */
export function asString({ kind, js }: Code): string {
  if (kind === 'string') return js
  if (kind === 'nodes' || kind === 'sequence') return `oneString(${js})`
  if (kind === 'integer') return `String(${js})`
  return kind === 'atomic' ? `textOrEmpty(${js})` : `textOf(${js})`
}

export function asDouble(code: Code): string {
  return isNumber(code) ? code.js : `numberOf(${asAtomic(code)})`
}

export function isNumber({ kind }: Code): boolean {
  return kind === 'integer' || kind === 'double'
}

/** Whether there is at most one value. */
export function isSingle({ kind }: Code): boolean {
  return kind !== 'nodes' && kind !== 'sequence'
}

/** A string as a JavaScript literal. */
export function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16)}`,
  )
}
