// saxon-js is optional: whoever chooses it without having installed it learns what to install.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkSaxonInstalled } from '../../../src/validation/saxon/installed.ts'

test('without saxon-js the refusal says what to install', () => {
  const resolve = () => {
    throw new Error("Cannot find module 'saxon-js'")
  }
  expect(() => checkSaxonInstalled(resolve)).toThrow('npm install saxon-js')
  expect(() => checkSaxonInstalled(() => '/node_modules/saxon-js/index.js')).not.toThrow()
})

test('saxon-js is an optional dependency, and the image leaves those out', () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(Object.keys(dependencies)).not.toContain('saxon-js')
  expect(Object.keys(optionalDependencies)).toEqual(['saxon-js'])
  expect(readFileSync('Dockerfile', 'utf8')).toMatch(/npm prune --omit=dev --omit=optional/)
})
