import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { workerFile } from '../../src/threads/index.ts'

it('is the .js file beside a built module', () => {
  expect(workerFile('file:///a%20b/dist/pdf/printer.js').href).toBe(
    'file:///a%20b/dist/pdf/worker.js',
  )
})

it('is an existing file beside a source', () => {
  const beside = new URL('../../src/pdf/printer.ts', import.meta.url)
  const file = workerFile(beside.href)
  expect(file.href).toMatch(/\/src\/pdf\/worker(\.ts|-from-source\.mjs)$/)
  expect(existsSync(file)).toBe(true)
})

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('worker-from-source.mjs'))
  .sort()

it('starts from its source, as the others do', async () => {
  expect(sources).toHaveLength(5)
  const codes = sources.map((path) => readFileSync(join('src', path), 'utf8').split('\n').slice(1))
  expect(new Set(codes.map((lines) => lines.join('\n'))).size).toBe(1)
  // What `Worker` was before bundled-threads.mjs.
  const Unbundled = Object.getPrototypeOf(Worker) as typeof Worker
  const thread = new Unbundled(
    new URL('../../src/intake/worker-from-source.mjs', import.meta.url),
    {
      execArgv: [],
    },
  )
  expect(await once(thread, 'message')).toEqual([{ isReady: true }])
  await thread.terminate()
})

it('is bundled for the unit tests, each of them', () => {
  const bundles = process.env.FOURCORNER_THREADS!
  for (const path of sources)
    expect(existsSync(join(bundles, path.replace('-from-source', ''))), path).toBe(true)
})
