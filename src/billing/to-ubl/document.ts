// The document as UBL 2.1. The order of the parts is the schema's; the kinds differ in a few places
// only (BIS Billing 3, syntax bindings).
import { element } from '../../xml/index.ts'
import type { CompleteDocument } from '../complete-document.ts'
import type { Kind } from '../kinds.ts'
import { componentNamespaces } from '../namespaces.ts'
import { documentAllowances } from './allowances.ts'
import { delivery } from './delivery.ts'
import { header } from './header.ts'
import { lines } from './lines.ts'
import { buyer, otherParties, payee, seller, taxRepresentative } from './party.ts'
import { payment } from './payment.ts'
import { references } from './references.ts'
import { exchangeRate, monetaryTotal, taxTotals } from './totals.ts'
import { all, type Written } from './write.ts'

/** The two schemas order these differently. */
function allowancesAndRate(kind: Kind, document: CompleteDocument): Written {
  const parts = [documentAllowances(document), exchangeRate(document)]
  return all(kind.root === 'CreditNote' ? parts.reverse() : parts)
}

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** The UBL bytes of a complete document: deterministic, and canonical from the root element on. */
export function toUbl(kind: Kind, document: CompleteDocument): Buffer {
  const root = element(
    kind.root,
    {
      xmlns: kind.namespace,
      'xmlns:cac': componentNamespaces.aggregate,
      'xmlns:cbc': componentNamespaces.basic,
    },
    header(kind, document),
    references(kind, document),
    seller(document),
    buyer(document),
    payee(document),
    otherParties(document),
    taxRepresentative(document),
    delivery(document),
    payment(kind, document),
    allowancesAndRate(kind, document),
    taxTotals(document),
    monetaryTotal(document),
    lines(kind, document),
  )
  return Buffer.from(xmlDeclaration + root)
}
