// The files of a document with their bytes, as JSON written piece by piece: all of them together
// may be too large to serialise in one go without holding up everyone else.
import type { FileEntry } from '../core/record.ts'

// A multiple of three bytes, so that the pieces in base64 join to the base64 of the whole. Small
// enough for each piece to reuse memory rather than touch new pages.
const pieceBytes = 60 * 1024

/** The JSON text of `{ id, files: [{ …, content }] }`. Each file is fetched when it is next. */
export async function* inlineFiles(
  { id, files }: { id: string; files: readonly FileEntry[] },
  piecesOf: (fileId: string) => Promise<AsyncIterable<Buffer>>,
): AsyncGenerator<string> {
  yield `{"id":${JSON.stringify(id)},"files":[`
  for (const [index, file] of files.entries()) {
    const members = JSON.stringify(file).slice(0, -1)
    yield `${index > 0 ? ',' : ''}${members},"content":"`
    for await (const piece of inPieces(await piecesOf(file.id))) {
      yield piece.toString('base64')
      // While the client keeps up, a stream would go on in the same tick.
      await new Promise((resolve) => setImmediate(resolve))
    }
    yield '"}'
  }
  yield ']}'
}

/** The same bytes in pieces of `pieceBytes`, of which the last may be smaller. */
async function* inPieces(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    let at = 0
    for (; at + pieceBytes <= bytes.length; at += pieceBytes)
      yield bytes.subarray(at, at + pieceBytes)
    rest = bytes.subarray(at)
  }
  if (rest.length > 0) yield rest
}
