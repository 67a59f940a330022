// Which release of each pin is installed: the newest that can be had.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fetchWithMaven } from './maven.ts'
import { fileNameOf, nameOf, type Pin, type Release } from './pin.ts'

type ObtainOptions = {
  pins: readonly Pin[]
  /** A folder that already contains the files. */
  from?: string
  report: (line: string) => void
}

/**
 * Puts a file of each pin into the folder, unless they are there already. Rejects with an Error
 * when none of a pin that is not optional can be had.
 */
export async function obtain(
  { pins, from, report }: ObtainOptions,
  folder: string,
): Promise<Release[]> {
  if (from === undefined && (await fetchNewest(pins, folder, report)))
    return pins.map(({ releases }) => releases[0]!)
  const obtained: Release[] = []
  for (const pin of pins) {
    const release = await firstOf(pin, folder, from === undefined ? fetchOne : isThere)
    if (release) obtained.push(release)
    else report(leftOut(pin))
  }
  return obtained
}

/** All newest ones in one run of the client, which is how it goes as a rule. */
async function fetchNewest(
  pins: readonly Pin[],
  folder: string,
  report: (line: string) => void,
): Promise<boolean> {
  const artifacts = pins.flatMap(({ releases: [newest] }) => artifactOf(newest!) ?? [])
  report(`Fetching ${artifacts.length} files with Maven`)
  try {
    await fetchWithMaven(artifacts, folder)
    return true
  } catch (error) {
    if (pins.every(({ releases, isOptional }) => releases.length === 1 && !isOptional)) throw error
    report(`${(error as Error).message}. Fetching them one by one`)
    return false
  }
}

type Attempt = (release: Release, folder: string) => Promise<void>

/** Undefined when the pin is optional and has no release that can be had. */
async function firstOf(pin: Pin, folder: string, attempt: Attempt): Promise<Release | undefined> {
  let failure: unknown
  for (const release of pin.releases) {
    try {
      await attempt(release, folder)
      return release
    } catch (error) {
      failure ??= error
    }
  }
  if (pin.isOptional) return undefined
  throw failure
}

async function fetchOne(release: Release, folder: string): Promise<void> {
  const artifact = artifactOf(release)
  if (artifact !== undefined) await fetchWithMaven([artifact], folder)
}

async function isThere({ source }: Release, folder: string): Promise<void> {
  const file = join(folder, fileNameOf(source))
  if (!existsSync(file)) throw new Error(`There is no ${file}`)
}

function artifactOf({ source }: Release): string | undefined {
  return 'artifact' in source ? source.artifact : undefined
}

function leftOut({ releases }: Pin): string {
  const sets = [...new Set(releases.flatMap(({ ruleSets }) => ruleSets.map(({ id }) => id)))]
  const names = releases.map(({ source }) => nameOf(source)).join(' or ')
  const lost = sets.length === 0 ? 'its schemas' : sets.join(', ')
  return `Left out, because ${names} cannot be had: ${lost}`
}
