import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { failureCodes } from '../../src/core/failure-codes.ts'

const section = readFileSync('docs/api.md', 'utf8').split('## Failures of delivery')[1]!
const table = section.split('\n## ')[0]!.split('|---|\n')[1]!
const rows = table
  .split('\n')
  .flatMap((line) => /^\| `([a-z0-9.-]+)` \| (.+) \| (.+) \| (.+) \|$/.exec(line)?.slice(1) ?? [])
const documented = Array.from({ length: rows.length / 4 }, (_, index) =>
  rows.slice(4 * index, 4 * index + 4),
)

describe('the failures of delivery', () => {
  it('are in docs/api.md as the program has them, in its order', () => {
    const expected = Object.entries(failureCodes).map(([code, { again, retryable, advice }]) => [
      code,
      again === 'give-up' ? 'no' : `\`${again}\``,
      retryable ? 'yes' : 'no',
      advice,
    ])
    expect(documented).toEqual(expected)
  })

  it('are retried by the program only when a caller may retry them', () => {
    for (const { again, retryable } of Object.values(failureCodes))
      if (again !== 'give-up') expect(retryable).toBe(true)
  })
})
