import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

// In a process of its own: it is scheduled for good.
const program = `
  import { once } from 'node:events'
  import { setTimeout } from 'node:timers/promises'
  import { Worker } from 'node:worker_threads'
  import { scheduleAsBatch } from './src/process/batch-scheduling.ts'
  import { policiesOf } from './test/e2e/scheduling.ts'
  if (!process.argv.includes('never')) scheduleAsBatch()
  for (let n = 0; n < 40 && policiesOf(process.pid).includes('other'); n++) await setTimeout(25)
  const worker = new Worker('setTimeout(() => {}, 60_000)', { eval: true })
  await once(worker, 'online')
  console.log(JSON.stringify(policiesOf(process.pid)))
  await worker.terminate()`

async function run(environment: Record<string, string>, ...options: string[]): Promise<string[]> {
  const node = ['--import', 'tsx', '--input-type=module', '-e', program, '--', ...options]
  const env = { ...process.env, ...environment }
  const { stdout, stderr } = await promisify(execFile)(process.execPath, node, { env })
  expect(stderr).toBe('')
  return [...new Set(JSON.parse(stdout) as string[])]
}

test('all threads are scheduled as batch work, those that begin later too', async () => {
  expect(await run({})).toEqual(['batch'])
})

test('without that, they interrupt others', async () => {
  expect(await run({}, 'never')).toEqual(['other'])
})

test('where there is no chrt, nothing else changes', async () => {
  expect(await run({ PATH: '/nonexistent' })).toEqual(['other'])
})
