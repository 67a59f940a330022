// The business document as JSON: one model for every kind and profile (EN 16931 terms).
import type { z } from 'zod'
import { isListedCustomization } from '../../codelists/index.ts'
import { currencies, taxPointDates } from '../codelists/index.ts'
import { type Kind, kinds } from '../kinds.ts'
import { bis } from '../profiles/bis/profile.ts'
import { profileNames } from '../profiles/profile.ts'
import { profileNamedBy, profiles } from '../profiles/table.ts'
import { shown } from '../shown.ts'
import { ae } from './ae.ts'
import { allowance, charge } from './allowance-charge.ts'
import { attachments } from './attachments.ts'
import { delivery, period } from './delivery.ts'
import { asCode, code, date, flag, group, list, oneOf, recordTextMax, text } from './field.ts'
import { line } from './lines.ts'
import { buyer, payee, seller, taxRepresentative } from './party.ts'
import { payment } from './payment.ts'
import { invoicedObject, notes, precedingInvoices, references } from './references.ts'
import { said } from './said.ts'
import { sg } from './sg.ts'
import { totals, vatBreakdown } from './totals.ts'

const ofBis = [bis.billing, bis.selfBilling].map(({ specificationId }) => specificationId)

/** The code list has more specifications: those who have such a document send it as UBL. */
function specificationFault(id: string): string {
  const words = isListedCustomization(id)
    ? `JSON becomes ${listed(Object.values(profiles).map(({ title }) => title))}; leave it out ` +
      'for one of these, and write its profile, or send UBL of this specification as ' +
      'application/xml'
    : `leave it out, or write one that starts with ${ofBis.join(' or ')}, or that of another ` +
      'profile, and contains no "::"'
  return `is ${shown(id)}: ${words} (BT-24)`
}

function listed(names: string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

function codeOfOtherKind(kind: Kind, value: string): string | undefined {
  const other = Object.values(kinds).find(({ typeCodes }) => typeCodes.includes(value))
  if (other === undefined) return undefined
  const title = `${other.name === 'invoice' ? 'an' : 'a'} ${other.title.toLowerCase()}`
  return said(
    `is ${shown(value)}, which makes it ${title}: send it to /api/v1/${other.path}/submit, or ` +
      `write ${asCode(kind.typeCode)} (BT-3)`,
    kind.typeCode,
  )
}

function header(kind: Kind) {
  return {
    type: oneOf(
      [kind.name],
      { term: 'type', about: 'The kind of document, as the path says it', example: kind.name },
      { named: Object.keys(kinds) },
    ).optional(),
    profile: oneOf(profileNames, {
      term: 'profile',
      about:
        'Whose rules the document follows; that of specificationId by default, and bis without ' +
        'one',
      example: 'bis',
    }).optional(),
    number: text(
      { term: 'BT-1', about: 'Number of the document', example: 'INV-2026-0042' },
      recordTextMax,
    ),
    issueDate: date({ term: 'BT-2', about: 'Day of issue', example: '2026-11-21' }),
    typeCode: oneOf(
      [...kind.typeCodes, ...kind.nationalTypeCodes],
      {
        term: 'BT-3',
        about: `Type code (UNCL1001); ${kind.typeCode} by default`,
        example: kind.typeCode,
      },
      { named: kind.typeCodes, elsewhere: (value) => codeOfOtherKind(kind, value) },
    ).optional(),
    selfBilled: flag({
      term: 'selfBilled',
      about: 'Whether the buyer issues the document; for pint-ae, whose codes do not always say it',
    }).optional(),
    currency: code(currencies, {
      term: 'BT-5',
      about: 'Currency of the amounts (ISO 4217)',
      example: 'EUR',
    }),
    taxCurrency: code(currencies, {
      term: 'BT-6',
      about: 'Currency of VAT accounting, if different; requires totals.vatInTaxCurrency',
      example: 'NOK',
    }).optional(),
    dueDate: date({
      term: 'BT-9',
      about: 'Day when payment is due',
      example: '2026-12-21',
    }).optional(),
    taxPointDate: date({
      term: 'BT-7',
      about: 'Day when VAT falls due',
      example: '2026-11-21',
    }).optional(),
    taxPointDateCode: code(taxPointDates, {
      term: 'BT-8',
      about: 'When VAT falls due (UNCL2005): 3 at issue, 35 at delivery, 432 at payment',
      example: '3',
    }).optional(),
    specificationId: text({
      term: 'BT-24',
      about: 'Specification; that of the profile by default, depending on typeCode',
      example: bis.billing.specificationId,
    })
      .refine((id) => profileNamedBy(id) !== undefined && !id.includes('::'), {
        error: ({ input }) => specificationFault(String(input)),
        params: { rule: 'PEPPOL-EN16931-R004' },
      })
      .optional(),
    businessProcess: text({
      term: 'BT-23',
      about: 'Business process; that of the specification by default',
      example: bis.billing.businessProcess,
    }).optional(),
  }
}

/** The fields of one kind, without the rules between them (rules.ts). */
export function documentFields(kind: Kind) {
  return group(
    { term: 'document', about: kind.title },
    {
      ...header(kind),
      ...references,
      invoicedObject: invoicedObject('BT-18').optional(),
      precedingInvoices: precedingInvoices.optional(),
      attachments: attachments.optional(),
      period: period('Period that the document covers', {
        group: 'BG-14',
        startDate: 'BT-73',
        endDate: 'BT-74',
        rules: { presence: 'BR-CO-19', order: 'BR-29' },
      }).optional(),
      seller,
      buyer,
      payee: payee.optional(),
      taxRepresentative: taxRepresentative.optional(),
      delivery: delivery.optional(),
      payment: payment.optional(),
      paymentTerms: text({
        term: 'BT-20',
        about: 'Terms of payment',
        example: '30 days net',
      }).optional(),
      notes: notes.optional(),
      allowances: list({ term: 'BG-20', about: 'Allowances on the whole document' }, allowance, {
        bare: { number: 'amount', text: 'reason' },
      }).optional(),
      charges: list({ term: 'BG-21', about: 'Charges on the whole document' }, charge, {
        bare: { number: 'amount', text: 'reason' },
      }).optional(),
      vatBreakdown: vatBreakdown.optional(),
      totals: totals.optional(),
      ae: ae.optional(),
      sg: sg.optional(),
      lines: list({ term: 'BG-25', about: 'The lines, at least one' }, line, {
        min: { items: 1, error: 'is empty: write at least one line (BG-25)' },
      }),
    },
    { written: 'document' },
  )
}

/** The JSON that a caller sends, for all kinds. */
export type BillingDocument = z.infer<ReturnType<typeof documentFields>>
