// The kinds of business document. One model and one mapper serve them all; the differences are a
// row here (Peppol BIS Billing 3.0; a debit note is a UBL Invoice with its own type code).

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
  /** The ones that are self-billed: the buyer issues the document (BIS Self-Billing 3.0). */
  selfBilledTypeCodes: readonly string[]
  typeCodeElement: string
  lineElement: string
  quantityElement: string
}

/**
 * The specification that a document follows, by BT-24 and BT-23: BIS Billing or BIS Self-Billing.
 */
export type Specification = {
  name: 'billing' | 'selfBilling'
  /** The default of BT-24; a longer value must start with it (PEPPOL-EN16931-R004). */
  specificationId: string
  /** The default of BT-23. */
  businessProcess: string
  /** The values of BT-23 that are allowed (PEPPOL-EN16931-R007). */
  businessProcesses: readonly string[]
}

const sharedProcesses = [
  'urn:peppol:bis:billing_with_response',
  'urn:peppol:france:billing:regulated',
  'urn:peppol:france:billing:non-regulated',
]

function specification(name: Specification['name'], segment: string): Specification {
  const businessProcess = `urn:fdc:peppol.eu:2017:poacc:${segment}:01:1.0`
  return {
    name,
    specificationId: `urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:${segment}:3.0`,
    businessProcess,
    businessProcesses: [businessProcess, ...sharedProcesses],
  }
}

export const specifications = {
  billing: specification('billing', 'billing'),
  selfBilling: specification('selfBilling', 'selfbilling'),
}

/** The specification named by BT-24; undefined when it is neither. */
export function specificationOf(specificationId: string): Specification | undefined {
  return Object.values(specifications).find((row) =>
    specificationId.startsWith(row.specificationId),
  )
}

/** The specification of a document with this type code that names none. */
export function specificationFor(kind: Kind, typeCode: string): Specification {
  return kind.selfBilledTypeCodes.includes(typeCode)
    ? specifications.selfBilling
    : specifications.billing
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
    selfBilledTypeCodes: ['389'],
  },
  creditNote: {
    ...ublCreditNote,
    name: 'creditNote',
    path: 'credit-notes',
    title: 'Credit note',
    typeCode: '381',
    typeCodes: ['81', '83', '261', '381', '396', '532'],
    selfBilledTypeCodes: ['261'],
  },
  debitNote: {
    ...ublInvoice,
    name: 'debitNote',
    path: 'debit-notes',
    title: 'Debit note',
    typeCode: '383',
    typeCodes: ['80', '84', '383', '527'],
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
