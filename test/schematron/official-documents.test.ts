// Our rules against the official ones, on a sample of the unit documents;
// test/interop/own-rules uses them all.
import { expect, it } from 'vitest'
import {
  describeWithOfficialDocuments,
  officialFiles,
  readOfficial,
} from '../official-documents.ts'
import { comparisons, expectations, holds, unexplained } from './oracle.ts'
import { brokenRules, fatalRules } from './own-rules.ts'

describeWithOfficialDocuments('our rules, beside the official ones', () => {
  it('do what the authors of the official rules expect, in every tenth unit', () => {
    const sample = expectations().filter((_, index) => index % 10 === 0)
    expect(sample.length).toBeGreaterThan(150)
    const failed = sample.filter((expectation) => !holds(expectation))
    expect(failed.length / sample.length).toBeLessThanOrEqual(0.02)
  })

  it.each([
    ['en16931', 'units-cen-1.3.16'],
    ['peppol-billing', 'units-peppol-3.0.21'],
  ])(
    '%s agrees on every tenth unit with Saxon and the official stylesheet',
    (ruleSet, verdicts) => {
      const compared = comparisons(verdicts, ruleSet, 10)
      expect(compared.length).toBeGreaterThan(150)
      expect(compared.flatMap(({ official }) => official).length).toBeGreaterThan(500)
      expect(compared.flatMap(unexplained)).toEqual([])
    },
  )

  it('find nothing fatal in the official examples of BIS Billing', () => {
    // The examples of EN 16931 (cen-) are not Peppol documents, and one Greek example lacks BT-27.
    const files = officialFiles('billing').filter(
      (file) => !/\/(cen-|nat-GR-base-example-Tax)/.test(file),
    )
    expect(files.length).toBe(12)
    for (const file of files) {
      expect(fatalRules(readOfficial(file), 'en16931', 'peppol-billing'), file).toEqual([])
    }
  })

  it('find nothing fatal in the official examples of EN 16931', () => {
    const files = officialFiles('billing').filter((file) => file.includes('/cen-'))
    expect(files.length).toBe(17)
    for (const file of files) expect(fatalRules(readOfficial(file), 'en16931'), file).toEqual([])
  })

  it('find nothing in the official samples of Message Level Status', () => {
    const files = officialFiles('mls')
    expect(files.length).toBe(8)
    for (const file of files)
      expect([...brokenRules(readOfficial(file), 'peppol-mls').keys()], file).toEqual([])
  })
})
