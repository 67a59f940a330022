import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { tellSkips } from './skip-reporter.ts'
import { mustRun, skips } from './skips.ts'

const list = [
  { needs: 'a server', why: 'set URL', isInCi: false, tests: ['test/a.test.ts > on a server'] },
  { needs: 'a JDK', why: 'for phase4', isInCi: true, tests: ['test/b/'] },
]
const onServer = 'test/a.test.ts > on a server > starts'
const withJdk = 'test/b/c.test.ts > answers'
const unlisted = 'test/a.test.ts > starts'

describe('skipped tests', () => {
  it('are counted by what they need', () => {
    expect(tellSkips([onServer, onServer, withJdk], { isCi: false, list })).toEqual({
      lines: [
        'Skipped tests: 3',
        '  2 without a server (set URL)',
        '  1 without a JDK (for phase4)',
      ],
      isAllowed: true,
    })
    expect(tellSkips([], { isCi: true, list })).toEqual({ lines: [], isAllowed: true })
  })

  it('are named and tolerated outside CI when they are not listed', () => {
    const { lines, isAllowed } = tellSkips([unlisted], { isCi: false, list })
    expect(lines).toEqual([
      'Skipped tests: 1',
      '  1 that test/skips.ts does not list:',
      `    ${unlisted}`,
    ])
    expect(isAllowed).toBe(true)
  })

  it('fail CI when they are not listed, or when CI has what they need', () => {
    expect(tellSkips([onServer], { isCi: true, list }).isAllowed).toBe(true)
    expect(tellSkips([unlisted], { isCi: true, list }).isAllowed).toBe(false)
    const { lines, isAllowed } = tellSkips([withJdk], { isCi: true, list })
    expect(lines.at(-1)).toBe('  CI has a JDK: these tests must run there')
    expect(isAllowed).toBe(false)
  })

  it('are allowed in a CI that says what it lacks, and only those', () => {
    const both = { needs: 'documents', why: 'not ours', isInCi: true, tests: ['test/b/d.test.ts'] }
    const without = 'documents, a moon'
    const allowed = (test: string) =>
      tellSkips([test], { isCi: true, without, list: [...list, both] }).isAllowed
    expect(allowed('test/b/d.test.ts > needs a JDK and documents')).toBe(true)
    expect(allowed(withJdk)).toBe(false)
    expect(allowed(unlisted)).toBe(false)
    expect(mustRun('a JDK', { CI: '1', WITHOUT: without })).toBe(true)
    expect(mustRun('documents', { CI: '1', WITHOUT: without })).toBe(false)
    expect(mustRun('a JDK', {})).toBe(false)
  })
})

it.each(skips.flatMap(({ tests }) => tests))('the list names an existing test: %s', (test) => {
  const [file = '', ...names] = test.split(' > ')
  expect(existsSync(file)).toBe(true)
  for (const name of names) expect(readFileSync(file, 'utf8')).toContain(name)
})
