// The rule sets of each specification that the code list of document types names, and of others.
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { billingCustomizations } from '../../../src/codelists/customizations.ts'
import { documentTypes } from '../../../src/codelists/index.ts'
import { limits } from '../../../src/config/limits.ts'
import { openValidator } from '../../../src/validation/index.ts'
import { rulesFor } from '../../../src/validation/rules/choose.ts'
import { editionOf } from '../../../src/validation/rules/document-rules.ts'
import type { RulePack, RuleSet } from '../../../src/validation/rules/pack.ts'
import { pins } from '../../../src/validation/rules/pins/index.ts'

const validator = await openValidator({ engine: 'compiled', limits: limits.validation })
afterAll(() => validator.close())

const official = pins.flatMap(({ releases }) =>
  releases[0]!.ruleSets.map(
    (set): RuleSet => ({
      ...set,
      ...{ files: [], patterns: 0, rules: 0, asserts: 0 },
    }),
  ),
)
const own = validator.rulePacks()
const installed: RulePack[] = [{ name: 'official', folder: '', ruleSets: official }, ...own]

const ubl = (local: string) => ({
  namespace: `urn:oasis:names:specification:ubl:schema:xsd:${local}-2`,
  local,
})
const uncefact = (local: string) => ({
  namespace: `urn:un:unece:uncefact:data:standard:${local}:100`,
  local,
})
const cii = uncefact('CrossIndustryInvoice')
const day = '2026-11-28'

function setsOf(given: readonly RulePack[], customizationId: string, root = ubl('Invoice')) {
  return rulesFor(given, { ...root, customizationId }, { day }).sets.map(({ set }) => set.id)
}

const core = 'urn:cen.eu:en16931:2017'
const bis = `${core}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`
const selfBilling = bis.replace(':billing:', ':selfbilling:')
const xrechnung = `${core}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`
const extension = `${xrechnung}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`
const nlcius = `${core}#compliant#urn:fdc:nen.nl:nlcius:v1.0`
const french = (kind: string) => `${core}#${kind}`

const invoiceLayers: Record<string, string[]> = {
  [core]: ['en16931'],
  [bis]: ['en16931', 'peppol-billing'],
  [selfBilling]: ['en16931', 'peppol-selfbilling'],
  [xrechnung]: ['en16931', 'xrechnung-ubl'],
  [extension]: ['en16931', 'xrechnung-ubl'],
  [nlcius]: ['nlcius-ubl'],
  [`${nlcius}#conformant#urn:fdc:nen.nl:gaccount:v1.0`]: ['nlcius-gaccount'],
  [french('compliant#urn:peppol:france:billing:cius:1.0')]: ['en16931', 'fr-ctc-ubl'],
  [french('conformant#urn:peppol:france:billing:extended:1.0')]: [
    'fr-ctc-extended-ubl',
    'fr-ctc-ubl',
  ],
  'urn:peppol:pint:billing-1': ['pint'],
  'urn:peppol:pint:nontaxinvoice-1@jp-1': ['pint-jp-nontax'],
  ...Object.fromEntries(
    ['ae', 'aunz', 'eu', 'jp', 'my', 'sg'].map((country) => [
      `urn:peppol:pint:billing-1@${country}-1`,
      [`pint-${country}`],
    ]),
  ),
  ...Object.fromEntries(
    ['ae', 'aunz', 'jp', 'my'].map((country) => [
      `urn:peppol:pint:selfbilling-1@${country}-1`,
      [`pint-${country}-selfbilling`],
    ]),
  ),
}

/** Without a set of its own: a CIUS has the rules of EN 16931, all else none. */
function withoutOwn(id: string): string[] {
  const isCore = id === core || /#compliant#(?!.*#(conformant|extended)#)/.test(id)
  return isCore ? ['en16931'] : []
}

const { alone, families } = billingCustomizations()
const listed = [...alone, ...families]

describe('an invoice or credit note', () => {
  it.each([...new Set([...listed, ...Object.keys(invoiceLayers)])])(
    'of the type %s has the layers of its publisher',
    (id) => {
      const expected = invoiceLayers[id] ?? withoutOwn(id)
      for (const root of [ubl('Invoice'), ubl('CreditNote')])
        expect(setsOf(installed, id, root)).toEqual(expected)
    },
  )

  it.each(listed)('of the type %s has what our own pack can give', (id) => {
    const isOurs = [bis, selfBilling, 'urn:peppol:pint:billing-1@eu-1'].includes(id)
    expect(setsOf(own, id)).toEqual(isOurs ? invoiceLayers[id] : withoutOwn(id))
  })

  it.each([
    '',
    `${core}#compliant#urn:example:unknown`,
    `${core}#conformant#urn:example:unknown`,
    `${bis}#conformant#urn:example:unknown`,
    'urn:example:unknown',
    bis.toUpperCase(),
    `${bis}x`,
    `${bis} ${bis}`,
    'urn:peppol:pint:billing-1*',
    'x'.repeat(10_000),
    '__proto__',
  ])('that no list knows is judged as BIS Billing: "%s"', (id) => {
    for (const packs of [own, installed])
      expect(setsOf(packs, id)).toEqual(['en16931', 'peppol-billing'])
  })

  it('of a variant of PINT that has no rules here is not judged', () => {
    for (const id of ['billing-1@ng-1', 'billing-1@aunz-1@more', 'billing-1@om-1'])
      expect(setsOf(installed, `urn:peppol:pint:${id}`)).toEqual([])
  })
})

