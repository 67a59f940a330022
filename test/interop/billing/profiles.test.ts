// The documents of docs/profiles, judged by the official rules of their profiles.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kinds } from '../../../src/billing/index.ts'
import { profileNames } from '../../../src/billing/profiles/profile.ts'
import { profiles } from '../../../src/billing/profiles/table.ts'
import { limits } from '../../../src/config/limits.ts'
import { openValidator, type Validator } from '../../../src/validation/index.ts'
import { profileDocuments, written } from '../../billing/profiles/documents.ts'
import { generateFor } from '../../billing/profiles/generate.ts'

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

  test.each(typed())('%s takes type code %s of a %s', async (_, __, ___, text) => {
    const { findings } = await validator.validate(written(text).ubl, { layers: 'all' })
    const about = findings.filter(({ rule, message }) => /type code|typecode/i.test(rule + message))
    expect(about.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([])
  })
})

/** Rules of a country about its own numbers, which generated documents do not keep. */
const numbers = /^(?:DE|DK|GR|IS|IT|NL|NO|SE)-|^PEPPOL-COMMON-|^ibr-(?:068|069|070|113)$/

/** Rules of PINT AE that compute in binary: they round half cents at random. */
const halfCents = /^ibr-14[567]-ae$/

describe.skipIf(isMissing)(`generated documents of the profiles${note}`, () => {
  let validator: Validator

  beforeAll(async () => {
    validator = await openValidator({
      ...{ rulesDir, engine: 'compiled', pack: 'official', limits: limits.validation },
    })
  })
  afterAll(() => validator?.close())

  test.each(profileNames)(
    '%s: no fatal rule',
    async (profile) => {
      for (let seed = 0; seed < 150; seed++) {
        const { ubl } = written(JSON.stringify(generateFor(profile, seed).json))
        const { findings } = await validator.validate(ubl, { layers: 'all' })
        const fatal = findings.filter(
          ({ severity, rule }) =>
            severity === 'error' && !numbers.test(rule) && !halfCents.test(rule),
        )
        expect(
          fatal.map(({ rule, message }) => `${rule}: ${message}`),
          `seed ${seed}`,
        ).toEqual([])
      }
    },
    120_000,
  )
})

/** The minimal document of each profile with each type code that the profile has. */
function typed() {
  const minimal = profileDocuments.filter(({ heading }) => heading.includes('minimal'))
  return minimal.flatMap(({ profile, text }) => {
    const { typeCodes, selfBilledTypeCodes } = profiles[profile as keyof typeof profiles]
    return Object.values(kinds).flatMap((kind) =>
      [typeCodes, selfBilledTypeCodes].flatMap((codes, index) =>
        (codes?.[kind.name] ?? []).map((typeCode) => {
          const json = withTypeCode(JSON.parse(text), kind.name, typeCode)
          const said = index === 1 ? { ...json, selfBilled: true } : json
          return [profile, typeCode, kind.name, JSON.stringify(said)] as const
        }),
      ),
    )
  })
}

type Minimal = { profile: string; buyer: object; lines: object[] }

/** With what the type code requires beyond the minimal document. */
function withTypeCode(json: Minimal, type: string, typeCode: string): object {
  const isCredit = ['381', '81'].includes(typeCode)
  const preceding = { precedingInvoices: [{ number: 'X-1', issueDate: '2026-11-01' }] }
  const isOfAe = json.profile === 'pint-ae'
  const more = isCredit || typeCode === '384' ? preceding : {}
  const reason = isCredit && isOfAe ? { ae: { creditReason: 'returned' } } : {}
  const isOut = isOfAe && ['480', '81'].includes(typeCode)
  const buyer = { ...json.buyer, legalId: { id: '1' }, ae: { legalIdType: 'emiratesId' } }
  const lines = json.lines.map((line) => ({ ...line, vat: { category: 'Z', rate: 0 } }))
  return { ...json, type, typeCode, ...more, ...reason, ...(isOut ? { buyer, lines } : {}) }
}
