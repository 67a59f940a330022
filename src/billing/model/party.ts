// Seller (BG-4) and buyer (BG-7).
import { code, group, list, text } from './field.ts'
import { identifier } from './identifier.ts'

const countryForm = { pattern: /^[A-Z0-9][A-Z]$/, form: 'a two-letter country code (ISO 3166-1) such as NO' }

export function country(term: string, about: string) {
  return code({ term, about, example: 'NO', ...countryForm })
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

/** A postal address: the same fields stand in several places, each with its own business terms. */
export function address(about: string, terms: AddressTerms) {
  return group(
    { term: terms.group, about },
    {
      line1: text({
        term: terms.line1,
        about: 'Address line 1, usually street and number',
        example: 'Main street 1',
      }).optional(),
      line2: text({ term: terms.line2, about: 'Address line 2', example: 'Building 4' }).optional(),
      line3: text({ term: terms.line3, about: 'Address line 3', example: 'Third floor' }).optional(),
      city: text({ term: terms.city, about: 'City', example: 'Oslo' }).optional(),
      postCode: text({ term: terms.postCode, about: 'Post code', example: '0150' }).optional(),
      subdivision: text({ term: terms.subdivision, about: 'Region or province', example: 'Oslo' }).optional(),
      country: country(terms.country, 'Country code (ISO 3166-1 alpha-2)'),
    },
  )
}

function contact(about: string, terms: { group: string; name: string; phone: string; email: string }) {
  return group(
    { term: terms.group, about },
    {
      name: text({ term: terms.name, about: 'Person or department', example: 'Kari Nordmann' }).optional(),
      phone: text({ term: terms.phone, about: 'Telephone number', example: '+47 22 00 00 00' }).optional(),
      email: text({
        term: terms.email,
        about: 'E-mail address',
        example: 'invoice@seller.example',
      }).optional(),
    },
  )
}

const taxRegistrationId = group(
  { term: 'BT-32', about: 'Local tax registration of the seller, where it is not the VAT identifier' },
  {
    id: text({ term: 'BT-32', about: 'The registration itself', example: '123456-7890' }),
    scheme: text({ term: 'BT-32', about: 'Its scheme, not VAT; TAX when absent', example: 'TAX' })
      .refine((scheme) => scheme !== 'VAT', {
        error: 'BT-32 is not a VAT registration: use vatId (UBL-SR-53)',
      })
      .optional(),
  },
)

export const seller = group(
  { term: 'BG-4', about: 'Seller' },
  {
    name: text({ term: 'BT-27', about: 'Legal name of the seller', example: 'Seller AS' }),
    tradingName: text({ term: 'BT-28', about: 'Trading name, if another', example: 'Seller' }).optional(),
    endpoint: identifier({
      term: 'BT-34',
      about: 'Electronic address of the seller: its participant identifier (scheme of the EAS list)',
      example: '0192:123456785',
      scheme: 'required',
    }),
    identifiers: list(
      { term: 'BT-29', about: 'Further identifiers of the seller' },
      identifier({
        term: 'BT-29',
        about: 'Identifier (scheme of the ICD list)',
        example: '0088:7300010000001',
        scheme: 'optional',
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
      term: 'BT-30',
      about: 'Number in the register of companies (scheme of the ICD list)',
      example: '0192:123456785',
      scheme: 'optional',
    }).optional(),
    legalForm: text({
      term: 'BT-33',
      about: 'Further legal information',
      example: 'Foretaksregisteret',
    }).optional(),
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
)

export const buyer = group(
  { term: 'BG-7', about: 'Buyer' },
  {
    name: text({ term: 'BT-44', about: 'Legal name of the buyer', example: 'Buyer AS' }),
    tradingName: text({ term: 'BT-45', about: 'Trading name, if another', example: 'Buyer' }).optional(),
    endpoint: identifier({
      term: 'BT-49',
      about:
        'Electronic address of the buyer: the participant identifier of the receiver (scheme of the EAS list)',
      example: '0192:987654325',
      scheme: 'required',
    }),
    identifiers: list(
      { term: 'BT-46', about: 'Further identifier of the buyer, at most one' },
      identifier({
        term: 'BT-46',
        about: 'Identifier (scheme of the ICD list)',
        example: '0088:7300010000001',
        scheme: 'optional',
      }),
      { max: { items: 1, error: 'BT-46 may be given once only (UBL-SR-16)' }, textItems: true },
    ).optional(),
    vatId: text({
      term: 'BT-48',
      about: 'VAT identifier with country prefix',
      example: 'NO987654325MVA',
    }).optional(),
    legalId: identifier({
      term: 'BT-47',
      about: 'Number in the register of companies (scheme of the ICD list)',
      example: '0192:987654325',
      scheme: 'optional',
    }).optional(),
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
)
