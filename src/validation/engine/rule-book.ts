// The scripts of rule sets, each loaded once in a thread and only when a document asks for it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileSchema } from '../compiler/compile.ts'
import type { ChosenSet } from '../rules/choose.ts'
import type { RuleSet } from '../rules/pack.ts'
import { loadScript, type RuleScript } from './script.ts'

// Files of rules are never changed: a compiled one bears a digest of its content in its name, ours come with the program.
const loaded = new Map<string, RuleScript>()
const scriptsOfSets = new WeakMap<RuleSet, RuleScript[]>()

/** The scripts of a rule set, in the order of its files. Throws for a file that is missing or not understood. */
export function scriptsOf({ pack, set }: ChosenSet): RuleScript[] {
  const known = scriptsOfSets.get(set)
  if (known) return known
  const scripts = set.files.map((file) => scriptIn(join(pack.folder, file)))
  scriptsOfSets.set(set, scripts)
  return scripts
}

function scriptIn(path: string): RuleScript {
  const known = loaded.get(path)
  if (known) return known
  const text = readFileSync(path, 'utf8')
  const script = loadScript(path.endsWith('.js') ? text : compileSchema(text).source, path)
  loaded.set(path, script)
  return script
}
