// Writes files that are not there yet, all of them or none.
import { existsSync, readFileSync } from 'node:fs'
import { link, mkdir, open, rm } from 'node:fs/promises'

export type NewFile = {
  path: string
  text: string
  /** One that is there stays as it is; otherwise what is new goes beside it, as `.new`. */
  isKept?: true
  /** In what the one that is there differs, one line each. */
  differences?: (before: string, after: string) => string[]
}

type Planned = { path: string; text?: string; notes: string[] }

/**
 * Only their owner can read the files. Returns what was done, line by line. Throws an Error that
 * says why nothing was written.
 */
export async function writeNewFiles({
  folders,
  files,
}: {
  folders: readonly string[]
  files: readonly NewFile[]
}): Promise<string[]> {
  const planned = files.map((file) => planOf(file))
  const undo: (() => Promise<unknown>)[] = []
  const parts: string[] = []
  let at = ''
  try {
    for (const folder of folders) {
      at = folder
      const first = await mkdir(folder, { recursive: true, mode: 0o700 })
      if (first !== undefined) undo.push(() => rm(first, { recursive: true }))
    }
    for (const { path, text } of planned) {
      if (text === undefined) continue
      at = path
      parts.push(partOf(path))
      await write(partOf(path), text)
    }
    for (const { path, text } of planned) {
      if (text === undefined) continue
      at = path
      // Unlike a rename, it never replaces a file that has just come.
      await link(partOf(path), path)
      undo.push(() => rm(path))
    }
  } catch (error) {
    await removeAll(parts)
    for (const step of undo.reverse()) await step().catch(() => {})
    throw new Error(`${describe(error as NodeJS.ErrnoException, at)} Nothing was written.`)
  }
  await removeAll(parts)
  return planned.flatMap(({ notes }) => notes)
}

/** Throws where the file beside is there, too. */
function planOf({ path, text, isKept, differences }: NewFile): Planned {
  if (!existsSync(path)) return { path, text, notes: [`${path}: written`] }
  if (isKept) return { path, notes: [`${path}: was there, and is kept`] }
  const before = readFileSync(path, 'utf8')
  const differing = differences?.(before, text) ?? (before === text ? [] : ['its text'])
  if (differing.length === 0) return { path, notes: [`${path}: was there, and says the same`] }
  const beside = `${path}.new`
  if (existsSync(beside))
    throw new Error(`${beside} is there already: look at it, and remove it. Nothing was written.`)
  const notes = [`${path} was there: ${beside} is written instead. It changes:`]
  return { path: beside, text, notes: [...notes, ...differing.map((one) => `  ${one}`)] }
}

const partOf = (path: string) => `${path}.${process.pid}.part`

async function write(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function removeAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true }).catch(() => {})
}

function describe({ code, message }: NodeJS.ErrnoException, path: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `There is no room on the disk for ${path}.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `You may not write ${path}: choose another folder with --out, or ask its owner.`
    case 'ENOTDIR':
    case 'EEXIST':
      return `${path} cannot be made: a file of that name, or of a folder in it, is there.`
    default:
      return `${path} cannot be made: ${message}.`
  }
}
