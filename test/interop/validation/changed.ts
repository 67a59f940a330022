// Documents changed in ways that matter to rules: what others have is put in, what they have is
// left out, repeated, or given another value.
import { parseXml, type XmlElement } from '../../../src/xml/index.ts'
import { copy, detach, elementsOf, insert, pick, type Random, toText } from '../structure/mutant.ts'

export type Changer = (random: Random) => Buffer

/** Values that codes, amounts, dates and identifiers of no kind may have. */
const odd = [
  '',
  'x',
  '-1.505',
  '0',
  '99999.999',
  '1999-01-01',
  '2199-12-31',
  'ZZ',
  '0088',
  '%&é',
  'x'.repeat(120),
]

/**
 * Makes changed documents of these, each in one to six places. `donors` have what is put in, and
 * `words` are values that the rules name.
 */
export function changerOf(
  documents: readonly Uint8Array[],
  donors: readonly Uint8Array[],
  words: readonly string[],
): Changer {
  const rootOf = (bytes: Uint8Array) => parseXml(bytes, { instructions: 'keep' }).root
  const roots = documents.map(rootOf)
  const all = [...documents, ...donors].map(rootOf).flatMap(elementsOf)
  const values = [...odd, ...words]
  const byName = groupBy(all, ({ local }) => local)
  const childrenOf = groupBy(all, ({ parent }) => parent?.local ?? '')
  return (random) => {
    const root = copy(pick(roots, random))
    for (let left = 1 + random(6); left > 0; left--) {
      const element = pick(elementsOf(root), random)
      const { parent } = element
      switch (random(8)) {
        case 0:
          if (parent) detach(element)
          break
        case 1:
          if (parent) insert(parent, copy(element), random)
          break
        case 2:
          for (const other of elementsOf(root)) if (other.local === element.local) empty(other)
          break
        case 3:
          for (const other of elementsOf(root))
            if (other.local === element.local && other.parent) detach(other)
          break
        case 4: {
          const others = childrenOf.get(element.local)
          if (others) insert(element, copy(pick(others, random)), random)
          break
        }
        case 5:
          changeAttribute(element, values, random)
          break
        default: {
          const leaf = pick(elementsOf(root).filter(isLeaf), random)
          // Emptied by an earlier change, it may be a leaf nowhere else.
          const others = [leaf, ...byName.get(leaf.local)!.filter(isLeaf)]
          const from = [pick(odd, random), pick(values, random), textIn(pick(others, random))]
          const value = pick(from, random)
          const same = random(2) === 0 ? [leaf] : sameAs(root, leaf)
          for (const one of same) one.children = [{ kind: 'text', value }]
        }
      }
    }
    return Buffer.from(toText(root))
  }
}

function groupBy(
  elements: readonly XmlElement[],
  nameOf: (element: XmlElement) => string,
): Map<string, XmlElement[]> {
  const groups = new Map<string, XmlElement[]>()
  for (const element of elements) {
    const group = groups.get(nameOf(element))
    if (group) group.push(element)
    else groups.set(nameOf(element), [element])
  }
  return groups
}

function sameAs(root: XmlElement, leaf: XmlElement): XmlElement[] {
  return elementsOf(root).filter((other) => other.local === leaf.local && isLeaf(other))
}

function changeAttribute(element: XmlElement, values: readonly string[], random: Random): void {
  const [attribute] = element.attributes
  if (!attribute) return
  if (random(2) === 0) attribute.value = pick(values, random)
  else element.attributes = element.attributes.filter((other) => other !== attribute)
}

function empty(element: XmlElement): void {
  element.children = []
}

function isLeaf({ children }: XmlElement): boolean {
  return children.every(({ kind }) => kind === 'text')
}

function textIn({ children }: XmlElement): string {
  return children.map((node) => (node.kind === 'text' ? node.value : '')).join('')
}
