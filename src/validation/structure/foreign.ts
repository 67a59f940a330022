// The content of an extension: one element in another namespace. Inside it, UBL elements are
// checked wherever they occur, and the rest is skipped, as the schema says (processContents="lax").
// Signatures (XML Signature, XAdES) are skipped as well: the tables do not cover them.
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
      message: `${key} is empty; it must contain one element in a namespace of its own.`,
      expected: 'one element in a namespace of its own',
    })
  } else if (isOfExtensions(first)) {
    report.add(first, 'structure.unexpected-element', {
      message: `${key} must not contain ${nameOf(first)}: its content needs another namespace.`,
      value: nameOf(first),
      expected: 'one element in a namespace of its own',
    })
  }
  if (second) {
    report.add(second, 'structure.repeated-element', {
      message: `${key} must contain one element; ${nameOf(second)} is a second one.`,
      value: nameOf(second),
      expected: 'one element',
    })
  }
  if (element.children.some((node) => node.kind === 'text' && !isBlank(node.value))) {
    report.add(element, 'structure.unexpected-text', {
      message: `${key} contains text beside its element.`,
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
