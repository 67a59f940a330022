// The code lists of Invoice Response 3: what may become of an invoice, and why.

/** The subset of UNCL4343 that is in use, with our word for each. */
export const invoiceStatuses = {
  AB: 'acknowledged',
  IP: 'in-process',
  UQ: 'under-query',
  CA: 'conditionally-accepted',
  RE: 'rejected',
  AP: 'accepted',
  PD: 'paid',
} as const

export type InvoiceStatusCode = keyof typeof invoiceStatuses
