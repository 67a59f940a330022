// The documents of docs/profiles, judged by the official rules of their profiles.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { openValidator, type Validator } from '../../../src/validation/index.ts'
import { profileDocuments, written } from '../../billing/profiles/documents.ts'

const rulesDir = path.resolve(process.env.RULES_DIR ?? 'data/rules')
/** In CI the official rules must be available: a skipped test has not passed. */
const isMissing = !existsSync(path.join(rulesDir, 'xsd')) && process.env.CI === undefined
const note = isMissing
  ? ` (skipped: no official rules in ${rulesDir}; see 'fourcorner rules install')`
  : ''

describe.skipIf(isMissing)(`documents of the profiles${note}`, () => {
  let validator: Validator

  beforeAll(async () => {
    validator = await openValidator({
      ...{ rulesDir, engine: 'compiled', pack: 'official', limits: limits.validation },
    })
  })
  afterAll(() => validator?.close())

  test.each(profileDocuments.map((one) => [one.profile, one.heading, one.text]))(
    '%s, %s: no finding of any rule',
    async (profile, _, text) => {
      const { findings, ruleSets } = await validator.validate(written(text).ubl, { layers: 'all' })
      expect(findings.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([])
      const ids = ruleSets.filter(({ pack }) => pack === 'official').map(({ id }) => id)
      expect(ids.join(' ')).toContain(profile)
    },
  )
})
