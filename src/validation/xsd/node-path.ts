// Finds in our tree what libxml2 names by a path, such as '/*/cac:Party[2]/*[3]'.
import { children, type XmlElement } from '../../xml/index.ts'

/**
 * A step is a name as the document writes it, or '*' for an element in a default namespace; its
 * number counts those of the same name, or all, and is left out where there is one. Undefined when
 * the path leads nowhere.
 */
export function findNode(root: XmlElement, path: string): XmlElement | undefined {
  const [, ...steps] = path.split('/').slice(1)
  return steps.reduce<XmlElement | undefined>((at, step) => {
    const [, name, number = '1'] = /^([^[]+)(?:\[(\d+)\])?$/.exec(step) ?? []
    const same = at && children(at).filter((child) => name === '*' || child.name === name)
    return same?.[Number(number) - 1]
  }, root)
}
