// The code lists of Invoice Response 3 (T111 of 3.0.17): what may become of an invoice, why, and
// what the seller is asked to do.

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

/** OPStatusReason. */
export const statusReasons = {
  NON: 'nothing is wrong',
  REF: 'a reference is wrong or missing',
  LEG: 'legally required information is wrong or missing',
  REC: 'the buyer is not known',
  QUA: 'the quality is not as agreed',
  DEL: 'the delivery is not as agreed',
  PRI: 'a price is wrong',
  QTY: 'a quantity is wrong',
  ITM: 'an item is wrong',
  PAY: 'the terms of payment are wrong',
  UNR: 'the transaction is not recognised',
  FIN: 'the terms of finance are wrong',
  PPD: 'paid in part',
  OTH: 'another reason',
} as const

/** OPStatusAction. */
export const statusActions = {
  NOA: 'nothing to do',
  PIN: 'give more information',
  NIN: 'send a new invoice',
  CNF: 'send a credit note for the whole invoice',
  CNP: 'send a credit note for a part of the invoice',
  CNA: 'send a credit note for the amount',
  OTH: 'another action',
} as const

export type InvoiceStatusCode = keyof typeof invoiceStatuses
export type StatusReasonCode = keyof typeof statusReasons
export type StatusActionCode = keyof typeof statusActions

/** Schemes of electronic addresses (EAS). */
const addressSchemes = inRanges(
  '2 7 9 60 88 96-97 106 130 135 142 151 183-184 188 190-192 195-196 198-201 204 208-211 216 ' +
    '218 221 225 230 235 240 242 244-246 248 9910 9913-9915 9918-9920 9922-9953 9957 9959',
)

/** Names of documents (UNCL1001): all of them, not only those of invoices. */
const documentNames = inRanges(
  '1-470 481-491 493-499 520-539 550-554 575-589 610 621-659 700-751 760-761 763-766 770 775 ' +
    '780-799 810-812 820-825 830 833 840-841 850-853 855-856 860-865 870 890 895-896 901 ' +
    '910-911 913-917 925-927 929-938 940-941 950-955 960-966 970-972 974-979 990-991 995-996 ' +
    '998 1999',
)

export function isAddressScheme(code: string): boolean {
  return /^[0-9]{4}$/.test(code) && addressSchemes(Number(code))
}

export function isDocumentName(code: string): boolean {
  return /^[1-9][0-9]{0,3}$/.test(code) && documentNames(Number(code))
}

function inRanges(text: string): (code: number) => boolean {
  const ranges = text.split(' ').map((range) => range.split('-').map(Number))
  return (code) => ranges.some(([first = 0, last = first]) => code >= first && code <= last)
}
