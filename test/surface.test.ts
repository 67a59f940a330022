// The surface is that of the version before, but for wording and for what the table names.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Surface, surfaceOf } from './surface.ts'

// Made by `node --import tsx -e "import('./test/surface.ts')…"` in a checkout of that version.
const before: Surface = JSON.parse(readFileSync('test/fixtures/surface.json', 'utf8'))
const now = surfaceOf('.')

/** What this version adds. */
const added = { metrics: ['fourcorner_started_deliveries_total'] }

it('has the operations and schemas of the version before', () => {
  expect(Object.keys(before.operations).length).toBeGreaterThan(60)
  expect(now.operations).toEqual(before.operations)
  expect(now.schemas).toEqual(before.schemas)
})

it('has its settings, with their defaults', () => {
  expect(before.settings.length).toBeGreaterThan(30)
  expect(now.settings).toEqual(before.settings)
})

it('has its metrics, and one more', () => {
  expect(before.metrics.length).toBeGreaterThan(15)
  expect(now.metrics).toEqual([...before.metrics, ...added.metrics].sort())
})

it('has its commands, arguments and options', () => {
  expect(Object.keys(before.commands).length).toBeGreaterThan(20)
  expect(now.commands).toEqual(before.commands)
})
