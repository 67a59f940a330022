// The scripts of rule sets, each loaded once per thread and only when a document needs it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChosenSet } from '../rules/choose.ts'
import type { RuleSet } from '../rules/pack.ts'
import { scriptFault } from '../rules/script-digest.ts'
import { ValidationUnavailable } from '../verdict.ts'
import { loadScript, type RuleScript } from './script.ts'

// Files of rules never change: the manifest has their digests.
const loaded = new Map<string, RuleScript>()
const scriptsOfSets = new WeakMap<RuleSet, RuleScript[]>()

/**
 * The scripts of rule sets, in the order of their files. Rejects if a file is missing or not
 * understood; with ValidationUnavailable if it is not what was installed.
 */
export async function scriptsOf(chosen: readonly ChosenSet[]): Promise<RuleScript[]> {
  const scripts: RuleScript[] = []
  for (const each of chosen)
    for (const script of scriptsOfSets.get(each.set) ?? (await load(each))) scripts.push(script)
  return scripts
}

async function load({ pack, set }: ChosenSet): Promise<RuleScript[]> {
  const scripts = await Promise.all(set.files.map((file) => scriptIn(pack.folder, set, file)))
  scriptsOfSets.set(set, scripts)
  return scripts
}

async function scriptIn(folder: string, set: RuleSet, file: string): Promise<RuleScript> {
  const path = join(folder, file)
  const known = loaded.get(path)
  if (known) return known
  const bytes = readFileSync(path)
  const fault = scriptFault(set, file, bytes)
  if (fault !== undefined) throw new ValidationUnavailable(`${fault}. Install the rules again`)
  const text = bytes.toString('utf8')
  const script = loadScript(path.endsWith('.js') ? text : await compile(text), path)
  loaded.set(path, script)
  return script
}

// Only our own pack is ever compiled here, and only while the program runs from source.
async function compile(text: string): Promise<string> {
  const { compileSchema } = await import('../compiler/compile.ts')
  return compileSchema(text).source
}
