// The statuses that we write, by the official schema and by the official rules that can be obtained
// (1.0.0; those in force, 1.0.1, are in our own pack).
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../../src/limits.ts'
import { buildMls, type Mls } from '../../../src/reporting/index.ts'
import { compileSchema } from '../../../src/validation/compiler/compile.ts'
import { loadScript, type RuleScript } from '../../../src/validation/engine/script.ts'
import { openValidator, type Validator } from '../../../src/validation/index.ts'
import { fetchWithMaven } from '../../../src/validation/rules/maven.ts'
import { toRuleTree } from '../../../src/validation/runtime/node.ts'
import { parseXml } from '../../../src/xml/index.ts'
import { accepted, issue, lawful, rejected, warning } from '../../reporting/mls.ts'
import { describeWithRules, rulesFolder } from '../validation/official.ts'

const artifact = 'com.helger.phive.rules:phive-rules-peppol:4.3.7'
const stylesheet = 'external/schematron/mls/1.0.0/xslt/peppol-mls-1.0.0.xslt'
const folder = path.join(tmpdir(), 'fourcorner-phive-rules-4.3.7')

async function rulesOf100(): Promise<RuleScript> {
  const jar = path.join(folder, 'phive-rules-peppol-4.3.7.jar')
  mkdirSync(folder, { recursive: true })
  if (!existsSync(jar)) await fetchWithMaven([artifact], folder)
  const entries = unzipSync(readFileSync(jar), { filter: ({ name }) => name === stylesheet })
  const { source } = compileSchema(new TextDecoder().decode(entries[stylesheet]))
  return loadScript(source, stylesheet)
}

describeWithRules('the statuses that we write', () => {
  let validator: Validator
  let script: RuleScript
  beforeAll(async () => {
    script = await rulesOf100()
    validator = await openValidator({
      engine: 'compiled',
      pack: 'official',
      rulesDir: rulesFolder,
      limits: limits.validation,
    })
  })
  afterAll(() => validator.close())

  const brokenIn100 = (mls: Mls) => {
    const broken = script.run(toRuleTree(parseXml(buildMls(mls))))
    expect(broken.filter(({ error }) => error)).toEqual([])
    return broken.map(({ id }) => id).sort()
  }

  test('are valid by the official schema', async () => {
    for (const [name, mls] of lawful) {
      const { findings } = await validator.validate(buildMls(mls), { layers: 'all' })
      expect([name, findings]).toEqual([name, []])
    }
    const padded = Buffer.from(buildMls(rejected).toString().replace('10:05:02.953Z', 'noon'))
    const { findings } = await validator.validate(padded, { layers: 'structure' })
    expect(findings).not.toEqual([])
  })

  test('keep the official rules of 1.0.0', () => {
    for (const [name, mls] of lawful)
      expect([name, brokenIn100({ ...mls, receiver: '000306' })]).toEqual([name, []])
  })

  test('differ from 1.0.0 in what 1.0.1 changed: the case of sub-identifiers', () => {
    expect(brokenIn100({ ...accepted, receiver: '000306-TEST.UNIT-7' })).toEqual([])
    expect(brokenIn100({ ...accepted, receiver: '000306-TEST.unit-7' })).toEqual(['SCH-MLS-14'])
    expect(brokenIn100({ ...accepted, sender: '000306-test', receiver: '001110' })).toEqual([
      'SCH-MLS-09',
    ])
  })

  test('would be found out by 1.0.0 as well', () => {
    const written = buildMls({ ...rejected, receiver: '001110', issues: [issue, warning] })
    const bytes = written.toString().replace('>BV<', '>BW<')
    const broken = script.run(toRuleTree(parseXml(Buffer.from(bytes))))
    expect(broken.map(({ id }) => id)).toEqual(['SCH-MLS-24'])
  })
})
