// The files of a document with their bytes, as JSON that is written piece by piece: all files
// together may be larger than what can be made in one go without holding up everybody else.
import type { FileEntry } from '../core/record.ts'

// A multiple of three bytes: base64 in pieces is then the base64 of the whole. And few enough that
// the text of one lies in memory that is used again and again, instead of some that is touched for
// the first time.
const pieceBytes = 60 * 1024

/** The text of `{ id, files: [{ …, content }] }`. Each file is fetched when its turn comes. */
export async function* inlineFiles(
  { id, files }: { id: string; files: readonly FileEntry[] },
  bytesOf: (fileId: string) => Promise<Buffer>,
): AsyncGenerator<string> {
  yield `{"id":${JSON.stringify(id)},"files":[`
  for (const [index, file] of files.entries()) {
    const bytes = await bytesOf(file.id)
    const members = JSON.stringify(file).slice(0, -1)
    yield `${index > 0 ? ',' : ''}${members},"content":"`
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      yield bytes.toString('base64', at, at + pieceBytes)
      // As long as the client takes all that comes, a stream goes on in the same turn of the event
      // loop.
      await new Promise((resolve) => setImmediate(resolve))
    }
    yield '"}'
  }
  yield ']}'
}
