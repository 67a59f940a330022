// Which profiles of the JSON follow from what a participant has registered.
import { expect, test } from 'vitest'
import { profilesIn } from '../../../src/core/network/participant.ts'
import { parseDocumentType } from '../../../src/peppol/index.ts'

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:'
const invoice = (customizationId: string) => `${ubl}Invoice-2::Invoice##${customizationId}::2.1`
const core = 'urn:cen.eu:en16931:2017#compliant#'
const bis = `${core}urn:fdc:peppol.eu:2017:poacc:billing:3.0`
const pint = 'peppol-doctype-wildcard::'

test.each<[string, string[], string[]]>([
  ['nothing', [], []],
  ['BIS', [invoice(bis)], ['bis']],
  ['only its credit notes', [`${ubl}CreditNote-2::CreditNote##${bis}::2.1`], []],
  ['XRechnung', [invoice(`${core}urn:xeinkauf.de:kosit:xrechnung_3.0`)], ['xrechnung']],
  ['NLCIUS', [invoice(`${core}urn:fdc:nen.nl:nlcius:v1.0`)], ['nlcius']],
  ['PINT EU as it is', [`${pint}${invoice('urn:peppol:pint:billing-1@eu-1')}`], ['pint-eu']],
  ['PINT EU as a family', [`${pint}${invoice('urn:peppol:pint:billing-1@eu-1*')}`], ['pint-eu']],
  [
    'every PINT, and BIS',
    [`${pint}${invoice('urn:peppol:pint:billing-1*')}`, invoice(bis)],
    ['bis', 'pint-eu', 'pint-ae', 'pint-aunz', 'pint-sg'],
  ],
  ['self-billing of the Emirates', [`${pint}${invoice('urn:peppol:pint:selfbilling-1@ae-1')}`], []],
])('%s', (_, registered, expected) => {
  expect(profilesIn(registered.map((type) => parseDocumentType(type)))).toEqual(expected)
})
