// The guides that come with the program: the pages of `docs`, which the reference links.
import { readdir, readFile } from 'node:fs/promises'

/** By file name, in alphabetical order; none where the program was installed without them. */
export async function readGuides(): Promise<ReadonlyMap<string, Buffer>> {
  const folder = new URL('../docs/', import.meta.url)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const guides = names.filter((name) => name.endsWith('.md')).sort()
  return new Map(
    await Promise.all(
      guides.map(async (name) => [name, await readFile(new URL(name, folder))] as const),
    ),
  )
}
