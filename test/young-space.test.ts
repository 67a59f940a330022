import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

// In a process of its own: the settings are those of a whole process.
const program = `
  import { getHeapSpaceStatistics } from 'node:v8'
  import { keepYoungSpaceSmall, letYoungSpaceGrow } from './src/young-space.ts'
  const make = () => {
    const kept = Array.from({ length: 50 })
    for (let n = 0; n < 5_000; n++) kept[n % 50] = Array.from({ length: 1_000 }, () => ({ n }))
    const spaces = getHeapSpaceStatistics()
    const { space_size } = spaces.find(({ space_name }) => space_name === 'new_space')
    return space_size / 1024 / 1024
  }
  if (process.argv.includes('small')) keepYoungSpaceSmall()
  const small = make()
  letYoungSpaceGrow()
  console.log(JSON.stringify([small, make()]))`

async function run(...options: string[]): Promise<number[]> {
  const node = ['--import', 'tsx', '--input-type=module', '-e', program, '--', ...options]
  const { stdout } = await promisify(execFile)(process.execPath, node)
  return JSON.parse(stdout)
}

test('the space for new objects grows only when it may', async () => {
  const [small, grown] = await run('small')
  expect(small).toBeLessThanOrEqual(4)
  expect(grown).toBeGreaterThan(8)
})

test('without that, it grows from the beginning', async () => {
  const [small] = await run()
  expect(small).toBeGreaterThan(8)
})
