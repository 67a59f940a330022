// A Standard Business Document that is too large for a tree. All of it is checked as strictly as
// any other; what is read is the header, and where the document begins and ends.
import { newTagScanner, type Tag } from '../xml/index.ts'
import { type ParsedHeader, parseSbdTree } from './parse-sbd-tree.ts'

/**
 * `start` and `end` are byte offsets of the document, from its root's '<' to after its closing '>'.
 */
export type SbdOutline = { header: ParsedHeader; start: number; end: number }

// A header takes about 2 KB. What precedes and what follows the document is held in memory.
const headBytesMax = 1_000_000

/**
 * Reads an SBD chunk by chunk. Throws an Error for the same faults as parseSbdTree, and for a tag
 * of more than 100,000 characters.
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
      throw new Error('There is too much before the document in the SBD')
    if (found.end !== undefined) {
      const behind = piece.subarray(Math.max(0, found.end - offset))
      tail.push(behind)
      tailBytes += behind.length
      if (tailBytes > headBytesMax)
        throw new Error('There is too much after the document in the SBD')
    }
    offset += piece.length
  }
  scanner.end()
  const { root, document, end } = found
  if (!root || !document || end === undefined)
    throw new Error('The SBD does not carry exactly one document')
  const closing = document.kind === 'empty' ? '' : `</${document.name}>`
  // The SBD without the content of the document: all that parseSbdTree checks.
  const { header } = parseSbdTree(
    Buffer.concat([head.upTo(document.end), Buffer.from(closing), ...tail]),
  )
  return { header, start: document.start, end }
}

type Found = { root?: Tag; children: number; document?: Tag; end?: number }

/**
 * The first child of the root is the header, the second the document; parseSbdTree checks what
 * they are.
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

/** Collects the first bytes, until closed. */
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
