// An installed pack beside ours: the day decides, and of one version the official one applies.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { installRules, openValidator, type PackName } from '../../../src/validation/index.ts'
import { ruleFile, temporaryFolder, writeJar } from './artifacts.ts'

const invoice = readFileSync('test/fixtures/billing/invoice-usual.out.xml')

/** A made-up official pack of BIS Billing: versions, and the day of each. */
async function installed(versions: Record<string, string>): Promise<string> {
  const [rulesDir, from] = [temporaryFolder(), temporaryFolder()]
  const names = Object.keys(versions)
  const files = names.map((name) => [`${name}.sch`, ruleFile('MADE-UP', 'false()')])
  const jar = writeJar(from, Object.fromEntries(files), versions)
  const ruleSets = jar.ruleSets.map((set) => ({ ...set, id: 'peppol-billing' }))
  const pins = [{ releases: [{ ...jar, ruleSets }] }]
  await installRules({ pins, rulesDir, from, now: new Date(), report: () => {} })
  return rulesDir
}

async function used(rulesDir: string, days: string[], pack?: PackName): Promise<string[]> {
  const validator = await openValidator({
    ...{ rulesDir, engine: 'compiled', limits: limits.validation },
    ...(pack ? { pack } : {}),
  })
  try {
    const verdicts = days.map((day) =>
      validator.validate(invoice, { layers: 'all', on: new Date(day) }),
    )
    const sets = (await Promise.all(verdicts)).map(({ ruleSets }) => ruleSets.at(-1)!)
    return sets.map(({ version, pack }) => `${pack} ${version}`)
  } finally {
    await validator.close()
  }
}

const days = ['2027-02-23', '2027-02-24']

test('an installed 3.0.21 applies until our 3.0.22 begins', async () => {
  const rulesDir = await installed({ '3.0.21': '2026-08-17' })
  expect(await used(rulesDir, days)).toEqual(['official 3.0.21', 'own 3.0.22'])
  expect(await used(rulesDir, days, 'own')).toEqual(['own 3.0.21', 'own 3.0.22'])
  expect(await used(rulesDir, days, 'official')).toEqual(['official 3.0.21', 'official 3.0.21'])
})

test('an official 3.0.22 that is installed replaces ours', async () => {
  const rulesDir = await installed({ '3.0.21': '2026-08-17', '3.0.22': '2027-02-24' })
  expect(await used(rulesDir, days)).toEqual(['official 3.0.21', 'official 3.0.22'])
})
