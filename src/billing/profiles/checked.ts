import type { Decimal } from '../decimal.ts'
import type { Kind } from '../kinds.ts'
import type { BillingDocument } from '../model/document.ts'

/** A document whose fields are all of the right type. */
export type Checked = {
  kind: Kind
  document: BillingDocument
  /** BT-115, computed when it is asked for. */
  payable: () => Decimal
}
