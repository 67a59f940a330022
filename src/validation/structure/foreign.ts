// The content of an extension: one element of another namespace. Inside it, what UBL knows is
// checked wherever it stands, and the rest is passed over, as the schema says
// (processContents="lax"). Signatures (XML Signature, XAdES) are passed over as well: the tables
// have nothing of them.
import { children, type XmlElement } from '../../xml/index.ts'
import { keyOf, modelOf, nameOf } from './model.ts'
import type { Report } from './report.ts'
import { isBlank } from './values.ts'

export type CheckElement = (element: XmlElement, key: string, report: Report) => void

export function checkForeign(
  element: XmlElement,
  key: string,
  report: Report,
  check: CheckElement,
): void {
  const content = children(element)
  const [first, second] = content
  if (!first) {
    report.add(element, 'structure.missing-element', {
      message: `${key} is empty; it must hold one element of a namespace of its own.`,
      expected: 'one element of a namespace of its own',
    })
  } else if (isOfExtensions(first)) {
    report.add(first, 'structure.unexpected-element', {
      message: `${key} cannot hold ${nameOf(first)}: its content must be of another namespace.`,
      value: nameOf(first),
      expected: 'one element of a namespace of its own',
    })
  }
  if (second) {
    report.add(second, 'structure.repeated-element', {
      message: `${key} holds one element; ${nameOf(second)} is a second one.`,
      value: nameOf(second),
      expected: 'one element',
    })
  }
  if (element.children.some((node) => node.kind === 'text' && !isBlank(node.value))) {
    report.add(element, 'structure.unexpected-text', {
      message: `${key} holds text beside its element.`,
    })
  }
  for (const child of content) passThrough(child, report, check)
}

function isOfExtensions(element: XmlElement): boolean {
  return element.namespace === '' || (keyOf(element)?.startsWith('ext:') ?? false)
}

function passThrough(element: XmlElement, report: Report, check: CheckElement): void {
  if (report.isFull()) return
  const key = keyOf(element)
  if (key !== undefined && modelOf(key)) check(element, key, report)
  else for (const child of children(element)) passThrough(child, report, check)
}
