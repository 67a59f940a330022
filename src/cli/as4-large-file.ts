// A file that is too large for memory: its bytes, and what the beginning of its
// document says about it.
import { createReadStream, statSync } from 'node:fs'
import type { Spooled } from '../as4/index.ts'
import { newTagScanner, parseXml, type Tag, type XmlElement } from '../xml/index.ts'

/** The bytes of a file that belongs to the caller, and is never removed. */
export function fileContent(path: string): Spooled {
  return { size: statSync(path).size, read: () => createReadStream(path), remove: async () => {} }
}

/**
 * `start` and `end` are byte offsets of the root element. `root` has its name, and of its children
 * only the two that name the document type and the process.
 */
export type DocumentOutline = { start: number; end: number; root: XmlElement }

const named = ['CustomizationID', 'ProfileID']
/** In UBL, both come before all other content. */
const headBytesMax = 1_000_000

/** Reads through the document once. Throws an Error when it is not XML. */
export async function outlineDocument(bytes: AsyncIterable<Uint8Array>): Promise<DocumentOutline> {
  const scanner = newTagScanner(1)
  const head: Uint8Array[] = []
  let headBytes = 0
  const tags: Tag[] = []
  let end = 0
  for await (const piece of bytes) {
    if (headBytes < headBytesMax) head.push(piece)
    headBytes += piece.length
    for (const tag of scanner.scan(piece)) {
      if (tag.depth === 0) end = tag.end
      if (tag.end <= headBytesMax && isWanted(tag)) tags.push(tag)
    }
  }
  scanner.end()
  return { start: tags[0]!.start, end, root: parseXml(skeletonOf(Buffer.concat(head), tags)).root }
}

function isWanted({ depth, name, kind }: Tag): boolean {
  if (depth === 0) return kind === 'open'
  return depth === 1 && kind !== 'empty' && named.includes(name.slice(name.indexOf(':') + 1))
}

/** The root's start tag, the wanted children and the root's end tag: a document in itself. */
function skeletonOf(head: Buffer, [root, ...children]: Tag[]): Buffer {
  if (!root) throw new Error('The document is empty')
  const parts = [head.subarray(root.start, root.end)]
  for (const [at, tag] of children.entries())
    if (tag.kind === 'close')
      parts.push(head.subarray(children[at - 1]?.start ?? tag.start, tag.end))
  return Buffer.concat([...parts, Buffer.from(`</${root.name}>`)])
}
