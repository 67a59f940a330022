// saxon-js is optional: whoever chooses it without having installed it learns what to install.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import Module from 'node:module'
import { expect, onTestFinished, test, vi } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { openValidator } from '../../../src/validation/index.ts'
import { checkSaxonInstalled } from '../../../src/validation/saxon/installed.ts'

test('without saxon-js the refusal says what to install', () => {
  const resolve = () => {
    throw new Error("Cannot find module 'saxon-js'")
  }
  expect(() => checkSaxonInstalled(resolve)).toThrow('npm install saxon-js')
  expect(() => checkSaxonInstalled(() => '/node_modules/saxon-js/index.js')).not.toThrow()
})

test('the validator refuses to open without the engine that was chosen', async () => {
  const resolver = Module as unknown as { _resolveFilename(name: string, ...more: never[]): string }
  const resolve = resolver._resolveFilename
  const absent = vi.spyOn(resolver, '_resolveFilename').mockImplementation((name, ...more) => {
    if (name === 'saxon-js') throw new Error(`Cannot find module '${name}'`)
    return resolve(name, ...more)
  })
  onTestFinished(() => absent.mockRestore())
  const opened = openValidator({ engine: 'saxon', limits: limits.validation })
  await expect(opened).rejects.toThrow('npm install saxon-js')
})

test('saxon-js is not loaded unless it was chosen', () => {
  const program = `
    const { openValidator } = await import('./src/validation/index.ts')
    const { limits } = await import('./src/config/limits.ts')
    const { readFileSync } = await import('node:fs')
    const { createRequire } = await import('node:module')
    const validator = await openValidator({ engine: 'compiled', limits: limits.validation })
    await validator.prepare(readFileSync('test/fixtures/billing/invoice-usual.out.xml'))
    await validator.close()
    const loaded = Object.keys(createRequire(import.meta.url).cache)
    console.log(loaded.filter((path) => path.includes('saxon-js')).length)`
  const words = ['--import', 'tsx', '--input-type=module', '-e', program]
  expect(execFileSync(process.execPath, words, { encoding: 'utf8' })).toBe('0\n')
})

test('saxon-js is an optional dependency, and the image leaves those out', () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(Object.keys(dependencies)).not.toContain('saxon-js')
  expect(Object.keys(optionalDependencies)).toEqual(['saxon-js'])
  expect(readFileSync('Dockerfile', 'utf8')).toMatch(/npm prune --omit=dev --omit=optional/)
})
