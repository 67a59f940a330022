// Everything that callers, operators and monitors rely on since an earlier version is still there,
// in the same shape but for what the tables here name. What is new needs no line.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Surface, surfaceOf } from './surface.ts'

// Made by `node --import tsx -e "import('./test/surface.ts')…"` in a checkout of that version.
const before: Surface = JSON.parse(readFileSync('test/fixtures/surface.json', 'utf8'))
const now = surfaceOf('.')

/**
 * What has another shape than before: a parameter, an answer or a property more. Each is described
 * in CHANGELOG.md, as *Breaking* where a caller of before may notice.
 */
const changed = readFileSync('test/fixtures/surface-changed.txt', 'utf8').trim().split('\n').sort()

/** Those of a kind: an operation has blanks in its name, a setting `=`, a schema neither. */
const changedOf = {
  operations: changed.filter((name) => name.includes(' ')),
  schemas: changed.filter((name) => /^\w+$/.test(name)),
  settings: changed.filter((name) => /^\w+=/.test(name)),
}

const listed =
  'what was public and has another shape is a line of test/fixtures/surface-changed.txt, and ' +
  '*Breaking* in CHANGELOG.md where a caller may notice (docs/compatibility.md)'

describe.each(['operations', 'schemas'] as const)('%s', (kind) => {
  it('are those of before', () => {
    expect(Object.keys(before[kind]).length).toBeGreaterThan(60)
    const different = Object.entries(before[kind]).flatMap(([name, digest]) =>
      now[kind][name] === digest ? [] : [name],
    )
    expect(different.sort(), listed).toEqual(changedOf[kind])
  })

  it('are all still there', () => {
    expect(Object.keys(now[kind])).toEqual(expect.arrayContaining(Object.keys(before[kind])))
  })
})

it('has its settings, with their defaults', () => {
  expect(before.settings.length).toBeGreaterThan(30)
  const missing = before.settings.filter((line) => !now.settings.includes(line))
  expect(missing.sort(), listed).toEqual(changedOf.settings)
})

it('has its metrics', () => {
  expect(before.metrics.length).toBeGreaterThan(15)
  expect(now.metrics).toEqual(expect.arrayContaining(before.metrics))
})

it('has its commands, arguments and options', () => {
  expect(Object.keys(before.commands).length).toBeGreaterThan(20)
  for (const [file, names] of Object.entries(before.commands))
    expect(now.commands[file], file).toEqual(expect.arrayContaining(names))
})
