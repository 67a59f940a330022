// What BIS Billing 3.0.22 and Self-Billing 3.0.3 change: for each changed rule a document that it
// concerns and one that it does not, on the last day of the version before and on the first.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { openValidator, type Validator } from '../../src/validation/index.ts'

const [last, first] = ['2027-02-23', '2027-02-24']
const plain = readFileSync('test/fixtures/billing/invoice-minimal.out.xml', 'utf8').replaceAll(
  /<cbc:EndpointID.*?<\/cbc:EndpointID>/g,
  '<cbc:EndpointID schemeID="0088">7300010000001</cbc:EndpointID>',
)

type Party = { vat?: string; address?: string; street?: boolean; city?: boolean; zip?: boolean }

/** The minimal invoice between parties with these addresses and VAT identifiers. */
function invoice(type: string, seller: Party, buyer: Party, more = ''): string {
  const address = ({ address, street, city, zip }: Party) =>
    '<cac:PostalAddress>' +
    (street ? '<cbc:StreetName>Main 1</cbc:StreetName>' : '') +
    (city ? '<cbc:CityName>Town</cbc:CityName>' : '') +
    (zip ? '<cbc:PostalZone>81101</cbc:PostalZone>' : '') +
    `<cac:Country><cbc:IdentificationCode>${address ?? 'NO'}`
  let at = 0
  return plain
    .replace('>380<', `>${type}<`)
    .replace('<cac:AccountingSupplierParty>', `${more}$&`)
    .replaceAll(/<cac:PostalAddress><cac:Country><cbc:IdentificationCode>NO/g, () =>
      address([seller, buyer][at++]!),
    )
    .replace('NO123456785MVA', seller.vat ?? 'FR123')
}

const whole = { street: true, city: true, zip: true }
const slovak = { address: 'SK', vat: 'SK2020317068', ...whole }
const german = { address: 'DE', vat: 'DE123456788', ...whole }
const french = { address: 'FR', vat: 'FR23334175221', ...whole }
const preceding =
  '<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>1</cbc:ID>' +
  '</cac:InvoiceDocumentReference></cac:BillingReference>'

/** The minimal invoice as a self-billed one, with this in place of the buyer's address. */
function selfBilled(edit: (text: string) => string = (text) => text): string {
  const bare = invoice('389', french, french).replaceAll('billing:', 'selfbilling:')
  return edit(bare)
}

const identified = (scheme: string, id: string) =>
  selfBilled((text) =>
    text.replace(
      '<cac:AccountingCustomerParty><cac:Party><cbc:EndpointID schemeID="0088">7300010000001' +
        '</cbc:EndpointID>',
      `$&<cac:PartyIdentification><cbc:ID schemeID="${scheme}">${id}</cbc:ID>` +
        '</cac:PartyIdentification>',
    ),
  )
const taxed = (vat: string) => selfBilled((text) => text.replace(french.vat, vat))
const reached = (scheme: string, id: string) =>
  selfBilled((text) =>
    text.replace(
      'schemeID="0088">7300010000001</cbc:EndpointID>',
      `schemeID="${scheme}">${id}</cbc:EndpointID>`,
    ),
  )

type Case = [what: string, rule: string, document: string, before: string, from: string]
const [none, warning, error] = ['none', 'warning', 'error']
const p0112 = 'PEPPOL-EN16931-P0112'
const common = (number: string) => `PEPPOL-COMMON-R${number}`

const billing: Case[] = [
  ['389 between Germans', 'PEPPOL-EN16931-P0100', invoice('389', german, german), error, none],
  ['130 between Germans', 'PEPPOL-EN16931-P0100', invoice('130', german, german), error, error],
  ['389 between Germans', p0112, invoice('389', german, german), none, none],
  ['389 between others', p0112, invoice('389', french, french), none, error],
  ['384 between Germans', p0112, invoice('384', german, german, preceding), none, none],
  ['384 between Slovaks', p0112, invoice('384', slovak, slovak, preceding), error, none],
  ['384 from Slovakia', p0112, invoice('384', slovak, french, preceding), error, error],
  ['384 to Slovakia', p0112, invoice('384', french, slovak, preceding), error, error],
  [
    '384 from a Slovak address with a French VAT identifier',
    ...([p0112, invoice('384', { ...slovak, vat: french.vat }, slovak), error, error] as const),
  ],
  ['326 between Slovaks', p0112, invoice('326', slovak, slovak), error, error],
  ['380 between Slovaks', p0112, invoice('380', slovak, slovak), none, none],
  ['384 with its invoice', 'SK-R-001', invoice('384', slovak, slovak, preceding), none, none],
  ['384 without its invoice', 'SK-R-001', invoice('384', slovak, slovak), none, warning],
  ['380 without an invoice', 'SK-R-001', invoice('380', slovak, slovak), none, none],
  ['384 between Germans', 'SK-R-001', invoice('384', german, german), none, none],
  ...(['street', 'city', 'zip'] as const).flatMap((part, at): Case[] => {
    const lacking = { ...slovak, [part]: false }
    const [ofSeller, ofBuyer] = [`SK-R-00${2 + at}`, `SK-R-00${5 + at}`]
    return [
      [`no ${part} of the seller`, ofSeller, invoice('380', lacking, slovak), none, warning],
      [`no ${part} of the buyer`, ofSeller, invoice('380', slovak, lacking), none, none],
      [`no ${part} of the seller`, ofBuyer, invoice('380', lacking, slovak), none, none],
      [`no ${part} of the buyer`, ofBuyer, invoice('380', slovak, lacking), none, warning],
      [`no ${part} to France`, ofSeller, invoice('380', lacking, french), none, none],
      [`no ${part} from France`, ofBuyer, invoice('380', french, lacking), none, none],
    ]
  }),
  // Unlike in self-billing, these stay as they are.
  [
    'a GLN of 8 digits',
    common('040'),
    plain.replaceAll('>7300010000001<', '>73513537<'),
    none,
    none,
  ],
  ['a Dutch VAT number', common('056-2'), invoice('380', { vat: 'NL1' }, {}), warning, warning],
  ['a Luxembourg VAT number', common('058'), invoice('380', { vat: 'LU1' }, {}), none, none],
]

