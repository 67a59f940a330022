// How a value that a stranger wrote stands in a message: short, and without a character that moves
// a cursor or turns the direction of text.
import { shortened } from '../xml/index.ts'
import { NumberLiteral } from './number-literal.ts'

const charactersMax = 61

/** DEL, C1, Unicode's line separators, and what changes the direction of text: JSON leaves them. */
const unseen = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/** A string in quotes, cut and on one line; a number as written; a group or a list in words. */
export function shown(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(shortened(value, charactersMax)).replace(unseen, escaped)
  if (value instanceof NumberLiteral) return shortened(value.value, charactersMax)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** A name as it is if it is an ordinary one, else as `shown`. */
export function shownName(name: string): string {
  return /^[A-Za-z_$][\w$-]{0,59}$/.test(name) ? name : shown(name)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Where a value is, as a program would write it: `lines[12].netPrice`. */
export function shownPlace(path: readonly PropertyKey[]): string {
  return path
    .map((step) => {
      if (typeof step === 'number') return `[${step}]`
      const name = shownName(String(step))
      return name.startsWith('"') ? `[${name}]` : `.${name}`
    })
    .join('')
    .replace(/^\./, '')
}

/** The same for a pointer (RFC 6901) that we made. */
export function shownPointer(pointer: string): string {
  const steps = pointer.split('/').slice(1)
  return shownPlace(
    steps.map((step) =>
      /^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~'),
    ),
  )
}
