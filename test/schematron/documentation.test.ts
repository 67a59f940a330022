// docs/validation.md lists the official rules that ours lack or judge differently; this
// checks what it says.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { explainedRules } from '../interop/validation/explained.ts'
import { documented } from './oracle.ts'
import { assertionsIn, ruleSet, ruleSets, sourceOf } from './own-rules.ts'

const idsOf = (set: string) =>
  new Set(ruleSet(set).files.flatMap((file) => assertionsIn(sourceOf(file)).map(({ id }) => id)))
const page = readFileSync('docs/validation.md', 'utf8')
const { notCovered, different } = documented

describe('docs/validation.md', () => {
  it('lists as not covered exactly what the pack lacks', () => {
    const ours = new Set(ruleSets.flatMap(({ id }) => [...idsOf(id)]))
    expect(notCovered.length).toBeGreaterThan(0)
    expect(notCovered.filter((id) => ours.has(id))).toEqual([])
  })

  it('lists as different only rules of the pack, each once', () => {
    const ours = new Set(ruleSets.flatMap(({ id }) => [...idsOf(id)]))
    expect(different.length).toBeGreaterThan(10)
    expect(different.filter((id) => !ours.has(id))).toEqual([])
    expect(new Set(different).size).toBe(different.length)
  })

  it('lists where the compiled official rules may differ from Saxon', () => {
    expect([...documented.unlikeSaxon].sort()).toEqual([...explainedRules].sort())
  })

  it.each(ruleSets)('states how many rules of $id there are', ({ id, version }) => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${id}\``))
    const [, covered, all] = /(\d+)(?: rules)? of (\d+) \|$/.exec(row ?? '') ?? []
    expect(row).toContain(version)
    expect(Number(covered)).toBe(idsOf(id).size)
    expect(Number(all) - Number(covered)).toBe(id === 'en16931' ? notCovered.length : 0)
  })

  it.each(ruleSets)('states how many rules $id has officially', ({ id }) => {
    const official = {
      en16931: 979,
      'peppol-billing': 165,
      'peppol-selfbilling': 62,
      'peppol-mls': 31,
    }
    const row = page.split('\n').find((line) => line.startsWith(`| \`${id}\``))
    expect(row).toContain(` of ${official[id as keyof typeof official]} |`)
  })
})
