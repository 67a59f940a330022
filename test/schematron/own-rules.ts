// Our own rule pack, applied without a structure check: the unit documents of the official
// rules are fragments.
import { readFileSync } from 'node:fs'
import { compileSchema } from '../../src/validation/compiler/compile.ts'
import { loadScript, type RuleScript } from '../../src/validation/engine/script.ts'
import type { RuleSet } from '../../src/validation/rules/pack.ts'
import { type RuleNode, toRuleTree } from '../../src/validation/runtime/node.ts'
import { parseXml } from '../../src/xml/index.ts'

export const folder = 'schematron/own'

export const ruleSets = (
  JSON.parse(readFileSync(`${folder}/manifest.json`, 'utf8')) as { ruleSets: RuleSet[] }
).ruleSets

export type Broken = { id: string; flag: string; message: string; node: RuleNode; error?: unknown }

const scripts = new Map<string, RuleScript>()

/** `id` alone names the first version; with a blank and a version behind it, that one. */
export function ruleSet(id: string): RuleSet {
  const found = ruleSets.find((set) => set.id === id || `${set.id} ${set.version}` === id)
  if (!found) throw new Error(`There is no rule set ${id}`)
  return found
}

export function sourceOf(file: string): string {
  return readFileSync(`${folder}/${file}`, 'utf8')
}

/** The ids and flags of the assertions in a file, in order. */
export function assertionsIn(text: string): { id: string; flag: string; message: string }[] {
  return [
    ...text.matchAll(/<assert id="([^"]+)" flag="([^"]+)" test="[^"]*">(.*?)<\/assert>/gs),
  ].map(([, id = '', flag = '', message = '']) => ({ id, flag, message }))
}

/** The findings of these rule sets on a document, which may be a fragment. */
export function ask(document: string | Uint8Array, ...ids: string[]): Broken[] {
  const loaded = ids.flatMap((id) => ruleSet(id).files).map(scriptOf)
  // Loading a script numbers the names, so the tree is made afterwards.
  const tree = toRuleTree(parseXml(typeof document === 'string' ? Buffer.from(document) : document))
  return loaded.flatMap((script) => script.run(tree))
}

/** Each rule that a document breaks, once, with its flag. */
export function brokenRules(document: string | Uint8Array, ...ids: string[]): Map<string, string> {
  const found = ask(document, ...ids)
  const failed = found.find(({ error }) => error !== undefined)
  if (failed) throw new Error(`${failed.id} could not be evaluated`, { cause: failed.error })
  return new Map(found.map(({ id, flag }) => [id, flag]))
}

/** Ids of the broken rules that are fatal, in alphabetical order. */
export function fatalRules(document: string | Uint8Array, ...ids: string[]): string[] {
  const broken = [...brokenRules(document, ...ids)]
  return broken.flatMap(([id, flag]) => (flag === 'fatal' ? [id] : [])).sort()
}

function scriptOf(file: string): RuleScript {
  const known = scripts.get(file)
  if (known) return known
  const script = loadScript(compileSchema(sourceOf(file)).source, file)
  scripts.set(file, script)
  return script
}
