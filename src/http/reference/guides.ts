// The guides that come with the program: the pages of `docs`. Each is served as a page, made when
// the program was built (print-guides.ts), and as Markdown.
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { Guide } from './guide-links.ts'
import { packedReference } from './packed-reference.ts'

const root = new URL('../../../', import.meta.url)
const folder = new URL('docs/', root)

/** In alphabetical order; none where the program was installed without them. */
export async function readGuides(): Promise<readonly Guide[]> {
  const files = await readdir(folder).catch(ifMissing)
  const names = (files ?? []).filter((file) => file.endsWith('.md')).sort()
  return Promise.all(
    names.map(async (file) => {
      const markdown = await readFile(new URL(file, folder), 'utf8')
      const title = /^# (.+)$/m.exec(markdown)?.[1] ?? file
      return { name: file.slice(0, -'.md'.length), title, markdown }
    }),
  )
}

/** The page of a guide; undefined if the build made none, and it cannot be made here. */
export async function readGuidePage(
  guide: Guide,
  all: readonly Guide[],
): Promise<Buffer | undefined> {
  const packed = await readFile(packedGuide(guide.name)).catch(ifMissing)
  if (packed) return promisify(brotliDecompress)(packed)
  // What makes pages is there beside sources only.
  const printing = await import('./print-guides.ts').catch(ifMissing)
  return printing && Buffer.from(printing.printGuide(guide, all))
}

/** A file of the package that guides link; undefined where the program was installed without it. */
export async function readShippedFile(path: string): Promise<Buffer | undefined> {
  return readFile(new URL(path, root)).catch(ifMissing)
}

export function packedGuide(name: string): URL {
  return new URL(`guides/${name}.html.br`, packedReference)
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ERR_MODULE_NOT_FOUND') throw error
}
