// The rule sets of invoices of each specification that the code list of document types names.
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { billingCustomizations } from '../../../src/codelists/customizations.ts'
import { limits } from '../../../src/config/limits.ts'
import { openValidator } from '../../../src/validation/index.ts'
import { setsForDocument } from '../../../src/validation/rules/choose.ts'
import type { RulePack, RuleSet } from '../../../src/validation/rules/pack.ts'
import { pins } from '../../../src/validation/rules/pins.ts'
import { parseXml } from '../../../src/xml/index.ts'

const validator = await openValidator({ engine: 'compiled', limits: limits.validation })
afterAll(() => validator.close())

const official = pins.flatMap(({ ruleSets }) =>
  ruleSets.map((set): RuleSet => ({ ...set, files: [], patterns: 0, rules: 0, asserts: 0 })),
)
const packs = {
  own: validator.rulePacks(),
  official: [{ name: 'official' as const, folder: '', ruleSets: official }],
}

function setsOf(given: readonly RulePack[], customizationId: string, root = 'Invoice'): string[] {
  const { root: element } = parseXml(
    Buffer.from(
      `<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2">` +
        `<CustomizationID>${customizationId}</CustomizationID></${root}>`,
    ),
  )
  return setsForDocument(given, element, '2026-11-28').map(({ set }) => set.id)
}

const { alone, families } = billingCustomizations()
const core = 'urn:cen.eu:en16931:2017'
const bis = `${core}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`
const selfBilling = bis.replace(':billing:', ':selfbilling:')

/** As the issue of the code list has it: which of its values are based on what. */
function expected(id: string): string[] {
  if (id === bis) return ['en16931', 'peppol-billing']
  if (id === selfBilling) return ['en16931', 'peppol-selfbilling']
  const isCore = id === core || /#compliant#(?!.*#(conformant|extended)#)/.test(id)
  return isCore ? ['en16931'] : []
}

describe.each(['own', 'official'] as const)('with the %s rules,', (pack) => {
  it.each([...alone, ...families])('%s has the rule sets of its own specification', (id) => {
    expect(setsOf(packs[pack], id)).toEqual(expected(id))
    expect(setsOf(packs[pack], id, 'CreditNote')).toEqual(expected(id))
  })

  it.each([
    '',
    `${core}#compliant#urn:example:unknown`,
    `${core}#conformant#urn:example:unknown`,
    `${bis}#conformant#urn:example:unknown`,
    'urn:example:unknown',
  ])('what no list knows is judged as BIS Billing: "%s"', (id) => {
    expect(setsOf(packs[pack], id)).toEqual(['en16931', 'peppol-billing'])
  })
})

it("an operator's rules for a specification are for it, extension or not", () => {
  const xrechnung = `${core}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`
  const extension = `${xrechnung}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`
  const [first] = packs.own[0]!.ruleSets.filter(({ id }) => id === 'en16931')
  const own: RuleSet = {
    ...first!,
    id: 'xrechnung',
    documents: first!.documents.map((match) => ({ ...match, customizationId: xrechnung })),
  }
  const more = [...packs.own, { name: 'official' as const, folder: '', ruleSets: [own] }]
  expect(setsOf(more, xrechnung)).toEqual(['en16931', 'xrechnung'])
  expect(setsOf(more, extension)).toEqual(['xrechnung'])
})

const invoice = readFileSync(
  new URL('../../cases/en16931-without-profile.xml', import.meta.url),
  'utf8',
)
const typed = (id: string) => Buffer.from(invoice.replace(/(?<=<cbc:CustomizationID>)[^<]*/, id))

describe('a verdict', () => {
  it.each([core, `${core}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`])(
    'on %s is that of EN 16931 alone',
    async (id) => {
      const { valid, ruleSets } = await validator.validate(typed(id), { layers: 'all' })
      expect(ruleSets.map((set) => set.id)).toEqual(['en16931'])
      expect(valid).toBe(true)
      const wrong = Buffer.from(typed(id).toString().replace('>121.00<', '>122.00<'))
      expect((await validator.validate(wrong, { layers: 'all' })).valid).toBe(false)
    },
  )

  it('on an extension is none, beside its structure', async () => {
    const sg = `${core}#conformant#urn:fdc:peppol.eu:2017:poacc:billing:international:sg:3.0`
    await expect(validator.validate(typed(sg), { layers: 'all' })).rejects.toMatchObject({
      lacksRules: true,
    })
    expect(await validator.validate(typed(sg), { layers: 'structure' })).toMatchObject({
      valid: true,
    })
  })

  it('on what no list knows says so', async () => {
    const { findings } = await validator.validate(typed('urn:example:unknown'), { layers: 'all' })
    expect(findings.map(({ rule }) => rule)).toContain('PEPPOL-EN16931-R004')
  })
})
