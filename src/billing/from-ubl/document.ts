// A UBL Invoice or CreditNote as the JSON that submit takes, and the parts that
// have no location in it.
import type { XmlDocument, XmlElement } from '../../xml/index.ts'
import type { StatedDocument } from '../complete-document.ts'
import { type Kind, kindOf, kinds } from '../kinds.ts'
import { profileOf } from '../profiles/table.ts'
import { kindOfRoot } from '../summarize.ts'
import { partsOfAe } from './ae.ts'
import { documentAllowances } from './allowances.ts'
import { delivery, header, notes, period, selfBilled } from './header.ts'
import { lines } from './lines.ts'
import type { National } from './national.ts'
import { buyer, payee, seller, taxRepresentative } from './party.ts'
import { dueDate, payment } from './payment.ts'
import { find, textAt } from './read.ts'
import { group, type Locations, type Reading, text } from './reading.ts'
import {
  attachments,
  invoicedObject,
  precedingInvoices,
  projectReference,
  references,
} from './references.ts'
import { partsOfSg } from './sg.ts'
import { totals, vatBreakdown } from './totals.ts'
import { findUnmapped, type Unmapped } from './unmapped.ts'

export type FromUbl = { kind: Kind; document: StatedDocument; unmapped: Unmapped[] }

/**
 * The document of a UBL Invoice or CreditNote with every value stated, decimals as strings. An
 * incomplete or wrong document gives a JSON that is just as incomplete or wrong. Linear in the size
 * of the tree. Throws RangeError for another root.
 */
export function fromUbl(tree: XmlDocument): FromUbl {
  const { kind, document, locations } = readLocations(tree, { isTraced: false })
  return { kind, document, unmapped: findUnmapped(tree.root, locations) }
}

export type Placed = {
  kind: Kind
  document: StatedDocument
  locations: Locations
  constants: Set<XmlElement>
}

/**
 * The document, and which elements and attributes went into it; if traced, also
 * where each one went.
 */
export function readLocations(
  { root, orders }: XmlDocument,
  { isTraced }: Pick<Reading, 'isTraced'>,
): Placed {
  const kind = kindFor(root)
  const { nationalGroup: country = 'none', taxScheme = 'VAT' } = profileOf({
    specificationId: textAt(find(root, 'cbc:CustomizationID')),
  })
  const reading: Reading = {
    locations: new Array(orders),
    constants: new Set(),
    currency: textAt(find(root, 'cbc:DocumentCurrencyCode')),
    taxCurrency: textAt(find(root, 'cbc:TaxCurrencyCode')),
    taxScheme,
    isTraced,
  }
  reading.locations[root.order] = ''
  // The parts read strings where the model has codes and decimals: whether they are valid is
  // for the model to say.
  const document = documentParts[country][kind.name](reading, root, '') as unknown as StatedDocument
  return { kind, document, locations: reading.locations, constants: reading.constants }
}

function kindFor(root: XmlElement): Kind {
  const row = kindOfRoot(root)
  if (row === undefined)
    throw new RangeError(`${root.local} is neither an Invoice nor a CreditNote of UBL 2.1`)
  return kindOf(row.root, textAt(find(root, `cbc:${row.typeCodeElement}`)) ?? '')
}

/** The fields in the order of the model. */
function documentPart(kind: Kind, national: National = {}) {
  return group({
    type: () => kind.name,
    ...header(kind),
    selfBilled,
    dueDate: dueDate(kind),
    ...references,
    projectReference: projectReference(kind),
    invoicedObject: invoicedObject('cac:AdditionalDocumentReference'),
    precedingInvoices,
    attachments: attachments(kind),
    period,
    seller: seller(national.seller),
    buyer: buyer(national.buyer),
    payee,
    taxRepresentative,
    delivery,
    payment,
    paymentTerms: text('cac:PaymentTerms/cbc:Note'),
    notes,
    allowances: documentAllowances('false'),
    charges: documentAllowances('true'),
    vatBreakdown,
    totals,
    lines: lines(kind, national.line),
    ...national.document,
  })
}

function partsFor(national?: National) {
  return {
    invoice: documentPart(kinds.invoice, national),
    creditNote: documentPart(kinds.creditNote, national),
    debitNote: documentPart(kinds.debitNote, national),
  }
}

const documentParts = { none: partsFor(), ae: partsFor(partsOfAe), sg: partsFor(partsOfSg) }
