// Tables of what a report takes over from an invoice or credit note.
import {
  attributeOf,
  children,
  descend,
  textOf,
  trimSpace,
  type XmlElement,
} from '../../xml/index.ts'
import { checkRule } from '../checks.ts'
import type { Part } from '../write-xml.ts'

type Options = {
  /** Its local names in the source, where they are others. */
  from?: readonly string[]
  attributes?: readonly string[]
  /** Which elements of the source are copied, and how many at most: the first ones. */
  only?: (element: XmlElement) => boolean
  most?: number
  /** The rule that demands it. */
  rule?: string
  /** Written without content, too. */
  mayBeEmpty?: true
}

/** An element of the report, and where it comes from. */
export type Copied = Options & {
  /** Its name in the report, with the prefix. */
  to: string
  /** Its children; without them, its text is copied. */
  content?: readonly Copied[]
}

export const leaf = (to: string, options: Options = {}): Copied => ({ ...options, to })

export const group = (to: string, content: readonly Copied[], options: Options = {}): Copied => ({
  ...options,
  to,
  content,
})

export const amount = (to: string, options: Options = {}): Copied =>
  leaf(to, { attributes: ['currencyID'], ...options })

/**
 * What the table names and the source has, in the order of the table. Elements without content are
 * left out. Throws RuleBroken when something is missing that a rule demands.
 */
export function copyOf(source: XmlElement, table: readonly Copied[], path = source.local): Part[] {
  return table.flatMap((row) => {
    const names = row.from ?? [row.to.slice(row.to.indexOf(':') + 1)]
    const parts = names
      .flatMap((name) => children(source, name))
      .filter(row.only ?? (() => true))
      .slice(0, row.most)
      .flatMap((element) => partOf(element, row, `${path}/${element.local}`))
    const missing = `${path} has no ${names.join(' or ')}`
    if (row.rule) checkRule(row.rule, parts.length > 0, missing, `/${path}`)
    return parts
  })
}

function partOf(element: XmlElement, row: Copied, path: string): Part[] {
  const { to, attributes, content } = row
  const copied = content ? copyOf(element, content, path) : trimSpace(textOf(element))
  if (copied.length === 0 && !row.mayBeEmpty) return []
  const stated = attributes?.flatMap((name) => {
    const value = attributeOf(element, name, '')
    return value === undefined ? [] : [[name, value] as const]
  })
  return [[to, copied, stated && Object.fromEntries(stated)]]
}

/** The text of the element at this path, without surrounding white space; empty without one. */
export function valueAt(element: XmlElement, ...path: string[]): string {
  const found = descend(element, ...path)
  return found ? trimSpace(textOf(found)) : ''
}
