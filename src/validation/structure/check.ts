// Checks the structure against UBL 2.1: which elements occur where, how often, with which values
// and attributes. Valid content is passed over as fast as possible; faults are explained
// elsewhere (explain.ts).
import {
  attributeOf,
  children,
  holdsElements,
  textOf,
  type XmlDocument,
  type XmlElement,
} from '../../xml/index.ts'
import type { Finding } from '../verdict.ts'
import { explainContent } from './explain.ts'
import { checkForeign } from './foreign.ts'
import {
  type ElementsModel,
  isKnownRoot,
  modelOf,
  nameOf,
  positionOf,
  typeNameOf,
  type ValueModel,
} from './model.ts'
import { type Report, startReport } from './report.ts'
import { isBlank, isValue, trim, valueKinds } from './values.ts'

const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance'

/**
 * Finds faults of structure in document order; at most a hundred. Linear in the
 * size of the document.
 */
export function checkTables(document: XmlDocument): Finding[] {
  const report = startReport(document)
  const { root } = document
  if (isKnownRoot(root)) checkElement(root, nameOf(root), report)
  else {
    report.add(root, 'structure.unknown-root', {
      message:
        `The root element ${nameOf(root)} is not the root of a known document. Known are ` +
        'Invoice, CreditNote and ApplicationResponse of UBL 2.1, and documents whose schema ' +
        "'fourcorner rules install' has installed.",
      value: `{${root.namespace}}${root.local}`,
      expected: 'Invoice, CreditNote or ApplicationResponse of UBL 2.1',
    })
  }
  return report.findings()
}

function checkElement(element: XmlElement, key: string, report: Report): void {
  if (report.isFull()) return
  const model = modelOf(key)
  switch (model?.kind) {
    case 'value':
      checkAttributes(element, key, model, report)
      checkValue(element, key, model, report)
      break
    case 'elements':
      checkAttributes(element, key, undefined, report)
      checkElements(element, key, model, report)
      break
    case 'foreign':
      checkAttributes(element, key, undefined, report)
      checkForeign(element, key, report, checkElement)
  }
}

function checkElements(
  element: XmlElement,
  key: string,
  model: ElementsModel,
  report: Report,
): void {
  if (!isInOrder(element, model)) explainContent(element, key, model, report)
  for (const node of element.children) {
    if (node.kind !== 'element') continue
    const position = positionOf(node, model)
    if (position !== undefined) checkElement(node, model.particles[position]!.key, report)
  }
}

/**
 * True when order and number of the content are right, and there is no text between the elements.
 */
function isInOrder(element: XmlElement, model: ElementsModel): boolean {
  const { particles, nextRequired } = model
  let last = -1
  for (const node of element.children) {
    if (node.kind === 'text' && !isBlank(node.value)) return false
    if (node.kind !== 'element') continue
    const position = positionOf(node, model)
    if (position === undefined || position < last) return false
    if (position === last && !particles[position]!.repeatable) return false
    if (nextRequired[last + 1]! < position) return false
    last = position
  }
  return nextRequired[last + 1]! >= particles.length
}

function checkValue(element: XmlElement, key: string, { base }: ValueModel, report: Report): void {
  if (holdsElements(element)) {
    const [inner] = children(element) as [XmlElement]
    report.add(inner, 'structure.unexpected-element', {
      message: `${key} has a value and no elements, but contains ${nameOf(inner)}.`,
      value: nameOf(inner),
      expected: valueKinds[base].expected,
    })
    return
  }
  const text = textOf(element)
  if (!isValue(base, text))
    report.add(element, 'structure.invalid-value', wrongValue(key, text, base))
}

function wrongValue(name: string, text: string, base: ValueModel['base']) {
  const { expected } = valueKinds[base]
  const value = trim(text)
  const came =
    value === '' ? 'it is empty' : `it is '${value.length > 60 ? `${value.slice(0, 60)}…` : value}'`
  return { message: `${name} must be ${expected}; ${came}.`, value: value.slice(0, 200), expected }
}

function checkAttributes(
  element: XmlElement,
  key: string,
  model: ValueModel | undefined,
  report: Report,
): void {
  for (const { namespace, local, name, value } of element.attributes) {
    if (namespace === instanceNamespace) {
      checkInstanceAttribute(element, key, { local, name, value }, report)
      continue
    }
    const known = namespace === '' ? model?.attributes.get(local) : undefined
    if (!known) {
      const allowed = [...(model?.attributes.keys() ?? [])].join(', ')
      report.add(element, 'structure.unexpected-attribute', {
        attribute: local,
        message: `${key} has no attribute ${name}.`,
        value,
        expected: allowed || 'no attributes',
      })
    } else if (!isValue(known, value)) {
      const fault = wrongValue(`The attribute ${name} of ${key}`, value, known)
      report.add(element, 'structure.invalid-value', { attribute: local, ...fault })
    }
  }
  if (model) checkRequiredAttributes(element, key, model, report)
}

function checkRequiredAttributes(
  element: XmlElement,
  key: string,
  model: ValueModel,
  report: Report,
): void {
  for (const name of model.required) {
    if (attributeOf(element, name, '') !== undefined) continue
    report.add(element, 'structure.missing-attribute', {
      message: `${key} must have the attribute ${name}.`,
      expected: name,
    })
  }
}

// XML Schema 1, 2.6: schema locations say nothing about the document; no element of UBL may be nil;
// xsi:type may only name the element's own type.
function checkInstanceAttribute(
  element: XmlElement,
  key: string,
  { local, name, value }: { local: string; name: string; value: string },
  report: Report,
): void {
  if (local === 'schemaLocation' || local === 'noNamespaceSchemaLocation') return
  if (local === 'type' && isOwnType(element, key, value)) return
  report.add(element, 'structure.unexpected-attribute', {
    attribute: local,
    message:
      local === 'nil'
        ? `${key} must not be nil.`
        : `${key} must not have ${name}="${value.slice(0, 60)}".`,
    value,
  })
}

function isOwnType(element: XmlElement, key: string, value: string): boolean {
  const [local = '', prefix = ''] = value.split(':').reverse()
  const type = typeNameOf(key)
  return local === type.local && namespaceOf(element, prefix) === type.namespace
}

function namespaceOf(element: XmlElement, prefix: string): string | undefined {
  for (let at: XmlElement | undefined = element; at; at = at.parent) {
    const declared = at.declarations.find((declaration) => declaration.prefix === prefix)
    if (declared) return declared.namespace
  }
  return undefined
}
