// The kinds of business document. One model and one mapper serve them all; the differences are a
// row here (Peppol BIS Billing 3.0; a debit note is a UBL Invoice with its own type code). What
// follows from the specification of a document is in profiles/.

export type KindName = 'invoice' | 'creditNote' | 'debitNote'

export type Kind = {
  name: KindName
  /** The segment of the API path. */
  path: 'invoices' | 'credit-notes' | 'debit-notes'
  title: string
  root: 'Invoice' | 'CreditNote'
  namespace: string
  /** The default of BT-3. */
  typeCode: string
  /** The values of BT-3 (UNCL1001) that this kind may have, including those of self-billing. */
  typeCodes: readonly string[]
  /** Others, which only some profiles have. */
  nationalTypeCodes: readonly string[]
  /** The ones that are self-billed: the buyer issues the document. */
  selfBilledTypeCodes: readonly string[]
  typeCodeElement: string
  lineElement: string
  quantityElement: string
}

const ublInvoice = {
  root: 'Invoice',
  namespace: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  typeCodeElement: 'InvoiceTypeCode',
  lineElement: 'InvoiceLine',
  quantityElement: 'InvoicedQuantity',
} as const

const ublCreditNote = {
  root: 'CreditNote',
  namespace: 'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2',
  typeCodeElement: 'CreditNoteTypeCode',
  lineElement: 'CreditNoteLine',
  quantityElement: 'CreditedQuantity',
} as const

export const kinds: Record<KindName, Kind> = {
  invoice: {
    ...ublInvoice,
    name: 'invoice',
    path: 'invoices',
    title: 'Invoice',
    typeCode: '380',
    typeCodes: [
      ...[
        '71',
        '82',
        '102',
        '218',
        '219',
        '326',
        '331',
        '380',
        '382',
        '384',
        '386',
        '388',
        '393',
        '395',
      ],
      ...['389', '553', '575', '623', '780', '817', '870', '875', '876', '877'],
    ],
    nationalTypeCodes: ['480'],
    selfBilledTypeCodes: ['389'],
  },
  creditNote: {
    ...ublCreditNote,
    name: 'creditNote',
    path: 'credit-notes',
    title: 'Credit note',
    typeCode: '381',
    typeCodes: ['81', '83', '261', '381', '396', '532'],
    nationalTypeCodes: [],
    selfBilledTypeCodes: ['261'],
  },
  debitNote: {
    ...ublInvoice,
    name: 'debitNote',
    path: 'debit-notes',
    title: 'Debit note',
    typeCode: '383',
    typeCodes: ['80', '84', '383', '527'],
    nationalTypeCodes: [],
    selfBilledTypeCodes: ['527'],
  },
}

/**
 * The kind of a UBL root element with this type code: an Invoice with a debit note's
 * code is a debit note.
 */
export function kindOf(root: Kind['root'], typeCode: string): Kind {
  if (root === 'CreditNote') return kinds.creditNote
  return kinds.debitNote.typeCodes.includes(typeCode) ? kinds.debitNote : kinds.invoice
}
