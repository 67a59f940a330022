// Changes a document in one to three seeded places, in ways that matter to a schema.

import {
  aggregateElements,
  aggregates,
  textElements,
  valueTypes,
} from '../../../src/validation/structure/tables.ts'
import { parseXml, type XmlElement, type XmlNode } from '../../../src/xml/index.ts'

export type Random = (below: number) => number

/** A small seeded generator (mulberry32), so that failures can be reproduced. */
export function randomNumbers(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:'
const instance = 'http://www.w3.org/2001/XMLSchema-instance'
const namespaces: Record<string, string> = {
  cac: `${ubl}CommonAggregateComponents-2`,
  cbc: `${ubl}CommonBasicComponents-2`,
  ext: `${ubl}CommonExtensionComponents-2`,
}
const names = [
  ...Object.values(textElements).flatMap((row) => row.split(' ')),
  ...aggregateElements.split(' ').map((row) => row.split('=')[0]!),
  ...Object.keys(aggregates).map((name) => `cac:${name}`),
  ...['cbc:Id', 'cac:Nothing', 'cbc:Party', 'cac:ID', 'x:ID', 'ext:Nothing'],
]
const attributes = [
  ...new Set(
    Object.values(valueTypes).flatMap((row) =>
      row
        .split(' ')
        .slice(1)
        .map((word) => word.split(/[!:]/)[0]!),
    ),
  ),
  ...[
    'xml:lang',
    'xsi:type',
    'xsi:nil',
    'xsi:schemaLocation',
    'xsi:nothing',
    'Currencyid',
    'cbc:currencyID',
  ],
]
/**
 * Valid, almost valid and invalid values for each type. Padded dates are tested separately:
 * libxml2 errs there.
 */
const values = [
  ...[
    '',
    ' ',
    'x',
    '1',
    '0',
    'true',
    'TRUE',
    'en',
    'en-GB',
    'abcdefghi',
    '-1.50',
    '+.5',
    '5.',
    '.',
    '1e3',
    '1,5',
    'NaN',
  ],
  ...[
    '2026-11-21',
    '2026-02-29',
    '2024-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-11-21Z',
    '2026-11-21+14:01',
    '26-1-1',
  ],
  ...[
    '09:30:00',
    '09:30',
    '24:00:00',
    '24:00:01',
    '09:30:00.5Z',
    '09:30:60',
    '2026-11-21T09:30:00',
    '12026-01-01',
  ],
  ...['AAAA', 'AA==', 'AB==', 'AAE=', 'AAA', 'A A A A', 'AA= =', '====', 'A-_A', 'AAAAA'],
  ...[
    'urn:a',
    'http://[::1]/',
    'a b',
    '%',
    '%41',
    'a#b#c',
    '[',
    ':a',
    'http://h:1/',
    'http://h:x',
    'é',
    '//',
    '?[',
    '#[',
  ],
  ...[
    'InvoiceType',
    'cbc:IDType',
    'cac:PartyType',
    '0000-01-01',
    '-0004-02-29',
    '123456789012345678901234567890.12',
  ],
]

type Step = (elements: XmlElement[], random: Random) => void

const steps: Step[] = [
  function remove(elements, random) {
    const element = pick(elements, random)
    if (element.parent) detach(element)
  },
  function repeat(elements, random) {
    const element = pick(elements, random)
    if (element.parent) insert(element.parent, copy(element), random)
  },
  function moveAmongSiblings(elements, random) {
    const element = pick(elements, random)
    const { parent } = element
    if (!parent) return
    detach(element)
    insert(parent, element, random)
  },
  function moveElsewhere(elements, random) {
    const [element, parent] = [pick(elements, random), pick(elements, random)]
    if (element.parent) insert(parent, copy(element), random)
  },
  function rename(elements, random) {
    const element = pick(elements, random)
    if (random(2) === 0 && element.parent) setName(element, pick(names, random))
    else setName(element, `${random(2) === 0 ? 'cbc' : 'cac'}:${element.local}`)
  },
  function put(elements, random) {
    insert(pick(elements, random), newElement(pick(names, random), pick(values, random)), random)
  },
  function putText(elements, random) {
    pick(elements, random).children.push({ kind: 'text', value: pick(values, random) })
  },
  function changeValue(elements, random) {
    const leaves = elements.filter(({ children }) => children.every(({ kind }) => kind === 'text'))
    pick(leaves, random).children = [{ kind: 'text', value: pick(values, random) }]
  },
  function changeValueOfAnyKind(elements, random) {
    const rare = elements.filter(({ local }) =>
      /Date|Time|Indicator|Object|Percent|Numeric/.test(local),
    )
    const element = pick(rare.length > 0 ? rare : elements, random)
    element.children = [{ kind: 'text', value: pick(values, random) }]
  },
  function changeAttribute(elements, random) {
    const element = pick(elements, random)
    const attribute = element.attributes[random(Math.max(1, element.attributes.length))]
    if (!attribute) return
    if (random(2) === 0) attribute.value = pick(values, random)
    else element.attributes = element.attributes.filter((other) => other !== attribute)
  },
  function putAttribute(elements, random) {
    const element = pick(elements, random)
    const [local = '', prefix = ''] = pick(attributes, random).split(':').reverse()
    const name = prefix ? `${prefix}:${local}` : local
    if (element.attributes.some((attribute) => attribute.name === name)) return
    const attribute = { name, prefix, local, namespace: '', value: pick(values, random), order: 0 }
    element.attributes = [...element.attributes, attribute]
  },
  function putExtension([root], random) {
    const content = pick(
      [() => newElement(pick(names, random), pick(values, random)), () => newElement('x:Own', '')],
      random,
    )
    const extension = within('ext:UBLExtension', within('ext:ExtensionContent', content()))
    if (random(3) === 0)
      extension.children.unshift(newElement(pick(names, random), pick(values, random)))
    root!.children.unshift(within('ext:UBLExtensions', extension))
  },
]

/** The same bytes for the same document and the same numbers. */
export function mutate(document: Uint8Array, random: Random): Buffer {
  const root = copy(parseXml(document, { instructions: 'keep' }).root)
  for (let changes = 1 + random(3); changes > 0; changes--)
    pick(steps, random)(elementsOf(root), random)
  for (const [prefix, namespace] of Object.entries({
    ...namespaces,
    xsi: instance,
    x: 'urn:example:x',
  })) {
    const others = root.declarations.filter((declaration) => declaration.prefix !== prefix)
    root.declarations = [...others, { prefix, namespace }]
  }
  return Buffer.from(toText(root))
}

export function pick<T>(list: readonly T[], random: Random): T {
  return list[random(list.length)]!
}

export function elementsOf(element: XmlElement): XmlElement[] {
  return [
    element,
    ...element.children.flatMap((node) => (node.kind === 'element' ? elementsOf(node) : [])),
  ]
}

export function detach(element: XmlElement): void {
  const { parent } = element
  if (parent) parent.children = parent.children.filter((node) => node !== element)
}

export function insert(parent: XmlElement, element: XmlElement, random: Random): void {
  element.parent = parent
  parent.children.splice(random(parent.children.length + 1), 0, element)
}

// The parser's results share names and texts with their neighbours; what is changed
// here must be separate.
export function copy(element: XmlElement, parent?: XmlElement): XmlElement {
  const { kind, name, prefix, local, namespace, declarations, start, end, order } = element
  const attributes = element.attributes.map((attribute) => ({ ...attribute }))
  const copied: XmlElement = {
    ...{ kind, name, prefix, local, namespace, attributes, declarations },
    ...{ children: [], parent, start, end, order },
  }
  copied.children = element.children.map(
    (node): XmlNode => (node.kind === 'element' ? copy(node, copied) : { ...node }),
  )
  return copied
}

function setName(element: XmlElement, name: string): void {
  const [local = '', prefix = ''] = name.split(':').reverse()
  Object.assign(element, { name, local, prefix })
}

function newElement(name: string, value: string): XmlElement {
  const element: XmlElement = {
    kind: 'element',
    ...{
      name,
      local: '',
      prefix: '',
      namespace: '',
      attributes: [],
      declarations: [],
      children: [],
    },
    ...{ parent: undefined, start: 0, end: 0, order: 0 },
  }
  setName(element, name)
  if (value !== '') element.children.push({ kind: 'text', value })
  return element
}

function within(name: string, ...content: XmlElement[]): XmlElement {
  return { ...newElement(name, ''), children: content }
}

export function toText(node: XmlNode): string {
  switch (node.kind) {
    case 'text':
      return escaped(node.value)
    case 'comment':
      return `<!--${node.value}-->`
    case 'instruction':
      return `<?${node.target} ${node.value}?>`
    case 'element': {
      const { name, declarations, children } = node
      const declared = declarations.map(
        ({ prefix, namespace }) =>
          ` ${prefix ? `xmlns:${prefix}` : 'xmlns'}="${escaped(namespace)}"`,
      )
      const stated = node.attributes.map(
        (attribute) => ` ${attribute.name}="${escaped(attribute.value)}"`,
      )
      const start = `<${name}${declared.join('')}${stated.join('')}>`
      return `${start}${children.map(toText).join('')}</${name}>`
    }
  }
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#xD;')
}
