// A start tag: its attributes, its namespace declarations and how they resolve its names
// (Namespaces in XML 1.0).
import { internNamespace, readName } from './names.ts'
import { countNode, type ExpandedName, expect, fail, type Reader, skipSpace } from './reader.ts'
import { normaliseAttributeSpace, resolveLiteral } from './references.ts'
import type { XmlNode } from './tree.ts'
import { TreeElement } from './tree-element.ts'

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'
const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/'

/**
 * Reads a start tag or empty element tag; its '<' comes next. An element that remains open has
 * end 0.
 */
export function readStartTag(reader: Reader, parent: TreeElement | undefined): TreeElement {
  if (reader.depth === reader.depthMax) {
    fail(reader, 'limit', `The elements are nested more than ${reader.depthMax} deep`)
  }
  const start = reader.at++
  countNode(reader)
  const element = new TreeElement(readName(reader), parent, start, reader.nodes)
  const isEmpty = readAttributes(reader, element)
  resolveNames(reader, element)
  if (isEmpty) {
    closeElement(reader, element)
  } else {
    reader.depth++
  }
  return element
}

/** Reads an end tag; its '</' comes next. */
export function readEndTag(reader: Reader, element: TreeElement): void {
  // Spelt out, here and below, so that the ordinary case builds neither a message nor a string to
  // compare with.
  const isSame = isNameOf(element, reader)
  if (isSame) reader.at += 2 + element.name.length
  if (isSame) skipSpace(reader)
  if (!isSame || reader.units[reader.at] !== 0x3e) {
    fail(reader, 'malformed', `The end tag does not match the open element ${element.name}`)
  }
  reader.at++
  reader.depth--
  closeElement(reader, element)
}

function closeElement(reader: Reader, element: TreeElement): void {
  element.end = reader.at
  if (typeof element.content !== 'string') element.content = fitted(element.content)
  leaveScope(reader, element)
}

// The second child allocated seventeen slots. A copy has only those in use, which saves a tenth of
// a tree's memory.
function fitted(children: XmlNode[]): XmlNode[] {
  return children.length > 1 && children.length < 17 ? children.slice() : children
}

// Whether the element's name, as written in its start tag, follows the '</'.
function isNameOf({ name, start }: TreeElement, { units, at }: Reader): boolean {
  for (let index = 0; index < name.length; index++)
    if (units[at + 2 + index] !== units[start + 1 + index]) return false
  return true
}

// True when the tag is that of an empty element.
function readAttributes(reader: Reader, element: TreeElement): boolean {
  for (;;) {
    const spaced = skipSpace(reader)
    const code = reader.units[reader.at]
    if (code === 0x3e) {
      reader.at++
      return false
    }
    if (code === 0x2f) {
      expect(reader, '/>', 'A / in a start tag is not followed by >')
      return true
    }
    if (!spaced) fail(reader, 'malformed', `The start tag of ${element.name} is not well-formed`)
    readAttribute(reader, element)
  }
}

function readAttribute(reader: Reader, element: TreeElement): void {
  countNode(reader)
  const order = reader.nodes
  const start = reader.at
  const { name, prefix, local } = readName(reader)
  skipSpace(reader)
  if (reader.units[reader.at] !== 0x3d) {
    fail(reader, 'malformed', `The attribute ${name} has no value`)
  }
  reader.at++
  skipSpace(reader)
  const value = readAttributeValue(reader)
  if (prefix === 'xmlns') declare(reader, element, { prefix: local, value, start })
  else if (name === 'xmlns') declare(reader, element, { prefix: '', value, start })
  else
    element.attributes = withOne(element.attributes, {
      name,
      prefix,
      local,
      namespace: '',
      value,
      order,
    })
}

// Shared lists are never appended to.
function withOne<T>(list: readonly T[], item: T): readonly T[] {
  if (list.length === 0) return [item]
  ;(list as T[]).push(item)
  return list
}

