// What PINT SG has filled in: the UUID, the currency of GST, and the total in it.
import type { CompleteDocument, StatedDocument } from '../../complete-document.ts'
import { add, formatDecimal, parseDecimal } from '../../decimal.ts'
import { uuidOfDocument } from '../uuid.ts'
import { isInOtherCurrency } from './categories.ts'

export function completeSg(stated: StatedDocument, complete: CompleteDocument): CompleteDocument {
  const { sg = {}, totals } = stated
  const { totalWithoutGst } = sg
  const gst = totals?.vatInTaxCurrency
  const isWhole = totalWithoutGst !== undefined && gst !== undefined
  const sum = () => formatDecimal(add(parseDecimal(totalWithoutGst!), parseDecimal(gst!)))
  // The document is new, and its fields are many: it is not copied again.
  return Object.assign(complete, {
    taxCurrency: isInOtherCurrency(stated) ? 'SGD' : stated.taxCurrency,
    sg: {
      ...sg,
      uuid: sg.uuid ?? uuidOfDocument(complete),
      totalWithGst: sg.totalWithGst ?? (isWhole ? sum() : undefined),
    },
  })
}
