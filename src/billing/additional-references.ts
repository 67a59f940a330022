// The meaning of an AdditionalDocumentReference's document type code (UNCL1001); one without is an
// attachment (UBL-SR-43, PEPPOL-EN16931-R080).
export const additionalReferenceTypes = {
  invoicedObject: '130',
  project: '50',
  /** BTAE-20, of PINT AE. */
  totalInDirhams: 'aedtotal-incl-vat',
  /** Totals in SGD, of PINT SG. */
  withoutGst: 'sgdtotal-excl-gst',
  withGst: 'sgdtotal-incl-gst',
} as const
