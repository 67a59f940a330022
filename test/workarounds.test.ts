// docs/workarounds.md: what each place leans on has a test that exists.
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const rows = readFileSync('docs/workarounds.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ['))
  .map((line) => line.split(' | '))

it.each(rows.map((cells) => [cells[0]!.slice(2), ...cells.slice(1)]))('%s', (...cells) => {
  const [where, , tells, ends] = cells
  const [, place] = where!.match(/\]\(\.\.\/([^)]+)\)/)!
  expect(existsSync(place!), place).toBe(true)
  const [, file, title] = tells!.match(/^`(test\/[^`]+)`: (.+)$/)!
  expect(readFileSync(file!, 'utf8')).toContain(`'${title}`)
  expect(ends!.length).toBeGreaterThan(10)
})

it('names what is known to lean on others', () => {
  expect(rows.length).toBeGreaterThan(10)
})

it('holds back only packages that ask for a newer Node than ours', () => {
  const { engines, overrides } = JSON.parse(readFileSync('package.json', 'utf8'))
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version?: string; dependencies?: Record<string, string> }>
  }
  expect(engines.node).toBe('>=20.19.0')
  for (const name of Object.keys(overrides)) {
    const major = Number(packages[`node_modules/${name}`]!.version!.split('.')[0])
    const wanted = Object.values(packages).flatMap(({ dependencies }) => dependencies?.[name] ?? [])
    expect(wanted.length, name).toBeGreaterThan(0)
    // Where a dependant takes it by itself, there is nothing to hold back any more.
    for (const range of wanted) expect(Number(/\d+/.exec(range)![0]), name).toBeGreaterThan(major)
  }
})
