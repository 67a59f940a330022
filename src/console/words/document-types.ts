// What the short names of document types mean, in groups, as forms offer them.

export const typeGroups = {
  'Invoices and what belongs to them': {
    invoice: 'Invoices',
    'credit-note': 'Credit notes',
    'self-billing': 'Self-billed invoices and credit notes',
    'invoice-response': 'Answers to invoices',
    mlr: 'Message level responses',
    en16931: 'Invoices by EN 16931 alone',
  },
  'Orders and deliveries': {
    order: 'Orders',
    'order-response': 'Answers to orders',
    'order-change': 'Changes of orders',
    'order-cancellation': 'Cancellations of orders',
    'order-agreement': 'Order agreements',
    'despatch-advice': 'Despatch advices',
    catalogue: 'Catalogues',
    'catalogue-response': 'Answers to catalogues',
    'punch-out': 'Punch-outs',
  },
  'Invoices by the rules of one country': {
    xrechnung: 'XRechnung (Germany)',
    'xrechnung-extension': 'XRechnung with extension (Germany)',
    nlcius: 'NLCIUS (Netherlands)',
    'fr-ctc': 'CTC (France)',
    'pint-ae': 'PINT, United Arab Emirates',
    'pint-aunz': 'PINT, Australia and New Zealand',
    'pint-eu': 'PINT, European Union',
    'pint-jp': 'PINT, Japan',
    'pint-my': 'PINT, Malaysia',
    'pint-ng': 'PINT, Nigeria',
    'pint-om': 'PINT, Oman',
    'pint-sg': 'PINT, Singapore',
  },
} as const satisfies Record<string, Record<string, string>>

const words: Record<string, string> = Object.assign({}, ...Object.values(typeGroups))

/** A name that this version has no words for is shown as what it is. */
export function typeWords(name: string): string {
  return Object.hasOwn(words, name) ? words[name]! : name
}
