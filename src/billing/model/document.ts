// The business document as JSON: one model for every kind (EN 16931 terms, Peppol BIS Billing 3.0).
import type { z } from 'zod'
import { isListedCustomization } from '../../codelists/index.ts'
import { currencies, taxPointDates } from '../codelists/index.ts'
import { type Kind, kinds, specificationOf, specifications } from '../kinds.ts'
import { shown } from '../shown.ts'
import { allowance, charge } from './allowance-charge.ts'
import { attachments } from './attachments.ts'
import { delivery, period } from './delivery.ts'
import { asCode, code, date, group, list, oneOf, recordTextMax, text } from './field.ts'
import { line } from './lines.ts'
import { buyer, payee, seller, taxRepresentative } from './party.ts'
import { payment } from './payment.ts'
import { invoicedObject, notes, precedingInvoices, references } from './references.ts'
import { said } from './said.ts'
import { totals, vatBreakdown } from './totals.ts'

const specificationIds = Object.values(specifications).map(({ specificationId }) => specificationId)

/** XRechnung and the like are specifications too: those who have such a document send it as UBL. */
function specificationFault(id: string): string {
  const words = isListedCustomization(id)
    ? 'JSON becomes BIS Billing 3 or BIS Self-Billing 3; leave it out for one of these, or send ' +
      'UBL of this specification as application/xml'
    : `leave it out, or write one that starts with ${specificationIds.join(' or ')} and contains ` +
      'no "::"'
  return `is ${shown(id)}: ${words} (BT-24)`
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
    number: text(
      { term: 'BT-1', about: 'Number of the document', example: 'INV-2026-0042' },
      recordTextMax,
    ),
    issueDate: date({ term: 'BT-2', about: 'Day of issue', example: '2026-11-21' }),
    typeCode: oneOf(
      kind.typeCodes,
      {
        term: 'BT-3',
        about: `Type code (UNCL1001); ${kind.typeCode} by default`,
        example: kind.typeCode,
      },
      { elsewhere: (value) => codeOfOtherKind(kind, value) },
    ).optional(),
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
      about:
        'Specification; by default BIS Billing 3.0 or BIS Self-Billing 3.0, ' +
        'depending on typeCode',
      example: specifications.billing.specificationId,
    })
      .refine((id) => specificationOf(id) !== undefined && !id.includes('::'), {
        error: ({ input }) => specificationFault(String(input)),
        params: { rule: 'PEPPOL-EN16931-R004' },
      })
      .optional(),
    businessProcess: text({
      term: 'BT-23',
      about: 'Business process; that of the specification by default',
      example: specifications.billing.businessProcess,
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
      lines: list({ term: 'BG-25', about: 'The lines, at least one' }, line, {
        min: { items: 1, error: 'is empty: write at least one line (BG-25)' },
      }),
    },
    { written: 'document' },
  )
}

/** The JSON that a caller sends, for all kinds. */
export type BillingDocument = z.infer<ReturnType<typeof documentFields>>
