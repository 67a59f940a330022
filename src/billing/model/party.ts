// Seller (BG-4), buyer (BG-7), payee (BG-10) and the seller's tax representative (BG-11).
import { countries, electronicAddressSchemes, identifierSchemes } from '../codelists/index.ts'
import { aeParty } from './ae.ts'
import { code, group, list, recordTextMax, text } from './field.ts'
import { identifier } from './identifier.ts'

export function country(term: string, about: string) {
  return code(countries, { term, about, example: 'NO' })
}

type AddressTerms = {
  group: string
  line1: string
  line2: string
  line3: string
  city: string
  postCode: string
  subdivision: string
  country: string
}

/** A postal address: the same fields in several places, each with its own business terms. */
export function address(about: string, terms: AddressTerms) {
  return group(
    { name: 'Address', term: terms.group, about },
    {
      line1: text({
        term: terms.line1,
        about: 'Address line 1, usually street and number',
        example: 'Main street 1',
      }).optional(),
      line2: text({ term: terms.line2, about: 'Address line 2', example: 'Building 4' }).optional(),
      line3: text({
        term: terms.line3,
        about: 'Address line 3',
        example: 'Third floor',
      }).optional(),
      city: text({ term: terms.city, about: 'City', example: 'Oslo' }).optional(),
      postCode: text({ term: terms.postCode, about: 'Post code', example: '0150' }).optional(),
      subdivision: text({
        term: terms.subdivision,
        about: 'Region or province',
        example: 'Oslo',
      }).optional(),
      country: country(terms.country, 'Country code (ISO 3166-1 alpha-2)'),
    },
    { written: 'address', bare: { text: 'line1' } },
  )
}

function contact(
  about: string,
  terms: { group: string; name: string; phone: string; email: string },
) {
  return group(
    { name: 'Contact', term: terms.group, about },
    {
      name: text({
        term: terms.name,
        about: 'Person or department',
        example: 'Kari Nordmann',
      }).optional(),
      phone: text({
        term: terms.phone,
        about: 'Telephone number',
        example: '+47 22 00 00 00',
      }).optional(),
      email: text({
        term: terms.email,
        about: 'E-mail address',
        example: 'invoice@seller.example',
      }).optional(),
    },
    { written: 'contact', bare: { text: 'name' } },
  )
}

const taxRegistrationId = group(
  {
    name: 'TaxRegistration',
    term: 'BT-32',
    about: 'Local tax registration of the seller other than the VAT identifier',
  },
  {
    id: text({ term: 'BT-32', about: 'The registration itself', example: '123456-7890' }),
    scheme: text({ term: 'BT-32', about: 'Its scheme, not VAT; TAX by default', example: 'TAX' })
      .refine((scheme) => scheme !== 'VAT', {
        error: 'is "VAT": write the VAT identifier into vatId (BT-31) (BT-32, UBL-SR-53)',
      })
      .optional(),
  },
  { bare: { text: 'id' } },
)

export const seller = group(
  { name: 'Seller', term: 'BG-4', about: 'Seller' },
  {
    name: text(
      { term: 'BT-27', about: 'Legal name of the seller', example: 'Seller AS' },
      recordTextMax,
    ),
    tradingName: text({
      term: 'BT-28',
      about: 'Trading name, if different',
      example: 'Seller',
    }).optional(),
    endpoint: identifier({
      name: 'Endpoint',
      term: 'BT-34',
      about:
        'Electronic address of the seller: its participant identifier (scheme of the EAS list)',
      example: '0192:123456785',
      scheme: 'required',
      schemes: electronicAddressSchemes,
    }),
    identifiers: list(
      { term: 'BT-29', about: 'Further identifiers of the seller' },
      identifier({
        name: 'Identifier',
        term: 'BT-29',
        about: 'Identifier (scheme of the ICD list)',
        example: '0088:7300010000001',
        scheme: 'optional',
        schemes: identifierSchemes,
      }),
      { textItems: true },
    ).optional(),
    vatId: text({
      term: 'BT-31',
      about: 'VAT identifier with country prefix',
      example: 'NO123456785MVA',
    }).optional(),
    taxRegistrationId: taxRegistrationId.optional(),
    legalId: identifier({
      name: 'Identifier',
      term: 'BT-30',
      about: 'Number in the register of companies (scheme of the ICD list)',
      example: '0192:123456785',
      scheme: 'optional',
      schemes: identifierSchemes,
    }).optional(),
    legalForm: text({
      term: 'BT-33',
      about: 'Further legal information',
      example: 'Foretaksregisteret',
    }).optional(),
    ae: aeParty({ type: 'BTAE-15', authority: 'BTAE-12', passport: 'BTAE-18' }).optional(),
    address: address('Postal address of the seller', {
      group: 'BG-5',
      line1: 'BT-35',
      line2: 'BT-36',
      line3: 'BT-162',
      city: 'BT-37',
      postCode: 'BT-38',
      subdivision: 'BT-39',
      country: 'BT-40',
    }),
    contact: contact('Contact at the seller', {
      group: 'BG-6',
      name: 'BT-41',
      phone: 'BT-42',
      email: 'BT-43',
    }).optional(),
  },
  { written: 'seller', bare: { text: 'name' } },
)

