// Finds the node that libxml2 names by a path, such as '/*/cac:Party[2]/*[3]', in our tree.
import { children, type XmlElement } from '../../xml/index.ts'

/**
 * A step is a name as written in the document, or '*' for an element in a default namespace; its
 * number counts those with the same name, or all, and is omitted if there is only one. Undefined
 * when the path leads nowhere.
 */
export function findNode(root: XmlElement, path: string): XmlElement | undefined {
  const [, ...steps] = path.split('/').slice(1)
  return steps.reduce<XmlElement | undefined>((at, step) => {
    const [, name, number = '1'] = /^([^[]+)(?:\[(\d+)\])?$/.exec(step) ?? []
    const same = at && children(at).filter((child) => name === '*' || child.name === name)
    return same?.[Number(number) - 1]
  }, root)
}
