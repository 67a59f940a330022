// The white space between elements is half of all nodes of a document, with hardly ever more than
// ten different values. Each value becomes one shared node per document.
import type { Reader } from './reader.ts'
import type { XmlText } from './tree.ts'

/** The white space from reader.at to `end`, at most two hundred units long. */
export function readIndent({ text, units, at, indents }: Reader, end: number): string {
  const met = indents[end - at]
  if (met !== undefined && stands(met.value, units, at)) return met.value
  const value = text.slice(at, end)
  indents[value.length] = { kind: 'text', value }
  return value
}

function stands(value: string, units: Reader['units'], at: number): boolean {
  for (let index = 0; index < value.length; index++)
    if (value.charCodeAt(index) !== units[at + index]) return false
  return true
}

/** A text node; shared when it is white space that occurs elsewhere too. */
export function textNode({ indents }: Reader, value: string): XmlText {
  const met = indents[value.length]
  return met?.value === value ? met : { kind: 'text', value }
}
