// A strict, namespace-aware parser for XML 1.0 (fifth edition) without DTDs. One pass,
// no recursion.
import { decode } from './decode.ts'
import { readIndent, textNode } from './indent.ts'
import { readInstructionTarget } from './names.ts'
import { countNode, expect, fail, newReader, type Reader, readUntil, skipSpace } from './reader.ts'
import { isSpecial, normaliseLineEnds, resolveText } from './references.ts'
import { readEndTag, readStartTag } from './start-tag.ts'
import type { XmlComment, XmlDocument, XmlInstruction, XmlLimits, XmlNode } from './tree.ts'
import type { TreeElement } from './tree-element.ts'
import { readXmlDeclaration } from './xml-declaration.ts'

/**
 * Parses a document. Throws XmlError: 'encoding' for anything but UTF-8, 'forbidden' for a DOCTYPE,
 * an entity declaration or (unless kept) a processing instruction, 'limit' when it is too deep or
 * has too many nodes, 'malformed' for everything else. Time and memory are linear in the size of
 * the document.
 */
export function parseXml(bytes: Uint8Array, limits: XmlLimits = {}): XmlDocument {
  const { text, units, markBytes } = decode(bytes)
  const reader = newReader({ text, units }, limits)
  readXmlDeclaration(reader)
  readOutsideRoot(reader)
  if (units[reader.at] !== 0x3c) fail(reader, 'malformed', withoutRoot(units, reader.at))
  const root = readTree(reader)
  readOutsideRoot(reader)
  if (reader.at < text.length) fail(reader, 'malformed', 'There is content after the root element')
  return {
    root,
    bytes,
    text,
    rootStart: markBytes + Buffer.byteLength(text.slice(0, root.start)),
    rootEnd: bytes.length - Buffer.byteLength(text.slice(root.end)),
    orders: reader.nodes + 1,
  }
}

/** What came in place of XML, as far as its first character says. */
function withoutRoot(units: ArrayLike<number>, at: number): string {
  if (at >= units.length) return 'There is no root element: the document is empty'
  const isJson = units[at] === 0x7b || units[at] === 0x5b
  return isJson ? 'There is no root element: this is JSON' : 'There is no root element'
}

function readTree(reader: Reader): TreeElement {
  const root = readStartTag(reader, undefined)
  let open = root.end === 0 ? root : undefined
  while (open) {
    readText(reader, open)
    const next = reader.units[reader.at + 1]
    if (next === 0x2f) {
      readEndTag(reader, open)
      open = open.parent
    } else if (next === 0x21) {
      readMarkup(reader, open)
    } else if (next === 0x3f) {
      const instruction = readInstruction(reader)
      append(reader, open, instruction)
    } else {
      const element = readStartTag(reader, open)
      append(reader, open, element)
      if (element.end === 0) open = element
    }
  }
  return root
}

// The first push to an empty array allocates seventeen slots, and most elements contain one text.
function append(reader: Reader, open: TreeElement, node: XmlNode): void {
  const { content } = open
  if (content === '') open.content = [node]
  else if (typeof content === 'string') open.content = [textNode(reader, content), node]
  else content.push(node)
}

// Looking at each unit once tells where a short text ends and whether it needs no more work, as
// nearly all do. In a long one, such as an attachment, V8's own searches are faster.
function readText(reader: Reader, open: TreeElement): void {
  const { text, units } = reader
  const start = reader.at
  if (units[start] === 0x3c) return
  const shortEnd = Math.min(start + shortMax, units.length)
  let at = start
  while (at < shortEnd && isIndent(units[at]!)) at++
  if (at < shortEnd && units[at] === 0x3c) {
    addText(reader, open, readIndent(reader, at))
    reader.at = at
    return
  }
  let isPlain = true
  for (; at < shortEnd && units[at] !== 0x3c; at++) if (isSpecial(units[at]!)) isPlain = false
  if (at === shortEnd) {
    at = text.indexOf('<', at)
    isPlain = false
  }
  if (at < 0) fail(reader, 'malformed', `The element ${open.name} has no end tag`, open.start)
  const raw = text.slice(start, at)
  addText(reader, open, isPlain ? raw : resolveText(reader, raw))
  reader.at = at
}

function isIndent(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x09
}

const shortMax = 200

// Text after a CDATA section joins the text in it.
function addText(reader: Reader, open: TreeElement, value: string): void {
  const { content } = open
  if (typeof content === 'string') {
    if (content === '') countNode(reader)
    open.content = content + value
    return
  }
  const last = content[content.length - 1]
  if (last?.kind === 'text') {
    content[content.length - 1] = { kind: 'text', value: last.value + value }
  } else {
    countNode(reader)
    content.push(textNode(reader, value))
  }
}

// Markup that begins with '<!' inside an element: a comment or a CDATA section.
function readMarkup(reader: Reader, open: TreeElement): void {
  if (reader.text.startsWith('<![CDATA[', reader.at)) {
    reader.at += '<![CDATA['.length
    const value = normaliseLineEnds(readUntil(reader, ']]>', 'A CDATA section has no end'))
    if (value !== '') addText(reader, open, value)
  } else {
    const comment = readComment(reader)
    append(reader, open, comment)
  }
}

function readOutsideRoot(reader: Reader): void {
  for (;;) {
    skipSpace(reader)
    if (reader.text.startsWith('<!', reader.at)) readComment(reader)
    else if (reader.text.startsWith('<?', reader.at)) readInstruction(reader)
    else return
  }
}

function readComment(reader: Reader): XmlComment {
  if (!reader.text.startsWith('<!--', reader.at)) refuseDeclaration(reader)
  countNode(reader)
  reader.at += '<!--'.length
  const value = readUntil(reader, '--', 'A comment has no end')
  expect(reader, '>', 'A comment has a --')
  return { kind: 'comment', value: normaliseLineEnds(value) }
}

function refuseDeclaration(reader: Reader): never {
  const found = /^<!(DOCTYPE|ENTITY)/.exec(
    reader.text.slice(reader.at, reader.at + '<!DOCTYPE'.length),
  )?.[1]
  if (found) fail(reader, 'forbidden', `${found} declarations are not accepted`)
  fail(reader, 'malformed', 'There is a declaration where none is allowed')
}

function readInstruction(reader: Reader): XmlInstruction {
  const start = reader.at
  countNode(reader)
  const name = readInstructionTarget(reader)
  if (reader.instructions === 'refuse') {
    fail(reader, 'forbidden', 'Processing instructions are not accepted', start)
  }
  const spaced = skipSpace(reader)
  const valueStart = reader.at
  const value = readUntil(reader, '?>', 'A processing instruction has no end')
  if (!spaced && value !== '') {
    fail(reader, 'malformed', "A processing instruction's name is not well-formed", valueStart)
  }
  return { kind: 'instruction', target: name, value: normaliseLineEnds(value) }
}
