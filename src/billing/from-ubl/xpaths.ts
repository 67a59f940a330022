// XPaths of many elements of one document, in the form of the xml room's xpathOf, which counts
// siblings anew for each.
import type { XmlElement } from '../../xml/index.ts'

/** Answers for any element of a document; the children of each element are counted once. */
export function xpaths(): (element: XmlElement) => string {
  const positions = new Map<XmlElement, number>()
  const counted = new Set<XmlElement>()

  function positionOf(element: XmlElement): number {
    const { parent } = element
    if (parent === undefined) return 1
    if (!counted.has(parent)) {
      counted.add(parent)
      count(parent)
    }
    return positions.get(element)!
  }

  function count(parent: XmlElement): void {
    const counts = new Map<string, number>()
    for (const child of parent.children) {
      if (child.kind !== 'element') continue
      const position = (counts.get(child.local) ?? 0) + 1
      counts.set(child.local, position)
      positions.set(child, position)
    }
  }

  return (element) => {
    const steps: string[] = []
    for (let at: XmlElement | undefined = element; at; at = at.parent)
      steps.push(`/${at.local}[${positionOf(at)}]`)
    return steps.reverse().join('')
  }
}
