import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

// In a process of its own: the flags are those of a whole process.
async function run(body: string, withFlags: boolean): Promise<number[]> {
  const program = `
    import { setImmediate } from 'node:timers/promises'
    import { getHeapSpaceStatistics } from 'node:v8'
    import { keepHeapSmall } from './src/process/heap-flags.ts'
    const space = (name) => getHeapSpaceStatistics().find(({ space_name }) => space_name === name)
    const megabytes = (bytes) => bytes / 1024 / 1024
    ${withFlags ? 'keepHeapSmall()' : ''}
    ${body}`
  const node = ['--expose-gc', '--import', 'tsx', '--input-type=module', '-e', program]
  const { stdout } = await promisify(execFile)(process.execPath, node)
  return JSON.parse(stdout)
}

const newObjects = `
  const kept = Array.from({ length: 50 })
  for (let n = 0; n < 10_000; n++) {
    kept[n % 50] = Array.from({ length: 1_000 }, () => ({ n }))
    if (n % 10 === 0) await setImmediate()
  }
  console.log(JSON.stringify([megabytes(space('new_space').space_size)]))`

test.each([
  ['the space for new objects keeps its size', true, 0, 8],
  ['without the flags it grows', false, 16, 1_000],
])('%s', async (_, withFlags, least, most) => {
  const [size] = await run(newObjects, withFlags)
  expect(size).toBeGreaterThan(least)
  expect(size).toBeLessThanOrEqual(most)
})

// What stays, and what lives long enough to get into the old space and then goes.
const survivors = `
  const used = () => megabytes(space('old_space').space_used_size)
  const staying = Array.from({ length: 400_000 }, (_, n) => ({ n, text: 'number ' + n, list: [n] }))
  const going = Array.from({ length: 400 })
  let most = 0
  for (let n = 0; n < 12_000; n++) {
    going[n % going.length] = Array.from({ length: 1_000 }, () => ({ n }))
    if (n % 10 === 0) await setImmediate()
    if (n > 6_000) most = Math.max(most, used())
  }
  going.length = 0
  globalThis.gc()
  console.log(JSON.stringify([used(), most, staying.length]))`

test('what survives is collected when it has grown by half', async () => {
  const [staying, most] = await run(survivors, true)
  expect(staying).toBeGreaterThan(40)
  expect(most).toBeLessThan(4 * staying!)
})

test('without the flags it grows further', async () => {
  const [staying, most] = await run(survivors, false)
  expect(most).toBeGreaterThan(4 * staying!)
})
