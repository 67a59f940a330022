// Places as validation reports (SVRL) write them, so that the results of other tools can be
// compared with ours.
import { children, parseXml, type XmlElement, XmlError } from '../xml/index.ts'

/**
 * '/Invoice[1]/ID[1]' becomes "/*:Invoice[namespace-uri()='…'][1]/*:ID[namespace-uri()='…'][1]".
 */
export function svrlLocations(bytes: Uint8Array): (xpath: string) => string {
  let tree: { root: XmlElement | undefined } | undefined
  const index = new Map<XmlElement, Map<string, XmlElement[]>>()
  return (xpath) => {
    tree ??= { root: rootOf(bytes) }
    const [, first, ...steps] = xpath.split('/')
    if (!tree.root || !first) return xpath
    let [element, location]: [XmlElement, string] = [tree.root, stepTo(tree.root, 1)]
    for (const step of steps) {
      const [, local = '', position = '1'] = /^([^[@]+)\[(\d+)\]$/.exec(step) ?? []
      const next = childrenByName(element, index).get(local)?.[Number(position) - 1]
      if (!next) return `${location}/${step}`
      const same = childrenByName(element, index).get(local)!
      const before = same
        .slice(0, Number(position) - 1)
        .filter(({ namespace }) => namespace === next.namespace)
      location += stepTo(next, before.length + 1)
      element = next
    }
    return location
  }
}

function stepTo({ local, namespace }: XmlElement, position: number): string {
  return `/*:${local}[namespace-uri()='${namespace}'][${position}]`
}

function childrenByName(
  element: XmlElement,
  index: Map<XmlElement, Map<string, XmlElement[]>>,
): Map<string, XmlElement[]> {
  const known = index.get(element)
  if (known) return known
  const byName = new Map<string, XmlElement[]>()
  for (const child of children(element)) {
    const same = byName.get(child.local)
    if (same) same.push(child)
    else byName.set(child.local, [child])
  }
  index.set(element, byName)
  return byName
}

function rootOf(bytes: Uint8Array): XmlElement | undefined {
  try {
    return parseXml(bytes, { instructions: 'keep' }).root
  } catch (error) {
    if (error instanceof XmlError) return undefined
    throw error
  }
}
