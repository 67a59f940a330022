// Our rules on every unit document of the official rules: what their authors expect, and
// what Saxon-HE reports.
import { expect, it } from 'vitest'
import { describeWithOfficialDocuments } from '../../official-documents.ts'
import {
  comparisons,
  type Expectation,
  expectations,
  holds,
  unexplained,
} from '../../schematron/oracle.ts'

describeWithOfficialDocuments('our rules on the official units', () => {
  it('do what at least 98 in 100 of the authors expect', () => {
    const all = expectations()
    expect(all.length).toBeGreaterThan(1_600)
    const failed = all.filter((expectation) => !holds(expectation))
    const share = 1 - failed.length / all.length
    console.log(
      `${all.length - failed.length} of ${all.length} expectations hold ` +
        `(${(share * 100).toFixed(2)} %)`,
    )
    for (const [id, found] of byRule(failed))
      console.log(`  ${id}: ${found.map(({ file }) => file).join(', ')}`)
    expect(share).toBeGreaterThanOrEqual(0.98)
  })

  it.each([
    ['en16931', 'units-cen-1.3.16'],
    ['peppol-billing', 'units-peppol-3.0.21'],
  ])('%s agrees with Saxon, rule by rule', (ruleSet, verdicts) => {
    const compared = comparisons(verdicts, ruleSet)
    expect(compared.length).toBeGreaterThan(1_600)
    expect(compared.flatMap(unexplained)).toEqual([])
  })
})

function byRule(failed: Expectation[]): Map<string, Expectation[]> {
  const rules = new Map<string, Expectation[]>()
  for (const one of failed) rules.set(one.id, [...(rules.get(one.id) ?? []), one])
  return rules
}
