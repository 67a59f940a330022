// The official rules for Message Level Status in the last version that can be obtained, 1.0.0;
// those in force, 1.0.1, are in our own pack.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { compileSchema } from '../../../src/validation/compiler/compile.ts'
import { loadScript } from '../../../src/validation/engine/script.ts'
import { fetchWithMaven } from '../../../src/validation/rules/maven.ts'
import { toRuleTree } from '../../../src/validation/runtime/node.ts'
import { parseXml } from '../../../src/xml/index.ts'

const artifact = 'com.helger.phive.rules:phive-rules-peppol:4.3.7'
const stylesheet = 'external/schematron/mls/1.0.0/xslt/peppol-mls-1.0.0.xslt'
const folder = path.join(tmpdir(), 'fourcorner-phive-rules-4.3.7')

/** What a document breaks of 1.0.0, in order of the ids. Throws when a rule cannot be evaluated. */
export async function openRulesOf100(): Promise<(ubl: Uint8Array) => string[]> {
  const jar = path.join(folder, 'phive-rules-peppol-4.3.7.jar')
  mkdirSync(folder, { recursive: true })
  if (!existsSync(jar)) await fetchWithMaven([artifact], folder)
  const entries = unzipSync(readFileSync(jar), { filter: ({ name }) => name === stylesheet })
  const { source } = compileSchema(new TextDecoder().decode(entries[stylesheet]))
  const script = loadScript(source, stylesheet)
  return (ubl) => {
    const broken = script.run(toRuleTree(parseXml(ubl)))
    const failed = broken.find(({ error }) => error !== undefined)
    if (failed) throw new Error(`${failed.id} could not be evaluated`, { cause: failed.error })
    return broken.map(({ id }) => id).sort()
  }
}
