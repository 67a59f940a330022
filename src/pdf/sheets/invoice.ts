// Invoices, credit notes and debit notes, and the extract of one in a tax data document: the same
// blocks in the same order, as far as the document has them.
import { isIssuedByBuyer } from '../../billing/index.ts'
import type { XmlElement } from '../../xml/index.ts'
import { all, first, peek } from '../reading.ts'
import type { Block, Party } from '../sheet.ts'
import { type Draft, fact, lookUp, text, texts } from '../values.ts'
import { visible } from '../visible.ts'
import { allowanceTable } from './allowances.ts'
import { attachments } from './attachments.ts'
import { lineTable } from './lines.ts'
import { toDelivery, toParty } from './parties.ts'
import { payment } from './payment.ts'
import { headFacts, technicalFacts, typeCodeOf } from './references.ts'
import { taxTable, totals } from './totals.ts'

/** The name of the document in words: by its type code, or else by its root element. */
export function documentName({ words }: Pick<Draft, 'words'>, root: XmlElement): string {
  const code = peek(typeCodeOf(root)) ?? ''
  return (
    lookUp(words.documents, code) ??
    (root.local === 'CreditNote' ? words.creditNote : words.invoice)
  )
}

/** Title and blocks; `pictures` are the attached pictures, to be printed on request. */
export function invoiceBlocks(
  draft: Draft,
  root: XmlElement,
): { blocks: Block[]; pictures: Block[] } {
  const number = text(draft, root, 'ID') ?? ''
  const title: Block = {
    kind: 'title',
    text: documentName(draft, root),
    number,
    marks: marksOf(draft, root),
  }
  draft.currency = peek(root, 'DocumentCurrencyCode')
  const facts = headFacts(draft, root, (code) => lookUp(draft.words.documents, code))
  const attached = attachments(draft, root)
  return {
    blocks: [
      title,
      { kind: 'facts', facts },
      ...partyRows(draft, root),
      ...notes(draft, root),
      ...lineTable(draft, root),
      ...allowanceTable(draft, root),
      ...taxTable(draft, root),
      ...totals(draft, root),
      ...payment(draft, root),
      ...attached.block,
      ...technical(draft, root),
    ],
    pictures: attached.pictures,
  }
}

// Their names say it.
const namedSelfBilled = ['261', '389', '527']

function marksOf(draft: Draft, root: XmlElement): string[] {
  const code = peek(typeCodeOf(root)) ?? ''
  return isFromBuyer(root) && !namedSelfBilled.includes(code) ? [draft.words.selfBilled] : []
}

function isFromBuyer(root: XmlElement): boolean {
  return isIssuedByBuyer({
    customizationId: peek(root, 'CustomizationID') ?? '',
    profileId: peek(root, 'ProfileID') ?? '',
    typeCode: peek(typeCodeOf(root)) ?? '',
  })
}

function partyRows(draft: Draft, root: XmlElement): Block[] {
  const { words } = draft
  const party = (role: string, ...path: string[]) => toParty(draft, role, first(root, ...path))
  const main = [
    party(words.seller, 'AccountingSupplierParty', 'Party'),
    party(words.buyer, 'AccountingCustomerParty', 'Party'),
  ]
  const others = [
    party(words.payee, 'PayeeParty'),
    party(words.taxRepresentative, 'TaxRepresentativeParty'),
    ...all(root, 'Delivery').map((each) => toDelivery(draft, each)),
  ]
  const present = (parties: (Party | undefined)[]) => parties.filter((each) => each !== undefined)
  return [present(main), present(others)].flatMap((parties) =>
    parties.length > 0 ? [{ kind: 'parties', parties } as const] : [],
  )
}

// BT-21 precedes the note as #AAI#; it is kept, because it is part of the value.
function notes(draft: Draft, root: XmlElement): Block[] {
  const found = texts(draft, root, 'Note')
  if (found.length === 0) return []
  return [{ kind: 'list', facts: found.flatMap((note) => fact(draft.words.note, note)) }]
}

function technical(draft: Draft, root: XmlElement): Block[] {
  const facts = technicalFacts(draft, root)
  if (facts.length === 0) return []
  return [
    { kind: 'heading', text: draft.words.technical },
    { kind: 'list', facts },
  ]
}

/** The name of the party that issues the document, for the file's metadata. */
export function authorOf(root: XmlElement): string | undefined {
  const party = isFromBuyer(root) ? 'AccountingCustomerParty' : 'AccountingSupplierParty'
  const issuer = first(root, party, 'Party')
  const name =
    peek(issuer, 'PartyLegalEntity', 'RegistrationName') ?? peek(issuer, 'PartyName', 'Name')
  return name && visible(name)
}
