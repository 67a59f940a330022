// Whether compiled rules are those that were installed: they run with all rights of the program.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RulePack, RuleSet } from './pack.ts'

/** SHA-256 in hexadecimal. */
export function scriptDigest(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** What is wrong with the bytes of a file of a rule set; undefined when nothing is. */
export function scriptFault(set: RuleSet, file: string, bytes: Uint8Array): string | undefined {
  const expected = set.digests?.[set.files.indexOf(file)] ?? digestInName(file)
  if (expected === undefined) return undefined
  const actual = scriptDigest(bytes)
  if (actual.startsWith(expected)) return undefined
  return `${file} is not what was installed: its SHA-256 is ${actual}, not ${expected}`
}

// An earlier version installed these twelve digits alone. Rule files of the source tree, which are
// compiled when they are read, have none.
function digestInName(file: string): string | undefined {
  return /-([0-9a-f]{12})\.js$/.exec(file)?.[1]
}

/** What is wrong with any of the compiled rules of these packs. */
export function alteredScripts(packs: readonly RulePack[]): string[] {
  return packs.flatMap(({ folder, ruleSets }) =>
    ruleSets.flatMap((set) => set.files.flatMap((file) => faultOf(set, file, folder) ?? [])),
  )
}

function faultOf(set: RuleSet, file: string, folder: string): string | undefined {
  try {
    return scriptFault(set, file, readFileSync(join(folder, file)))
  } catch (error) {
    return `${file} cannot be read: ${(error as Error).message}`
  }
}
