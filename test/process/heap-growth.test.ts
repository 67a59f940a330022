import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

// In a process of its own: the settings are those of a whole process.
const program = `
  import { once } from 'node:events'
  import { setImmediate } from 'node:timers/promises'
  import { Worker } from 'node:worker_threads'
  import { getHeapSpaceStatistics } from 'node:v8'
  import { keepHeapSmall, letYoungSpaceGrow } from './src/process/heap-growth.ts'
  const make = async () => {
    const kept = Array.from({ length: 50 })
    for (let n = 0; n < 10_000; n++) {
      kept[n % 50] = Array.from({ length: 1_000 }, () => ({ n }))
      if (n % 10 === 0) await setImmediate()
    }
    const spaces = getHeapSpaceStatistics()
    const { space_size } = spaces.find(({ space_name }) => space_name === 'new_space')
    return space_size / 1024 / 1024
  }
  if (process.argv.includes('small')) keepHeapSmall()
  if (process.argv.includes('thread')) await once(new Worker('', { eval: true }), 'exit')
  const small = await make()
  if (!process.argv.includes('never')) letYoungSpaceGrow()
  console.log(JSON.stringify([small, await make()]))`

async function run(...options: string[]): Promise<number[]> {
  // More than Node 20 allows by itself.
  return runProgram(program, ['--max-semi-space-size=32'], options)
}

async function runProgram(text: string, flags: string[], options: string[]): Promise<number[]> {
  const node = [...flags, '--import', 'tsx', '--input-type=module', '-e', text, '--', ...options]
  const { stdout } = await promisify(execFile)(process.execPath, node)
  return JSON.parse(stdout)
}

// In MB. Later versions take a few pages more, and Node 26 as many as hold what survives there,
// whatever the factor.
const version = Number(process.versions.node.split('.')[0])
const first = version < 24 ? 4 : 8
const most = version < 26 ? 32 : 56

test('the space for new objects grows only when it may', async () => {
  const [small, grown] = await run('small')
  expect(small).toBeLessThanOrEqual(first)
  expect(grown).toBeGreaterThan(16)
})

test('nor when a thread begins, which makes V8 forget what was set', async () => {
  const [small, grown] = await run('small', 'thread')
  expect(small).toBeLessThanOrEqual(2 * first)
  expect(grown).toBeGreaterThan(16)
})

test('without that, it grows from the beginning', async () => {
  const [small] = await run()
  expect(small).toBeGreaterThan(16)
})

test('and no further than twice 16 MB, unless nothing holds it', async () => {
  const [, grown] = await run('small')
  expect(grown).toBeLessThanOrEqual(most)
  const [, unheld] = await run('never')
  expect(unheld).toBeGreaterThan(32)
})

// What stays, and what lives long enough to get into the old space and then goes.
const busyProgram = `
  import { once } from 'node:events'
  import { setImmediate } from 'node:timers/promises'
  import { Worker } from 'node:worker_threads'
  import { getHeapSpaceStatistics } from 'node:v8'
  import { keepHeapSmall, letYoungSpaceGrow } from './src/process/heap-growth.ts'
  const oldSpace = () => {
    const spaces = getHeapSpaceStatistics()
    const { space_used_size } = spaces.find(({ space_name }) => space_name === 'old_space')
    return space_used_size / 1024 / 1024
  }
  if (!process.argv.includes('never')) keepHeapSmall()
  if (process.argv.includes('thread')) await once(new Worker('', { eval: true }), 'exit')
  if (!process.argv.includes('never')) letYoungSpaceGrow()
  const staying = Array.from({ length: 400_000 }, (_, n) => ({ n, text: 'number ' + n, list: [n] }))
  const going = Array.from({ length: 400 })
  let most = 0
  for (let n = 0; n < 30_000; n++) {
    going[n % going.length] = Array.from({ length: 1_000 }, () => ({ n }))
    if (n % 10 === 0) await setImmediate()
    if (n > 15_000) most = Math.max(most, oldSpace())
  }
  going.length = 0
  globalThis.gc()
  console.log(JSON.stringify([oldSpace(), most, staying.length]))`

/** In MB: what stays, and the most that there was. */
async function runBusy(...options: string[]): Promise<number[]> {
  return runProgram(busyProgram, ['--expose-gc'], options)
}

// As much as half of what is alive comes on top of it (some 75 MB, of which 55 stay), and what is
// made while it is being collected. Without the limit there are some 300 MB.
test.each([
  ['', []],
  [', also when a thread begins', ['thread']],
])('what survives grows by half before it is collected%s', async (_, options) => {
  const [staying, most] = await runBusy(...options)
  expect(staying).toBeGreaterThan(40)
  expect(most).toBeLessThan(4 * staying!)
})

test('without the limit, it grows further', async () => {
  const [staying, most] = await runBusy('never')
  expect(most).toBeGreaterThan(4 * staying!)
})
