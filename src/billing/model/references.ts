// What the document refers to: orders, contracts, advices, and the invoices that
// came before (BG-3).
import { noteSubjects, objectSchemes } from '../codelists/index.ts'
import { wrongSubject } from '../note-subject.ts'
import { shown } from '../shown.ts'
import { code, date, group, list, text } from './field.ts'

export const references = {
  buyerReference: text({
    term: 'BT-10',
    about:
      'Reference that the buyer uses to route the document; required unless ' +
      'purchaseOrderReference is given',
    example: 'Department 7',
  }).optional(),
  purchaseOrderReference: text({
    term: 'BT-13',
    about: 'Purchase order of the buyer',
    example: 'PO-4711',
  }).optional(),
  salesOrderReference: text({
    term: 'BT-14',
    about: 'Sales order of the seller',
    example: 'SO-815',
  }).optional(),
  contractReference: text({ term: 'BT-12', about: 'Contract', example: 'C-2026-7' }).optional(),
  projectReference: text({ term: 'BT-11', about: 'Project', example: 'P-12' }).optional(),
  tenderReference: text({
    term: 'BT-17',
    about: 'Call for tender or lot',
    example: 'T-3',
  }).optional(),
  despatchAdviceReference: text({
    term: 'BT-16',
    about: 'Despatch advice',
    example: 'D-100',
  }).optional(),
  receivingAdviceReference: text({
    term: 'BT-15',
    about: 'Receiving advice',
    example: 'R-100',
  }).optional(),
  buyerAccountingReference: text({
    term: 'BT-19',
    about: "Buyer's accounting reference",
    example: '4025:123:4343',
  }).optional(),
}

export const precedingInvoices = list(
  { term: 'BG-3', about: 'Invoices that this document corrects or credits' },
  group(
    { name: 'PrecedingInvoice', term: 'BG-3', about: 'A preceding invoice' },
    {
      number: text({
        term: 'BT-25',
        about: 'Number of the preceding invoice',
        example: 'INV-2026-0001',
      }),
      issueDate: date({ term: 'BT-26', about: 'Its issue date', example: '2026-10-31' }).optional(),
    },
    { written: 'precedingInvoice' },
  ),
  { bare: { text: 'number' } },
)

/** The invoiced object, such as a meter or a subscription; its scheme is a code of UNCL1153. */
export function invoicedObject(term: string) {
  return group(
    {
      name: 'InvoicedObject',
      term,
      about: 'The invoiced object, such as a meter or a subscription',
    },
    {
      id: text({ term, about: 'Identifier of the object', example: '735999100000000000' }),
      scheme: code(objectSchemes, {
        term: `${term}-1`,
        about: 'Its scheme (UNCL1153)',
        example: 'AVE',
      }).optional(),
    },
    { written: 'invoicedObject', bare: { text: 'id' } },
  )
}

export const notes = list(
  { term: 'BG-1', about: 'Notes; only one, unless seller and buyer are both German' },
  group(
    { name: 'Note', term: 'BG-1', about: 'A note' },
    {
      text: text({ term: 'BT-22', about: 'The note', example: 'Thank you for your order' }),
      subjectCode: code(noteSubjects, {
        term: 'BT-21',
        about: 'Subject of the note (UNCL4451); UBL writes it in front of the text, as #AAI#',
        example: 'AAI',
      }).optional(),
    },
    { written: 'note' },
  ).superRefine(({ text, subjectCode }, context) => {
    const wrong = subjectCode === undefined ? wrongSubject(text) : undefined
    if (wrong === undefined) return
    const message =
      `has ${shown(wrong)} between its first two "#", where a subject is (UNCL4451): write the ` +
      'subject as subjectCode, or another sign in place of "#" (BT-22)'
    context.addIssue({ code: 'custom', path: ['text'], message, params: { rule: 'BR-CL-08' } })
  }),
  { bare: { text: 'text' } },
)
