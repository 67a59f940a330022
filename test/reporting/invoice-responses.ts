// Invoice Responses of every lawful form, for the tests of what is written.
import {
  type Clarification,
  type InvoiceResponse,
  invoiceStatuses,
  statusActions,
  statusReasons,
} from '../../src/reporting/index.ts'
import { oddTexts } from './odd-texts.ts'

const buyer = { endpoint: { scheme: '0192', id: '987654325' }, name: 'Nordlys AS' }
const seller = { endpoint: { scheme: '0208', id: '0123456749' }, name: 'Vierhoek BV' }

export const paid: InvoiceResponse = {
  id: 'IR-2026-17',
  issuedAt: new Date('2026-11-24T12:00:00Z'),
  sender: buyer,
  receiver: seller,
  code: 'PD',
  clarifications: [],
  invoice: { number: 'F-2026-1', typeCode: '380' },
}

export const missingOrder: Clarification = {
  list: 'OPStatusReason',
  code: 'REF',
  text: 'The purchase order is not named',
  conditions: [{ attribute: 'BT-13', description: '4711' }, { attribute: 'BT-14' }],
}

/** With everything that a response can say. */
export const queried: InvoiceResponse = {
  ...paid,
  note: 'We need the order number before we can go on.',
  sender: {
    ...buyer,
    contact: {
      name: 'Kari Nordmann',
      telephone: '+47 22 33 44 55',
      email: 'kari@nordlys.example',
    },
  },
  code: 'UQ',
  effectiveDate: '2026-11-23',
  clarifications: [missingOrder, { list: 'OPStatusAction', code: 'PIN' }],
  invoice: { number: 'F-2026-1', issueDate: '2026-11-21', typeCode: '380' },
}

const keys = <Code extends string>(table: Record<Code, string>) => Object.keys(table) as Code[]
const statuses = keys(invoiceStatuses)

const clarifications: Clarification[] = [
  ...keys(statusReasons).map((code) => ({ list: 'OPStatusReason', code, text: code }) as const),
  ...keys(statusActions).map((code) => ({ list: 'OPStatusAction', code, text: code }) as const),
]

/** Schemes with and without rules about their identifiers. */
const endpoints = [
  ['0007', '2021005026'],
  ['0088', '7300010000001'],
  ['0096', '1234567890'],
  ['0106', '12345678'],
  ['0151', '51824753556'],
  ['0184', '12345678'],
  ['0184', 'DK12345678'],
  ['0192', '987654325'],
  ['0198', 'DK12345678'],
  ['0208', '0123456749'],
  ['9930', 'DE123456789'],
  ['0240', '12345678901'],
] as const

type Form = [name: string, response: InvoiceResponse]

/** The forms that a response may have: each status, clarification, text, endpoint and document. */
export const lawful: Form[] = [
  ['with everything', queried],
  ...statuses
    .filter((code) => !['CA', 'RE', 'UQ'].includes(code))
    .map((code): Form => [`${code} without clarification`, { ...paid, code }]),
  ...statuses.flatMap((code) =>
    clarifications
      .filter((each) => each.code !== 'PPD' || code === 'PD')
      .map((each): Form => [`${code} for ${each.code}`, { ...paid, code, clarifications: [each] }]),
  ),
  ...oddTexts.map(([what, text]): Form => [what, inText(text)]),
  ...endpoints.map(
    ([scheme, id]): Form => [
      `an endpoint of ${scheme}`,
      { ...paid, receiver: { ...seller, endpoint: { scheme, id } } },
    ],
  ),
  ...['1', '82', '326', '381', '383', '389', '1999'].map(
    (typeCode): Form => [`about a ${typeCode}`, { ...paid, invoice: { number: 'F', typeCode } }],
  ),
]

function inText(text: string): InvoiceResponse {
  return {
    ...queried,
    note: text,
    sender: { ...buyer, name: text, contact: { name: text, telephone: text, email: text } },
    clarifications: [
      { ...missingOrder, text, conditions: [{ attribute: text, description: text }] },
    ],
  }
}
