// What verdicts leave in the memory that V8 seldom collects.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

// In a process of its own: others fill its memory as well.
const program = `
  import { readFileSync } from 'node:fs'
  import { getHeapSpaceStatistics } from 'node:v8'
  import { limits } from './src/config/limits.ts'
  import { openValidator } from './src/validation/index.ts'
  const oldBytes = () => {
    const spaces = getHeapSpaceStatistics()
    return spaces.find(({ space_name }) => space_name === 'old_space').space_used_size
  }
  const invoice = readFileSync('test/fixtures/billing/invoice-usual.out.xml')
  const validator = await openValidator({ engine: 'compiled', limits: limits.validation })
  let added = 0
  for (let judged = 0; judged < 1_200; judged++) {
    const before = oldBytes()
    await validator.validate(invoice, { layers: 'all' })
    // In the first two thirds, V8 compiles. When it collects, there is less than before.
    if (judged >= 800) added += Math.max(0, oldBytes() - before)
  }
  await validator.close()
  console.log(added / 400)`

test('a document that has been judged does not get there', async () => {
  const node = ['--import', 'tsx', '--input-type=module', '-e', program]
  const { stdout } = await promisify(execFile)(process.execPath, node)
  // Its trees take more than a hundred kilobytes.
  expect(Number(stdout)).toBeLessThan(20_000)
})
