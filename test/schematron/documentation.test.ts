// docs/validation.md lists the official rules that ours lack or judge differently; this
// checks what it says.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { explainedRules } from '../interop/validation/explained.ts'
import { documented } from './oracle.ts'
import { assertionsIn, ruleSet, ruleSets, sourceOf } from './own-rules.ts'

const idsIn = (files: string[]) =>
  new Set(files.flatMap((file) => assertionsIn(sourceOf(file)).map(({ id }) => id)))
const page = readFileSync('docs/validation.md', 'utf8')
const { notCovered, different } = documented

describe('docs/validation.md', () => {
  it('lists as not covered exactly what the pack lacks', () => {
    const ours = new Set(ruleSets.flatMap(({ files }) => [...idsIn(files)]))
    expect(notCovered.length).toBeGreaterThan(0)
    expect(notCovered.filter((id) => ours.has(id))).toEqual([])
  })

  it('lists as different only rules of the pack, each once', () => {
    const ours = new Set(ruleSets.flatMap(({ files }) => [...idsIn(files)]))
    expect(different.length).toBeGreaterThan(10)
    expect(different.filter((id) => !ours.has(id))).toEqual([])
    expect(new Set(different).size).toBe(different.length)
  })

  it('lists where the compiled official rules may differ from Saxon', () => {
    expect([...documented.unlikeSaxon].sort()).toEqual([...explainedRules].sort())
  })

  it('states how many rules of PINT EU there are', () => {
    const { id, version, files } = ruleSet('pint-eu')
    expect(rowOf(id, version)).toContain(`| ${idsIn(files).size} rules of EN 16931 and Peppol |`)
  })

  const followed = ruleSets.filter(({ id }) => id !== 'pint-eu')

  it.each(followed)('states how many rules of $id $version there are', (set) => {
    const { id, version, files } = set
    const [, covered, all] = /(\d+)(?: rules)? of (\d+) \|$/.exec(rowOf(id, version)) ?? []
    expect(Number(covered)).toBe(idsIn(files).size)
    expect(Number(all) - Number(covered)).toBe(id === 'en16931' ? notCovered.length : 0)
  })

  it.each(followed)('states how many rules $id $version has officially', ({ id, version }) => {
    const official: Record<string, number> = {
      'en16931 1.3.16': 979,
      'peppol-billing 3.0.21': 165,
      'peppol-billing 3.0.22': 172,
      'peppol-selfbilling 3.0.2': 62,
      'peppol-selfbilling 3.0.3': 64,
      'peppol-mls 1.0.1': 31,
      'tdd-ae-changes 1.0.4': 2,
    }
    expect(rowOf(id, version)).toContain(` of ${official[`${id} ${version}`]} |`)
  })
})

function rowOf(id: string, version: string): string {
  const rows = page.split('\n').filter((line) => line.startsWith(`| \`${id}\` |`))
  return rows.find((line) => line.includes(` ${version} `)) ?? ''
}
