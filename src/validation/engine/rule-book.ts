// The scripts of rule sets, each loaded once per thread and only when a document needs it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChosenSet } from '../rules/choose.ts'
import type { RuleSet } from '../rules/pack.ts'
import { scriptFault } from '../rules/script-digest.ts'
import type { RuleNode } from '../runtime/node.ts'
import { RulesUnusable } from '../verdict.ts'
import { loadScript, type RuleScript } from './script.ts'

// Files of rules never change: the manifest has their digests. Countries have copies of one file.
const loaded = new Map<string, RuleScript>()
const scriptsOfSets = new WeakMap<RuleSet, RuleScript[]>()

/**
 * The scripts of rule sets, in the order of their files. Rejects with RulesUnusable if a
 * file is missing, is not what was installed, or was compiled by another version.
 */
export async function scriptsOf(chosen: readonly ChosenSet[]): Promise<RuleScript[]> {
  const scripts: RuleScript[] = []
  for (const each of chosen)
    for (const script of scriptsOfSets.get(each.set) ?? (await load(each)))
      scripts.push(each.without ? scriptWithout(script, each.without) : script)
  return scripts
}

/** Each is made once: documents whose scripts are the same objects are judged together. */
const scriptsWithout = new WeakMap<RuleScript, RuleScript>()

function scriptWithout(script: RuleScript, ids: readonly string[]): RuleScript {
  const known = scriptsWithout.get(script)
  if (known) return known
  const { assertions, run } = script
  const made = {
    assertions,
    run: (document: RuleNode) => run(document).filter(({ id }) => !ids.includes(id)),
  }
  scriptsWithout.set(script, made)
  return made
}

async function load({ pack, set }: ChosenSet): Promise<RuleScript[]> {
  const scripts = await Promise.all(set.files.map((file) => scriptIn(pack.folder, set, file)))
  scriptsOfSets.set(set, scripts)
  return scripts
}

async function scriptIn(folder: string, set: RuleSet, file: string): Promise<RuleScript> {
  const path = join(folder, file)
  const key = set.digests?.[set.files.indexOf(file)] ?? path
  const known = loaded.get(key)
  if (known) return known
  try {
    const bytes = readFileSync(path)
    const fault = scriptFault(set, file, bytes)
    if (fault !== undefined) throw new Error(fault)
    const text = bytes.toString('utf8')
    const script = loadScript(path.endsWith('.js') ? text : await compile(text), path)
    loaded.set(key, script)
    return script
  } catch (cause) {
    const why = `The rule set ${set.id} ${set.version} cannot be used: ${(cause as Error).message}`
    throw new RulesUnusable(`${why}. Install the rules again`, { cause })
  }
}

// Only our own pack is ever compiled here, and only while the program runs from source.
async function compile(text: string): Promise<string> {
  const { compileSchema } = await import('../compiler/compile.ts')
  return compileSchema(text).source
}