function readAttributeValue(reader: Reader): string {
  const { text, units } = reader
  const quote = units[reader.at]
  if (quote !== 0x22 && quote !== 0x27)
    fail(reader, 'malformed', "An attribute's value is not in quotes")
  const start = ++reader.at
  let at = start
  let isPlain = true
  for (; at < units.length && units[at] !== quote; at++) {
    if (units[at] === 0x3c) fail(reader, 'malformed', "An attribute's value has a <", at)
    const unit = units[at]!
    if (unit < 0x20 || unit === 0x26 || unit > 0xfffd) isPlain = false
  }
  if (at === units.length) fail(reader, 'malformed', "An attribute's value has no end")
  const raw = text.slice(start, at)
  const value = isPlain ? raw : resolveLiteral(reader, raw, normaliseAttributeSpace)
  reader.at = at + 1
  return value
}

// Namespaces in XML 1.0, 3 and 5: the prefixes xml and xmlns and their namespaces are reserved, and
// only the default namespace can be undeclared.
function declare(
  reader: Reader,
  element: TreeElement,
  { prefix, value, start }: { prefix: string; value: string; start: number },
): void {
  const isReserved =
    prefix === 'xmlns' ||
    value === xmlnsNamespace ||
    (prefix === 'xml') !== (value === xmlNamespace)
  if (isReserved)
    fail(reader, 'malformed', 'A namespace declaration touches a reserved name', start)
  if (prefix !== '' && value === '')
    fail(reader, 'malformed', 'A prefix is bound to no namespace', start)
  const namespace = internNamespace(value)
  element.declarations = withOne(element.declarations, { prefix, namespace })
  reader.replaced.push({ prefix, before: reader.scope.get(prefix) })
  reader.scope.set(prefix, namespace)
  reader.inScope.clear()
}

/** Ends the scope of the declarations of an element. */
export function leaveScope(reader: Reader, element: TreeElement): void {
  if (element.declarations.length > 0) reader.inScope.clear()
  for (let count = element.declarations.length; count > 0; count--) {
    const { prefix, before } = reader.replaced.pop()!
    if (before === undefined) reader.scope.delete(prefix)
    else reader.scope.set(prefix, before)
  }
}

function resolveNames(reader: Reader, element: TreeElement): void {
  element.names = resolve(reader, element.names)
  for (const attribute of element.attributes) {
    if (attribute.prefix !== '') attribute.namespace = namespaceOf(reader, attribute)
  }
  if (element.attributes.length > 1 || element.declarations.length > 1) checkUnique(reader, element)
}

// The many elements of a document have few different names: one lookup finds what was
// resolved before.
function resolve(reader: Reader, names: ExpandedName): ExpandedName {
  const met = reader.inScope.get(names)
  if (met) return met
  const { name, prefix, local } = names
  const resolved = { name, prefix, local, namespace: namespaceOf(reader, names) }
  reader.inScope.set(names, resolved)
  return resolved
}

function namespaceOf(reader: Reader, { prefix, name }: { prefix: string; name: string }): string {
  const namespace = reader.scope.get(prefix)
  if (namespace !== undefined || prefix === '') return namespace ?? ''
  fail(reader, 'malformed', `The prefix of ${name} is not declared`)
}

// XML 1.0, 3.1 and Namespaces, 6.3: the same name twice, or two names with the same meaning.
function checkUnique(reader: Reader, element: TreeElement): void {
  if (isRepeated(element)) fail(reader, 'malformed', 'An attribute occurs twice in one start tag')
}

// Most start tags have few attributes: comparing them pairwise needs no set.
const fewMax = 8

function isRepeated({ attributes, declarations }: TreeElement): boolean {
  if (attributes.length <= fewMax && declarations.length <= fewMax) {
    return (
      declarations.some(
        (one, at) => declarations.findIndex(({ prefix }) => prefix === one.prefix) < at,
      ) ||
      attributes.some(
        (one, at) =>
          attributes.findIndex(
            ({ local, namespace }) => local === one.local && namespace === one.namespace,
          ) < at,
      )
    )
  }
  const prefixes = new Set(declarations.map((declaration) => declaration.prefix))
  const names = new Set(attributes.map(({ namespace, local }) => `{${namespace}}${local}`))
  return prefixes.size < declarations.length || names.size < attributes.length
}