describe('a document of UN/CEFACT', () => {
  it.each([
    [core, ['en16931-cii']],
    [bis, ['en16931-cii']],
    [xrechnung, ['en16931-cii', 'xrechnung-cii']],
    [extension, ['en16931-cii', 'xrechnung-cii']],
    [nlcius, ['nlcius-cii']],
    [french('compliant#urn:peppol:france:billing:cius:1.0'), ['en16931-cii', 'fr-ctc-cii']],
    [
      french('conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr'),
      ['fr-ctc-extended-cii', 'fr-ctc-cii'],
    ],
    [french('conformant#urn:example:unknown'), []],
    ['', []],
  ])('has the rules of its own syntax: %s', (id, expected) => {
    expect(setsOf(installed, id, cii)).toEqual(expected)
    expect(setsOf(own, id, cii)).toEqual([])
  })

  it('that reports a status in France has rules of its own', () => {
    const cdar = uncefact('CrossDomainAcknowledgementAndResponse')
    expect(setsOf(installed, 'urn:peppol:france:billing:cdv:1.0', cdar)).toEqual(['fr-ctc-cdar'])
    expect(setsOf(installed, 'urn:other', cdar)).toEqual([])
  })

  it('has the edition of its type, and none in another namespace', () => {
    for (const { value } of documentTypes()) {
      const [, namespace = '', local = '', id = '', version] =
        /^(urn:un:unece:[^#]*)::([A-Za-z]+)##(.*)::D?(\w+)$/.exec(value) ?? []
      if (version === undefined) continue
      expect([value, editionOf({ namespace, local, customizationId: id })]).toEqual([
        value,
        `D${version}`,
      ])
    }
    const edition = (customizationId: string, root = cii) => editionOf({ ...root, customizationId })
    expect(edition(xrechnung)).toBe('D16B')
    expect(edition(french('compliant#urn:peppol:france:billing:cius:1.0'))).toBe('D22B')
    expect(edition(core, { ...cii, namespace: cii.namespace.replace('100', '13') })).toBe(undefined)
    expect(edition(core, ubl('Invoice'))).toBe(undefined)
  })
})

it('other documents have the rules of their transaction, by its whole identifier', () => {
  const order = (id: string) =>
    setsOf(installed, `urn:fdc:peppol.eu:poacc:trns:${id}`, ubl('Order'))
  expect(order('order:3')).toEqual(['peppol-order'])
  expect(order('order:3:restrictive:urn:www.agid.gov.it:trns:ordine:3.1')).toEqual(['peppol-order'])
  expect(order('order:3:extended:urn:fdc:anskaffelser.no:2019:ehf:spec:3.0')).toEqual([])
  expect(order('order_change:3')).toEqual([])
  const mls = setsOf(installed, 'urn:peppol:edec:mls:1.0', ubl('ApplicationResponse'))
  expect(mls).toEqual(['peppol-mls'])
  const slovak = { namespace: 'urn:peppol:schema:sk-taxdata:1.0', local: 'TaxData' }
  expect(setsOf(installed, 'urn:anything', slovak)).toEqual(['tdd-sk'])
})

it('the levels of XRechnung are those of the configuration of its publisher', () => {
  const flags = (id: string, root: typeof cii) =>
    rulesFor(installed, { ...root, customizationId: id }, { day }).flags
  expect(flags(xrechnung, ubl('Invoice'))).toEqual({ 'BR-CL-21': 'warning', 'BR-CL-23': 'warning' })
  expect(flags(xrechnung, cii)).toMatchObject({ 'CII-SR-453': 'fatal', 'BR-CL-21': 'warning' })
  expect(flags(extension, ubl('Invoice'))).toMatchObject({ 'BR-CO-16': 'warning' })
  expect(flags(extension, cii)).not.toHaveProperty('BR-CO-16')
  expect(flags(bis, ubl('Invoice'))).toBeUndefined()
  // Without its own layer it is a CIUS like any other.
  expect(rulesFor(own, { ...ubl('Invoice'), customizationId: xrechnung }, { day })).toMatchObject({
    unused: 'the rule set xrechnung-ubl is not installed',
  })
})

it("an operator's rules for a specification join those of EN 16931 if it is a CIUS", () => {
  const cius = `${core}#compliant#urn:example:unknown`
  const extended = `${core}#conformant#urn:example:unknown`
  const documents = [cius, extended].map((customizationId) => ({
    ...ubl('Invoice'),
    customizationId,
  }))
  const [first] = official
  const more: RulePack[] = [
    ...own,
    { name: 'official', folder: '', ruleSets: [{ ...first!, id: 'example', documents }] },
  ]
  expect(setsOf(more, cius)).toEqual(['en16931', 'example'])
  expect(setsOf(more, extended)).toEqual(['example'])
  expect(setsOf(more, `${cius}:more`)).toEqual(['en16931', 'peppol-billing'])
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
