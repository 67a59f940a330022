// Changes a document in one to four seeded places, in ways that matter to rules and
// mostly not to a schema.
import { parseXml, type XmlElement } from '../../../src/xml/index.ts'
import type { Random } from '../structure/mutant.ts'

const codes = `
  S Z E AE K G O L M B EUR SEK USD ZZZ 380 381 384 389 326 999 30 31 42 48 49 50 54 56 57 58 59 93
  1 9 10 97 130 50 95 FC AAC VATEX-EU-AE VATEX-EU-G VATEX-EU-O VATEX-EU-IC VATEX-EU-D vatex-eu-f
  VATEX-XX VAT vat TAX SEPA DE DK GR EL IS IT NL NO SE FI QQ C62 HUR KGM XPP 0088 0184 0192 0106
  0190 0007 0151 0201 0208 0210 0211 0216 9907 9933 9944 9999 TST 19.05.01 26.08.01`
  .trim()
  .split(/\s+/)
const numbers = '0 1 -1 0.01 12.345 100 100.00 -50 1000000 25 12 6 21.0 0.005 7 -0'.split(' ')
const identifiers = `
  NO999999999MVA NO974760673MVA SE556036079301 SE5560360793 5560360793 5560360794 DK12345678
  12345678 123456789 EL094259216 094259216 NL123456789B01 IT00743110157 IT00743110158 0123456789
  0417497106 51824753556 7300010000001 7300010000002 DE89370400440532013000 DE89370400440532013001
  FI2112345600000785 AB12CD RSSMRA80A01H501U 74.22 1234567890123456 01# 04#1234567890123456
  71#123456789012345 73# SE:BANKGIRO SE:PLUSGIRO`
  .trim()
  .split(/\s+/)
const texts = [
  ...[
    '#AAI#text',
    '#???#text',
    '#text',
    'x',
    ' S ',
    'Foretaksregisteret',
    'Godkänd för F-skatt',
    '##M.AR.K##',
    'EINDAGI',
  ],
  ...[
    '#SKONTO#TAGE=14#PROZENT=2.25#\n',
    '#SKONTO#TAGE=14#',
    '##INVOICE|URL##',
    'a@b.example',
    'a@b',
    '+49 30 1',
    'urn:x',
  ],
  ...[
    '094259216|21/11/2026|1|1.1|A|1',
    '094259216|21/11/2026|x|9.9||1',
    '2026-02-28',
    '2019-01-01',
    'https://x.example/',
  ],
]
const values = [...codes, ...codes, ...numbers, ...numbers, ...identifiers, ...texts]
const attributes = [
  'schemeID',
  'listID',
  'listVersionID',
  'name',
  'schemeName',
  'languageID',
  'listAgencyID',
]
const added = [
  '<cbc:UUID>1</cbc:UUID>',
  '<cac:TaxCategory><cbc:ID>S</cbc:ID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>' +
    '</cac:TaxCategory>',
  '<cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>',
]

type Change = { start: number; end: number; text: string }

/** The text of the document, changed; the changes of one round do not overlap. */
export function mutate(source: string, random: Random): string {
  let text = random(3) === 0 ? withinOneCountry(source, random) : source
  for (let round = 0; round <= random(4); round++) {
    const { start, end, text: other } = change(text, random)
    text = text.slice(0, start) + other + text.slice(end)
  }
  return text
}

// National rules depend on where the parties are, by country or by the prefix of a VAT identifier.
function withinOneCountry(text: string, random: Random): string {
  const country = pick(['DE', 'DK', 'GR', 'IS', 'IT', 'NL', 'NO', 'SE'], random)
  const moved = text.replace(/(<cbc:IdentificationCode>)[A-Z]{2}/g, `$1${country}`)
  if (random(2) === 0) return moved
  return moved.replace(/(<cbc:CompanyID>)[A-Z]{2}/g, `$1${country === 'GR' ? 'EL' : country}`)
}

function change(text: string, random: Random): Change {
  const elements = below(parseXml(Buffer.from(text)).root)
  const leaves = elements.filter(({ children }) =>
    children.every((child) => typeof child !== 'object' || !('name' in child)),
  )
  const element = pick(elements, random)
  const { start, end } = element
  const whole = text.slice(start, end)
  switch (random(8)) {
    case 0:
      return { start, end, text: '' }
    case 1:
      return { start, end, text: whole + whole }
    case 2:
      return { start: end, end, text: pick(added, random) }
    case 3: {
      const name = pick(attributes, random)
      const without = whole.replace(new RegExp(`^(<[^>]*?) ${name}="[^"]*"`), '$1')
      return {
        start,
        end,
        text: without.replace(/^<[\w:]+/, `$& ${name}="${pick(codes, random)}"`),
      }
    }
    case 4:
      return { start, end, text: whole.replace(/^(<[\w:]+) \w+="[^"]*"/, '$1') }
    default: {
      const leaf = pick(leaves, random)
      const value = pick(values, random).replace(/&/g, '&amp;')
      const changed = text.slice(leaf.start, leaf.end).replace(/>[^<]*<\//, () => `>${value}</`)
      return { start: leaf.start, end: leaf.end, text: changed }
    }
  }
}

function below(element: XmlElement): XmlElement[] {
  const children = element.children.filter(
    (child): child is XmlElement => typeof child === 'object' && 'name' in child,
  )
  return children.flatMap((child) => [child, ...below(child)])
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[random(list.length)]!
}
