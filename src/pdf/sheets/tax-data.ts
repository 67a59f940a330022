// Tax data documents of the Emirates (AE), Oman (OM), Slovakia (SK) and the ViDA pilot: who reports
// what to whom, the extract of the invoice, and, if included, the invoice itself as an annex.
import { children, type XmlElement } from '../../xml/index.ts'
import { all, first, peek } from '../reading.ts'
import type { Block, Fact } from '../sheet.ts'
import {
  coded,
  type Draft,
  date,
  fact,
  identifier,
  joined,
  lines,
  lookUp,
  text,
} from '../values.ts'
import { invoiceBlocks } from './invoice.ts'
import { technicalFacts } from './references.ts'

const jurisdictions: Record<string, 'ae' | 'om' | 'sk' | 'vida'> = {
  'urn:peppol:schema:taxdata:1.0': 'ae',
  'urn:peppol:schema:om-taxdata:1.0': 'om',
  'urn:peppol:schema:sk-taxdata:1.0': 'sk',
  'urn:peppol:schema:vida-taxdata:1.0': 'vida',
}

export function isTaxData(root: XmlElement): boolean {
  return root.local === 'TaxData' && Object.hasOwn(jurisdictions, root.namespace)
}

export function taxDataName({ words }: Pick<Draft, 'words'>, root: XmlElement): string {
  return words.taxData[jurisdictions[root.namespace] ?? 'vida']
}

export function taxDataBlocks(
  draft: Draft,
  root: XmlElement,
): { blocks: Block[]; pictures: Block[] } {
  const { words } = draft
  const transaction = first(root, 'ReportedTransaction')
  const document = first(transaction, 'ReportedDocument')
  const reported = document && invoiceBlocks(draft, document)
  const source = sourceDocument(transaction)
  const annex = source ? invoiceBlocks(newCurrency(draft), source) : undefined
  return {
    blocks: [
      {
        kind: 'title',
        text: taxDataName(draft, root),
        number: text(draft, root, 'UUID') ?? peek(transaction, 'TransportHeaderID') ?? '',
        marks: [],
      },
      { kind: 'facts', facts: head(draft, root) },
      { kind: 'list', facts: parties(draft, root) },
      {
        kind: 'list',
        facts: [...transactionFacts(draft, transaction), ...technicalFacts(draft, root)],
      },
      { kind: 'heading', text: words.reportedDocument },
      ...(reported?.blocks.map(asSection) ?? [
        { kind: 'paragraphs', texts: [words.noReportedDocument] } as const,
      ]),
      ...customContent(draft, transaction),
      ...(annex
        ? [
            { kind: 'heading', text: words.sourceDocument, startsPage: true } as const,
            ...annex.blocks,
          ]
        : []),
    ],
    pictures: annex?.pictures ?? [],
  }
}

// The annex has its own currency; the reading is shared.
function newCurrency(draft: Draft): Draft {
  return { ...draft, currency: undefined }
}

// The title of the extract becomes a line of the tax data document.
function asSection(block: Block): Block {
  if (block.kind !== 'title') return block
  return { kind: 'paragraphs', texts: [joined(block.text, block.number || undefined) ?? ''] }
}

function sourceDocument(transaction: XmlElement | undefined): XmlElement | undefined {
  const content = first(transaction, 'SourceDocument', 'ExtensionContent')
  const found = content && children(content)[0]
  // An annex that was removed on the way in is an empty element.
  return found && children(found).length > 0 ? found : undefined
}

function head(draft: Draft, root: XmlElement): Fact[] {
  const { words } = draft
  return [
    ...fact(
      words.issueDate,
      joined(date(draft, root, 'IssueDate'), text(draft, root, 'IssueTime')),
    ),
    ...fact(words.reportType, reportType(draft, root)),
    ...fact(
      words.scope,
      coded(draft, (code) => lookUp(words.scopes, code), root, 'DocumentScope'),
    ),
    ...fact(
      words.reporterRole,
      coded(draft, (code) => lookUp(words.reporterRoles, code), root, 'ReporterRole'),
    ),
  ]
}

function reportType(draft: Draft, root: XmlElement): string | undefined {
  const local = first(root, 'TaxDataTypeCode') ? 'TaxDataTypeCode' : 'DocumentTypeCode'
  return coded(draft, (code) => lookUp(draft.words.reportTypes, code), root, local)
}

function parties(draft: Draft, root: XmlElement): Fact[] {
  const { words } = draft
  const authority = first(root, 'TaxAuthority')
  return [
    ...fact(
      words.taxAuthority,
      joined(text(draft, authority, 'Name'), identifier(draft, authority, 'ID')),
    ),
    ...fact(words.reportingParty, identifier(draft, root, 'ReportingParty', 'EndpointID')),
    ...fact(words.receivingParty, identifier(draft, root, 'ReceivingParty', 'EndpointID')),
    ...fact(
      words.representative,
      identifier(draft, root, 'ReportersRepresentative', 'PartyIdentification', 'ID'),
    ),
  ]
}

function transactionFacts(draft: Draft, transaction: XmlElement | undefined): Fact[] {
  const { words } = draft
  return [
    ...fact(words.transmission, text(draft, transaction, 'TransmissionUUID')),
    ...fact(words.transportHeader, text(draft, transaction, 'TransportHeaderID')),
    ...fact(
      words.received,
      joined(date(draft, transaction, 'IssueDate'), text(draft, transaction, 'IssueTime')),
    ),
  ]
}

function customContent(draft: Draft, transaction: XmlElement | undefined): Block[] {
  const found = all(transaction, 'CustomContent').flatMap((each) => {
    const value = lines(draft, each, 'Value')
    return value === undefined ? [] : fact(text(draft, each, 'ID') ?? draft.words.value, value)
  })
  if (found.length === 0) return []
  return [
    { kind: 'heading', text: draft.words.customContent },
    { kind: 'list', facts: found },
  ]
}
