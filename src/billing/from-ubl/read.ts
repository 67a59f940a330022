// Reads single values from a UBL tree.
import { z } from 'zod'
import { intern, textOf, type XmlElement } from '../../xml/index.ts'
import { firstDay } from '../days.ts'
import { componentNamespaces } from '../namespaces.ts'

/** The name of a UBL element. */
export type UblName = { local: string; namespace: string }

/** Paths are written in the source, so their number is limited. */
const knownPaths = new Map<string, UblName[]>()

/** The names of a path such as `cac:Party/cbc:EndpointID`. */
export function namesOf(path: string): UblName[] {
  const known = knownPaths.get(path)
  if (known !== undefined) return known
  const names = split(path)
  knownPaths.set(path, names)
  return names
}

function split(path: string): UblName[] {
  return path.split('/').map((step) => {
    const [prefix, local] = step.split(':') as ['cac' | 'cbc', string]
    return {
      local: intern(local),
      namespace: prefix === 'cac' ? componentNamespaces.aggregate : componentNamespaces.basic,
    }
  })
}

/** Follows a path such as `cac:Party/cbc:EndpointID`, each step to the first child of that name. */
export function find(from: XmlElement | undefined, path: string): XmlElement | undefined {
  return follow(from, namesOf(path))
}

/** The same as find, along a path whose names are already parsed. */
export function follow(from: XmlElement | undefined, names: UblName[]): XmlElement | undefined {
  let at = from
  for (const name of names) at = at && firstChild(at, name)
  return at
}

/**
 * The same as the xml room's child(), without creating a function for each search: a line is
 * searched some sixty times.
 */
function firstChild(
  { children }: XmlElement,
  { local, namespace }: UblName,
): XmlElement | undefined {
  for (const node of children)
    if (node.kind === 'element' && node.local === local && node.namespace === namespace) return node
  return undefined
}

/** The trimmed text; undefined when it is empty. */
export function textAt(element: XmlElement | undefined): string | undefined {
  const text = element && textOf(element).trim()
  return text === '' ? undefined : text
}

/**
 * The text if it is a real day from 1900 on, as YYYY-MM-DD. XML Schema would allow a time zone, BIS
 * does not (PEPPOL-EN16931-F001).
 */
export function readDay(text: string): string | undefined {
  return day.safeParse(text).success && text >= firstDay ? text : undefined
}

const day = z.iso.date()

/** The form in which nearly all decimals are written, and in which we write them. */
const plainForm = /^-?[0-9]+(?:\.[0-9]+)?$/
const decimalForm = /^([+-]?)(?:([0-9]+)(?:\.([0-9]*))?|\.([0-9]+))$/

/**
 * The decimal as we write it; XML Schema also allows `+5`, `.5` and `5.`. The number
 * of decimals is kept.
 */
export function readDecimal(text: string): string | undefined {
  if (plainForm.test(text)) return text
  const parts = decimalForm.exec(text)
  if (parts === null) return undefined
  const [, sign, whole = '0', fraction = '', bareFraction = ''] = parts
  const places = fraction + bareFraction
  return `${sign === '-' ? '-' : ''}${whole}${places === '' ? '' : `.${places}`}`
}
