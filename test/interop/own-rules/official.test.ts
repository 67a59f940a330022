// Our rules beside the installed official ones, in one engine: the same ids and flags, and the same
// findings on seeded mutants of valid documents whose structure is right.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadScript, type RuleScript } from '../../../src/validation/engine/script.ts'
import { chooseById } from '../../../src/validation/rules/choose.ts'
import { readPack } from '../../../src/validation/rules/manifest.ts'
import { toRuleTree } from '../../../src/validation/runtime/node.ts'
import { checkStructure } from '../../../src/validation/structure/index.ts'
import { parseXml } from '../../../src/xml/index.ts'
import { officialFiles, readOfficial } from '../../official-documents.ts'
import { documented, unexplained } from '../../schematron/oracle.ts'
import { assertionsIn, brokenRules, ruleSet, sourceOf } from '../../schematron/own-rules.ts'
import { randomNumbers } from '../structure/mutant.ts'
import { mutate } from './mutant.ts'

const rulesDir = path.resolve(process.env.RULES_DIR ?? 'data/rules')
const isAbsent = !existsSync(path.join(rulesDir, 'manifest.json'))
const seed = Number(process.env.OWN_RULES_SEED ?? 20261121)
const wanted = Number(process.env.OWN_RULES_MUTANTS ?? 1_500)
const sets = ['en16931', 'peppol-billing', 'peppol-selfbilling']

function describeWithRules(name: string, block: () => void): void {
  const skipped = `${name} (skipped: no official rules; see 'fourcorner rules install')`
  if (isAbsent && !process.env.CI) describe.skip(skipped, block)
  else describe(name, block)
}

/** The installed scripts of the version that ours follows. */
function officialScripts(id: string): { assertions: [string, string][]; scripts: RuleScript[] } {
  const pack = readPack('official', rulesDir)
  if (!pack) throw new Error(`There are no official rules in ${rulesDir}`)
  const chosen = chooseById([pack], id, '2026-11-21')
  if (chosen?.set.version !== ruleSet(id).version)
    throw new Error(`${id} is not installed in the version that ours follows`)
  const sources = chosen.set.files.map((file) => readFileSync(path.join(pack.folder, file), 'utf8'))
  const scripts = sources.map((source) => loadScript(source, id))
  return { scripts, assertions: sources.flatMap(assertionsOf) }
}

/** The ids and flags declared by a compiled script, one per row. */
function assertionsOf(source: string): [id: string, flag: string][] {
  const [, rows = ''] = /\bassertions: \[\n(.*?)\n\s*\],/s.exec(source) ?? []
  return [...rows.matchAll(/\["([^"]+)", ?"([^"]+)"\]/g)].map(([, id = '', flag = '']) => [
    id,
    flag,
  ])
}

describeWithRules('our rules beside the official ones', () => {
  it.each(sets)('have the ids and flags of %s', (id) => {
    const { notCovered } = documented
    const ours = ruleSet(id).files.flatMap((file) => assertionsIn(sourceOf(file)))
    const official = officialScripts(id).assertions.filter(([own]) => !notCovered.includes(own))
    expect(official.length).toBeGreaterThan(50)
    const flags = (rules: [string, string][]) => Object.fromEntries(rules.sort())
    expect(flags(ours.map(({ id: own, flag }) => [own, flag]))).toEqual(flags(official))
  })

  it('agree on mutants', () => {
    const official = new Map(sets.map((id) => [id, officialScripts(id).scripts]))
    const sources = goodDocuments()
    const random = randomNumbers(seed)
    const differences: string[] = []
    let [judged, broken] = [0, 0]
    for (let tries = 0; judged < wanted && tries < wanted * 10; tries++) {
      const text = mutate(sources[tries % sources.length]!, random)
      const document = parseXml(Buffer.from(text))
      if (checkStructure(document).some(({ severity }) => severity === 'error')) continue
      judged += 1
      for (const [id, scripts] of official) {
        const tree = toRuleTree(document)
        const raw = scripts.flatMap((script) => script.run(tree))
        const failed = new Set(
          raw.flatMap((finding) => (finding.error === undefined ? [] : [finding.id])),
        )
        const ours = [...brokenRules(text, id)]
          .filter(([own]) => !failed.has(own))
          .map((one) => one.join(' '))
        const theirs = new Set(
          raw
            .filter(({ error }) => error === undefined)
            .map(({ id: own, flag }) => `${own} ${flag}`),
        )
        broken += theirs.size
        const file = `seed ${seed}, try ${tries}, ${id}`
        differences.push(...unexplained({ file, ours, official: [...theirs] }))
      }
    }
    console.log(`${judged} mutants, ${broken} broken rules`)
    expect(differences).toEqual([])
    expect(judged).toBe(wanted)
    expect(broken).toBeGreaterThan(wanted)
  })
})

function goodDocuments(): string[] {
  const files = officialFiles('billing').filter((file) => !file.includes('/cen-'))
  expect(files.length).toBeGreaterThan(10)
  const ours = ['invoice-usual', 'creditNote-usual'].map(
    (name) => `test/fixtures/billing/${name}.out.xml`,
  )
  return [
    ...files.map((file) => readOfficial(file).toString()),
    ...ours.map((file) => readFileSync(file, 'utf8')),
  ]
}
