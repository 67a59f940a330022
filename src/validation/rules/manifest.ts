// The manifest of a pack: a JSON file beside its rules, checked when read and written in one step.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PackName } from '../verdict.ts'
import type { RulePack, RuleSet } from './pack.ts'

export const manifestName = 'manifest.json'

type Manifest = { installedAt?: string; ruleSets: RuleSet[] }

/**
 * The pack in a folder; undefined when there is no manifest. Throws an Error for one that
 * is not understood.
 */
export function readPack(name: PackName, folder: string): RulePack | undefined {
  const file = join(folder, manifestName)
  const text = readIfThere(file)
  if (text === undefined) return undefined
  try {
    const { installedAt, ruleSets } = JSON.parse(text) as Manifest
    if (!ruleSets.every(isRuleSet))
      throw new Error('a rule set lacks its id, version, day, files or digests')
    return { name, folder, ruleSets, ...(installedAt ? { installedAt } : {}) }
  } catch (error) {
    throw new Error(`${file} is not a valid manifest of rules: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function isRuleSet(value: Partial<RuleSet>): boolean {
  const texts = [value.id, value.version, value.validFrom]
  return (
    texts.every((text) => typeof text === 'string') &&
    isList(value.files) &&
    (value.documents === undefined || isList(value.documents)) &&
    (value.digests === undefined || areDigests(value.digests, value.files))
  )
}

function areDigests(digests: unknown, files: readonly string[] = []): boolean {
  return (
    Array.isArray(digests) &&
    digests.length === files.length &&
    digests.every((digest) => typeof digest === 'string' && /^[0-9a-f]{64}$/.test(digest))
  )
}

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0
}

/** Puts the manifest in force: readers see either the old one or the new one, never a part. */
export function writeManifest(folder: string, manifest: Manifest): void {
  mkdirSync(folder, { recursive: true })
  const half = join(folder, `${manifestName}.${process.pid}`)
  writeFileSync(half, `${JSON.stringify(manifest, null, 2)}\n`)
  renameSync(half, join(folder, manifestName))
}