const selfBilling: Case[] = [
  ['a GLN of 13 digits', common('040'), reached('0088', '7300010000001'), none, none],
  ['a GLN of 8 digits', common('040'), reached('0088', '73513537'), none, error],
  ['a wrong GLN', common('040'), reached('0088', '7300010000002'), error, error],
  ['a KVK number', common('054'), identified('0106', '12345678'), none, none],
  ['a short KVK number', common('054'), identified('0106', '1234567'), warning, error],
  ['an OIN', common('055'), identified('0190', '00000001234567890000'), none, none],
  ['a short OIN', common('055'), identified('0190', '1'), warning, error],
  ['a Dutch VAT address', common('056-1'), reached('9944', 'NL123456789B12'), none, none],
  ['a wrong Dutch VAT address', common('056-1'), reached('9944', 'NL1'), warning, error],
  ['a Dutch VAT number', common('056-2'), taxed('NL123456789B12'), none, none],
  ['a wrong Dutch VAT number', common('056-2'), taxed('NL1'), warning, error],
  ['a Dutch establishment', common('057'), identified('0217', '123456789012'), none, none],
  ['a wrong Dutch establishment', common('057'), identified('0217', '1'), warning, error],
  ['a Luxembourg VAT number', common('058'), taxed('LU26375245'), none, none],
  ['a Luxembourg VAT number with 00', common('058'), taxed('LU00008900'), none, none],
  ['a wrong check in Luxembourg', common('058'), taxed('LU26375246'), none, warning],
  ['a short number in Luxembourg', common('058'), taxed('LU2637524'), none, warning],
  ['a matricule', common('059'), identified('0240', '19922200028'), none, none],
  ['a matricule of form 24', common('059'), identified('0240', '19932400017'), none, none],
  ['its other check digit', common('059'), identified('0240', '19932400018'), none, none],
  ['a third check digit', common('059'), identified('0240', '19932400019'), none, warning],
  [
    'the other check digit, form 22',
    common('059'),
    identified('0240', '19922200029'),
    none,
    warning,
  ],
  ['a matricule of form 19', common('059'), identified('0240', '19921900018'), none, warning],
  ['a short matricule', common('059'), identified('0240', '1992220002'), none, warning],
  ['an address of that scheme', common('059'), reached('0240', '1'), none, none],
]

let validator: Validator
beforeAll(async () => {
  validator = await openValidator({ engine: 'compiled', limits: limits.validation, pack: 'own' })
})
afterAll(() => validator.close())

async function judged(document: string, day: string, rule: string): Promise<string> {
  const { findings } = await validator.validate(Buffer.from(document), {
    ...{ layers: 'all', on: new Date(day) },
  })
  expect(findings.filter(({ rule: each }) => each === 'rule-error')).toEqual([])
  return findings.find((finding) => finding.rule === rule)?.severity ?? none
}

describe.each([
  ['BIS Billing', billing],
  ['BIS Self-Billing', selfBilling],
] as [string, Case[]][])('%s on the day of its next version', (_, cases) => {
  it.each(cases)('%s: %s', async (_what, rule, document, before, from) => {
    expect(await judged(document, last, rule)).toBe(before)
    expect(await judged(document, first, rule)).toBe(from)
  })
})

it.each([
  ['billing', plain, ['3.0.21', '3.0.22']],
  ['selfbilling', selfBilled(), ['3.0.2', '3.0.3']],
])('%s changes its version that day', async (id, document, versions) => {
  for (const [at, day] of [last, first].entries()) {
    const options = { layers: 'all', on: new Date(day) } as const
    const { ruleSets } = await validator.validate(Buffer.from(document), options)
    expect(ruleSets.at(-1)).toMatchObject({ id: `peppol-${id}`, version: versions[at] })
  }
})
