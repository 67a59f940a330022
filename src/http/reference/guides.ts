// The guides that come with the program: the pages of `docs`, which the reference links. Their
// links lead to what is served; those to other files of the repository are words only.
import { readdir, readFile } from 'node:fs/promises'

/** Guides by file name in alphabetical order; none where the program was installed without them. */
export async function readGuides(): Promise<ReadonlyMap<string, Buffer>> {
  const folder = new URL('../../../docs/', import.meta.url)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const guides = names.filter((name) => name.endsWith('.md')).sort()
  const served = new Map(guides.map((name) => [name, `/guides/${name}`]))
  served.set('../openapi/openapi.json', '/openapi.json')
  return new Map(
    await Promise.all(
      guides.map(async (name) => {
        const text = await readFile(new URL(name, folder), 'utf8')
        return [name, Buffer.from(asServed(text, served))] as const
      }),
    ),
  )
}

function asServed(text: string, served: ReadonlyMap<string, string>): string {
  return text.replace(
    /\[([^[\]]+)\]\((?!https?:)([^)#\s]+)(#[^)\s]*)?\)/g,
    (_, words: string, path: string, place = '') =>
      served.has(path) ? `[${words}](${served.get(path)}${place})` : words,
  )
}
