// The kinds of business document: one model and one mapper serve them all, what differs is a row here
// (Peppol BIS Billing 3.0; a debit note is a UBL Invoice with a type code of its own).

export type KindName = 'invoice' | 'creditNote' | 'debitNote'

export type Kind = {
  name: KindName
  /** The segment of the API path. */
  path: 'invoices' | 'credit-notes' | 'debit-notes'
  title: string
  root: 'Invoice' | 'CreditNote'
  namespace: string
  /** BT-3 when the caller gives none. */
  typeCode: string
  /** The values of BT-3 (UNCL1001) that this kind may have. */
  typeCodes: readonly string[]
  /** BT-24 when the caller gives none; a longer one must start with it (PEPPOL-EN16931-R004). */
  specificationId: string
  /** BT-23 when the caller gives none. */
  businessProcess: string
  typeCodeElement: string
  lineElement: string
  quantityElement: string
}

const billing = {
  specificationId: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  businessProcess: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
}

const ublInvoice = {
  ...billing,
  root: 'Invoice',
  namespace: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  typeCodeElement: 'InvoiceTypeCode',
  lineElement: 'InvoiceLine',
  quantityElement: 'InvoicedQuantity',
} as const

const ublCreditNote = {
  ...billing,
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
      ...['71', '82', '102', '218', '219', '326', '331', '380', '382', '384', '386', '388', '393', '395'],
      ...['553', '575', '623', '780', '817', '870', '875', '876', '877'],
    ],
  },
  creditNote: {
    ...ublCreditNote,
    name: 'creditNote',
    path: 'credit-notes',
    title: 'Credit note',
    typeCode: '381',
    typeCodes: ['81', '83', '381', '396', '532'],
  },
  debitNote: {
    ...ublInvoice,
    name: 'debitNote',
    path: 'debit-notes',
    title: 'Debit note',
    typeCode: '383',
    typeCodes: ['80', '84', '383'],
  },
}

/** The kind that a UBL root element with this type code is: an Invoice with a debit note's code is a debit note. */
export function kindOf(root: Kind['root'], typeCode: string): Kind {
  if (root === 'CreditNote') return kinds.creditNote
  return kinds.debitNote.typeCodes.includes(typeCode) ? kinds.debitNote : kinds.invoice
}
