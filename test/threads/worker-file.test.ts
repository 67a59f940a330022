import { existsSync } from 'node:fs'
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
