// docs/clients.md shows the programs that CI runs (test/clients), and all of them.
import { describe, expect, it } from 'vitest'
import { clients, programFolders } from './clients/page.ts'

/** Without the indentation, which is that of the file. */
const lines = (text: string) => text.split('\n').map((line) => line.trim())

describe('docs/clients.md', () => {
  it('has every client whose program is here', () => {
    expect(clients.map(({ folder }) => folder).sort()).toEqual([...programFolders].sort())
  })

  it.each(clients)('shows lines of the program that is run: $title', ({ program, shown }) => {
    const heart = lines(shown).join('\n').trim()
    expect(heart.split('\n').length).toBeGreaterThan(4)
    expect(lines(program).join('\n')).toContain(heart)
  })

  it.each(clients)('says how to generate and to run: $title', ({ generate, run }) => {
    expect(generate).toMatch(/generate|openapi-typescript/)
    expect(run.trim().split('\n')).toHaveLength(1)
  })
})
