// docs/conformance.md names tests; this keeps it from drifting away from them.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const rows = readFileSync('docs/conformance.md', 'utf8')
  .split('\n')
  .flatMap((line) => /\| `(test\/[^`]+)` (.+) \|$/.exec(line)?.slice(1, 3) ?? [])
const named = Array.from({ length: rows.length / 2 }, (_, index) => [
  rows[2 * index]!,
  rows[2 * index + 1]!,
])

describe('docs/conformance.md', () => {
  it('names many tests', () => expect(named.length).toBeGreaterThan(50))

  it.each(named)('names a test that exists: %s %s', (file, name) => {
    const joined = readFileSync(file, 'utf8').replaceAll(/' \+\s+'/g, '')
    expect(joined).toContain(`'${name}'`)
  })
})
