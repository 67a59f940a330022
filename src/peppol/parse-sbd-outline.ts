// A Standard Business Document that is too large for a tree: its header is read as strictly as that
// of any other, of the document only where it begins and ends.
import { newTagScanner, type Tag } from '../xml/index.ts'
import { type ParsedHeader, parseSbdTree } from './parse-sbd-tree.ts'

/**
 * `start` and `end` are byte offsets of the document, from its root's '<' to behind its closing
 * '>'.
 */
export type SbdOutline = { header: ParsedHeader; start: number; end: number }

// A header takes some 2 KB; what stands before the document, and what stands behind it, is held in
// memory.
const headBytesMax = 1_000_000

/**
 * Reads an SBD piece by piece. Throws an Error for the same faults as parseSbdTree, but that the
 * inside of the document is looked at for tags only: that is for whoever reads the document.
 */
export async function parseSbdOutline(bytes: AsyncIterable<Uint8Array>): Promise<SbdOutline> {
  const scanner = newTagScanner(1)
  const head = newHead()
  const tail: Uint8Array[] = []
  const found: Found = { children: 0 }
  let [offset, tailBytes] = [0, 0]
  for await (const piece of bytes) {
    head.add(piece)
    for (const tag of scanner.scan(piece)) note(found, tag)
    if (found.document) head.close()
    else if (head.size() > headBytesMax)
      throw new Error('The SBD begins with too much before its document')
    if (found.end !== undefined) {
      const behind = piece.subarray(Math.max(0, found.end - offset))
      tail.push(behind)
      tailBytes += behind.length
      if (tailBytes > headBytesMax)
        throw new Error('The SBD ends with too much behind its document')
    }
    offset += piece.length
  }
  scanner.end()
  const { root, document, end } = found
  if (!root || !document || end === undefined)
    throw new Error('The SBD does not carry exactly one document')
  const closing = document.kind === 'empty' ? '' : `</${document.name}>`
  // The SBD without what is in the document: all that parseSbdTree checks is in it.
  const { header } = parseSbdTree(
    Buffer.concat([head.upTo(document.end), Buffer.from(closing), ...tail]),
  )
  return { header, start: document.start, end }
}

type Found = { root?: Tag; children: number; document?: Tag; end?: number }

/**
 * Of the children of the root the first is the header, the second the document; parseSbdTree judges
 * what they are.
 */
function note(found: Found, tag: Tag): void {
  if (tag.depth === 0) found.root ??= tag
  if (tag.depth !== 1) return
  if (tag.kind !== 'close') {
    found.children++
    if (found.children > 2) throw new Error('The SBD does not carry exactly one document')
    if (found.children === 2) found.document = tag
  }
  if (tag.kind !== 'open' && found.children === 2) found.end = tag.end
}

/** Collects the first bytes, until it is closed. */
function newHead() {
  const pieces: Uint8Array[] = []
  let size = 0
  let isOpen = true
  return {
    add(piece: Uint8Array): void {
      if (!isOpen) return
      pieces.push(piece)
      size += piece.length
    },
    size: () => size,
    close(): void {
      isOpen = false
    },
    upTo: (end: number): Buffer => Buffer.concat(pieces).subarray(0, end),
  }
}
