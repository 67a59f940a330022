// What Singapore adds: to the document and to its lines.
import { decimal, group, text } from './field.ts'
import { uuid } from './uuid.ts'

export const sg = group(
  { name: 'SingaporeanTerms', term: 'PINT-SG', about: 'Terms of the profile pint-sg' },
  {
    uuid: uuid('BT-SG-003').optional(),
    totalWithoutGst: decimal(
      {
        term: 'BT-109-SGD',
        about: 'Total without GST in SGD; required where currency is not SGD',
        example: '1000.00',
      },
      { places: 2, rule: 'BR-101-GST-SG' },
    ).optional(),
    totalWithGst: decimal(
      {
        term: 'BT-112-SGD',
        about: 'Total with GST in SGD: computed, and checked when given',
        example: '1090.00',
      },
      { places: 2, rule: 'BR-100-GST-SG' },
    ).optional(),
  },
)

export const sgLine = group(
  { name: 'SingaporeanLine', term: 'PINT-SG', about: 'Terms of a line in the profile pint-sg' },
  {
    orderReference: text({
      term: 'IBT-183',
      about: 'Purchase order of the line, where the document has none; needs orderLineReference',
      example: 'PO-4711',
    }).optional(),
    exemptionReason: text({
      term: 'IBT-185',
      about: 'Reason for charging no GST',
      example: 'Zero-rated supply',
    }).optional(),
  },
)
