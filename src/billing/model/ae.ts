// What the United Arab Emirates add: to the document, to its parties, and to its lines.
import { countries } from '../codelists/index.ts'
import {
  billingFrequencies,
  creditReasons,
  itemTypes,
  legalIdTypes,
  reverseChargeTypes,
  transactionTypes,
  wordsOf,
} from '../profiles/pint-ae/codes.ts'
import { code, decimal, group, list, oneOf, text } from './field.ts'
import { uuid } from './uuid.ts'

export const ae = group(
  { name: 'EmiratiTerms', term: 'PINT-AE', about: 'Terms of the profile pint-ae' },
  {
    transactionTypes: list(
      { term: 'BTAE-02', about: 'What is special about the transaction; nothing by default' },
      oneOf(transactionTypes, {
        term: 'BTAE-02',
        about: 'A type of transaction',
        example: 'export',
      }),
      { textItems: true },
    ).optional(),
    uuid: uuid('BTAE-07').optional(),
    issueTime: text({
      term: 'IBT-168',
      about: 'Time of issue, with a time zone',
      example: '10:00:00+04:00',
    })
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/, {
        error: 'is no time: write it as hh:mm:ss and a time zone, such as "10:00:00+04:00"',
      })
      .optional(),
    creditReason: oneOf(wordsOf(creditReasons), {
      term: 'BTAE-03',
      about: 'Why a credit note is given; required for type code 381',
      example: 'returned',
    }).optional(),
    exchangeRate: decimal(
      {
        term: 'BTAE-04',
        about: 'AED for one unit of currency; required when currency is not AED',
        example: '3.6725',
      },
      { least: 'more-than-zero', places: 6, rule: 'ibr-002-ae' },
    ).optional(),
    totalWithVat: decimal(
      {
        term: 'BTAE-20',
        about: 'Total with VAT in AED: computed, and checked when given',
        example: '1050.00',
      },
      { places: 2 },
    ).optional(),
    contractValue: text({
      term: 'BTAE-05',
      about: 'Value of the contract; needs contractReference',
      example: '120000',
    }).optional(),
    billingFrequency: oneOf(wordsOf(billingFrequencies), {
      term: 'BTAE-06',
      about: 'How often is billed',
      example: 'monthly',
    }).optional(),
    beneficiaryId: text({
      term: 'BTAE-01',
      about: 'Identifier of the beneficiary; required for freeTradeZone',
      example: '1234567890',
    }).optional(),
    principalId: text({
      term: 'BTAE-14',
      about: 'Tax number of the principal; required for disclosedAgent',
      example: '198765432102003',
    }).optional(),
    exportDeclaration: text({
      term: 'BTAE-21',
      about: 'Number of the customs declaration of an export',
      example: 'EXP010101234',
    }).optional(),
    incoterms: text({
      term: 'BTAE-22',
      about: 'Terms of delivery (Incoterms)',
      example: 'CIF',
    }).optional(),
  },
)

/** What says more about the legal identifier of the seller or the buyer. */
export function aeParty(terms: { type: string; authority: string; passport: string }) {
  return group(
    { name: 'EmiratiParty', term: terms.type, about: 'What legalId is, in the profile pint-ae' },
    {
      legalIdType: oneOf(wordsOf(legalIdTypes), {
        term: terms.type,
        about: 'What legalId is',
        example: 'tradeLicence',
      }),
      legalIdAuthority: text({
        term: terms.authority,
        about: 'The authority that issued a trade licence',
        example: 'Department of Economy and Tourism',
      }).optional(),
      passportCountry: code(countries, {
        term: terms.passport,
        about: 'The country that issued a passport',
        example: 'ES',
      }).optional(),
    },
  )
}

export const aeLine = group(
  { name: 'EmiratiLine', term: 'IBG-25', about: 'Terms of a line in the profile pint-ae' },
  {
    itemType: oneOf(wordsOf(itemTypes), {
      term: 'BTAE-13',
      about: 'What is sold; goods need a classification of the list HS, services a serviceCode',
      example: 'goods',
    }).optional(),
    serviceCode: text({
      term: 'BTAE-17',
      about: 'Service accounting code (SAC)',
      example: '998311',
    }).optional(),
    reverseChargeType: oneOf(reverseChargeTypes, {
      term: 'BTAE-09',
      about: 'What goods or services are under reverse charge; required for category AE',
      example: 'DL8.48.8.1',
    }).optional(),
    exemptionReasonCode: text({
      term: 'IBT-186',
      about: 'Reason for charging no VAT, as a code; required for category E',
      example: 'VATEX-AE-EDU',
    }).optional(),
    vatAmount: decimal({
      term: 'BTAE-08',
      about: 'VAT of the line in AED: computed, and checked when given',
      example: '50.00',
    }).optional(),
    amount: decimal({
      term: 'BTAE-10',
      about: 'Amount of the line with VAT in AED: computed, and checked when given',
      example: '1050.00',
    }).optional(),
    lotNumber: text({ term: 'BTAE-24', about: 'Number of the lot', example: 'Lot 1' }).optional(),
  },
)
