// PINT EU on a clone without official rules: EN 16931, Peppol, and the identifiers of PINT.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { openValidator, type Validator } from '../../src/validation/index.ts'

const bis = readFileSync('test/fixtures/billing/invoice-usual.out.xml', 'utf8')
const pint = bis
  .replace(/(?<=<cbc:CustomizationID>)[^<]*/, 'urn:peppol:pint:billing-1@eu-1')
  .replace(/(?<=<cbc:ProfileID>)[^<]*/, 'urn:peppol:bis:billing')

let validator: Validator
beforeAll(async () => {
  validator = await openValidator({ engine: 'compiled', limits: limits.validation })
})
afterAll(() => validator.close())

const judge = (text: string) => validator.validate(Buffer.from(text), { layers: 'all' })

it('judges a right document, and says which rules it lacks', async () => {
  const { valid, findings, ruleSets } = await judge(pint)
  expect(findings).toEqual([])
  expect(valid).toBe(true)
  expect(ruleSets).toEqual([
    {
      ...{ id: 'pint-eu', version: '1.0.1', pack: 'own', validFrom: '2025-11-01' },
      note: expect.stringContaining('Without the 170 shared PINT rules.'),
    },
  ])
})

it.each([
  ['the process of BIS', 'PEPPOL-EN16931-R007', 'bis:billing<', 'bis:other<'],
  ['a wrong sum', 'BR-CO-16', '>1388.25<', '>1388.24<'],
  ['no buyer reference', 'PEPPOL-EN16931-R008', />[^<]*(?=<\/cbc:BuyerReference)/, '>'],
  ['a type code for Germans', 'PEPPOL-EN16931-P0112', '>380<', '>384<'],
  ['another currency', 'PEPPOL-EN16931-R051', /(?<=PayableAmount currencyID=")EUR/, 'USD'],
] as [string, string, string | RegExp, string][])('refuses %s', async (_, rule, from, to) => {
  const edited = pint.replace(from, to)
  expect(edited).not.toBe(pint)
  const { valid, findings } = await judge(edited)
  expect(valid).toBe(false)
  expect(findings.map((finding) => finding.rule)).toContain(rule)
})

it('refuses another specification', async () => {
  const { findings } = await validator.validate(Buffer.from(bis), {
    ...{ layers: 'all', ruleSets: ['pint-eu'] },
  })
  const rules = findings.map(({ rule }) => rule)
  expect(rules).toEqual(expect.arrayContaining(['ALIGNED-IBRP-004-EU', 'PEPPOL-EN16931-R007']))
})