export const buyer = group(
  { name: 'Buyer', term: 'BG-7', about: 'Buyer' },
  {
    name: text(
      { term: 'BT-44', about: 'Legal name of the buyer', example: 'Buyer AS' },
      recordTextMax,
    ),
    tradingName: text({
      term: 'BT-45',
      about: 'Trading name, if different',
      example: 'Buyer',
    }).optional(),
    endpoint: identifier({
      name: 'Endpoint',
      term: 'BT-49',
      about:
        'Electronic address of the buyer: the participant identifier of the receiver ' +
        '(scheme of the EAS list)',
      example: '0192:987654325',
      scheme: 'required',
      schemes: electronicAddressSchemes,
    }),
    identifiers: list(
      { term: 'BT-46', about: 'Further identifier of the buyer, at most one' },
      identifier({
        name: 'Identifier',
        term: 'BT-46',
        about: 'Identifier (scheme of the ICD list)',
        example: '0088:7300010000001',
        scheme: 'optional',
        schemes: identifierSchemes,
      }),
      {
        max: { items: 1, error: 'has more than one item: write one only (BT-46, UBL-SR-16)' },
        textItems: true,
      },
    ).optional(),
    vatId: text({
      term: 'BT-48',
      about: 'VAT identifier with country prefix',
      example: 'NO987654325MVA',
    }).optional(),
    legalId: identifier({
      name: 'Identifier',
      term: 'BT-47',
      about: 'Number in the register of companies (scheme of the ICD list)',
      example: '0192:987654325',
      scheme: 'optional',
      schemes: identifierSchemes,
    }).optional(),
    ae: aeParty({ type: 'BTAE-16', authority: 'BTAE-11', passport: 'BTAE-19' }).optional(),
    address: address('Postal address of the buyer', {
      group: 'BG-8',
      line1: 'BT-50',
      line2: 'BT-51',
      line3: 'BT-163',
      city: 'BT-52',
      postCode: 'BT-53',
      subdivision: 'BT-54',
      country: 'BT-55',
    }),
    contact: contact('Contact at the buyer', {
      group: 'BG-9',
      name: 'BT-56',
      phone: 'BT-57',
      email: 'BT-58',
    }).optional(),
  },
  { written: 'buyer', bare: { text: 'name' } },
)

export const payee = group(
  { name: 'Payee', term: 'BG-10', about: 'The payee, if not the seller' },
  {
    name: text({ term: 'BT-59', about: 'Name of the payee', example: 'Factoring AS' }),
    identifier: identifier({
      name: 'Identifier',
      term: 'BT-60',
      about: 'Identifier of the payee (scheme of the ICD list)',
      example: '0088:7300010000025',
      scheme: 'optional',
      schemes: identifierSchemes,
    }).optional(),
    legalId: identifier({
      name: 'Identifier',
      term: 'BT-61',
      about: 'Number in the register of companies (scheme of the ICD list)',
      example: '0192:989091565',
      scheme: 'optional',
      schemes: identifierSchemes,
    }).optional(),
  },
  { written: 'payee', bare: { text: 'name' } },
)

export const taxRepresentative = group(
  { name: 'TaxRepresentative', term: 'BG-11', about: 'The tax representative of the seller' },
  {
    name: text({ term: 'BT-62', about: 'Name of the tax representative', example: 'Tax Agent AS' }),
    vatId: text({
      term: 'BT-63',
      about: 'VAT identifier with country prefix',
      example: 'NO989091565MVA',
    }),
    address: address('Postal address of the tax representative', {
      group: 'BG-12',
      line1: 'BT-64',
      line2: 'BT-65',
      line3: 'BT-164',
      city: 'BT-66',
      postCode: 'BT-67',
      subdivision: 'BT-68',
      country: 'BT-69',
    }),
  },
  { written: 'representative', bare: { text: 'name' } },
)
