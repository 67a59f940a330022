// What all rule sets and schemas take beside those of BIS, once a document of each has come.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { corpusFolder, describeWithRules, rulesFolder } from './official.ts'

// In a process of its own: others fill its memory as well.
const program = `
  import { readdirSync, readFileSync } from 'node:fs'
  import { limits } from './src/config/limits.ts'
  import { openValidator } from './src/validation/index.ts'
  const { RULES_DIR: rulesDir, FOLDER: folder } = process.env
  const validator = await openValidator({ engine: 'compiled', limits: limits.validation, rulesDir })
  const validate = (file) =>
    validator.validate(readFileSync(file), { layers: 'all', withOutdated: true })
  async function megabytes() {
    for (let times = 0; times < 5; times++) {
      gc()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 1e6
  }
  for (let times = 0; times < 200; times++)
    for (const kind of ['invoice', 'creditNote'])
      await validate('test/fixtures/billing/' + kind + '-usual.out.xml')
  const before = await megabytes()
  const used = new Set()
  for (const entry of readdirSync(folder, { recursive: true }))
    if (entry.endsWith('.xml') && !entry.includes('~'))
      for (const { id } of (await validate(folder + '/' + entry)).ruleSets) used.add(id)
  console.log(JSON.stringify({ added: (await megabytes()) - before, sets: used.size }))
  await validator.close()`

describeWithRules('all rule sets', () => {
  test('take at most 60 MB beside those of BIS', async () => {
    const node = ['--expose-gc', '--import', 'tsx', '--input-type=module', '-e', program]
    const env = { ...process.env, RULES_DIR: rulesFolder, FOLDER: path.join(corpusFolder, 'pint') }
    const { stdout } = await promisify(execFile)(process.execPath, node, { env })
    const { added, sets } = JSON.parse(stdout) as { added: number; sets: number }
    console.log(`${sets} rule sets and their schemas: ${added.toFixed(1)} MB more`)
    expect(sets).toBeGreaterThan(25)
    expect(added).toBeLessThan(60)
  })
})
