// Application responses: the message level status (MLS), the message level response (MLR) and
// the invoice response.
import type { XmlElement } from '../../xml/index.ts'
import { all, first, peek, takeAttribute } from '../reading.ts'
import type { Block, Cell } from '../sheet.ts'
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
  texts,
} from '../values.ts'
import { visible } from '../visible.ts'
import { partyInShort, toParty } from './parties.ts'
import { technicalFacts } from './references.ts'

const titles = [
  { process: 'urn:peppol:edec:mls', title: 'messageLevelStatus' },
  { process: 'urn:fdc:peppol.eu:poacc:bis:mlr:3', title: 'messageLevelResponse' },
  { process: 'urn:fdc:peppol.eu:poacc:bis:invoice_response:3', title: 'invoiceResponse' },
] as const

export function isMls(root: XmlElement): boolean {
  return (
    root.local === 'ApplicationResponse' &&
    peek(root, 'CustomizationID') === 'urn:peppol:edec:mls:1.0'
  )
}

/** The kind of response, in words. */
export function responseName({ words }: Pick<Draft, 'words'>, root: XmlElement): string {
  return words[kindOf(root)?.title ?? 'applicationResponse']
}

function kindOf(root: XmlElement) {
  return titles.find(({ process }) => peek(root, 'ProfileID') === process)
}

export function responseBlocks(draft: Draft, root: XmlElement): Block[] {
  const { words } = draft
  const isMessageLevel = kindOf(root)?.title === 'messageLevelStatus'
  const responses = all(root, 'DocumentResponse')
  const parties = [
    toParty(draft, words.sender, first(root, 'SenderParty')),
    toParty(draft, words.receiver, first(root, 'ReceiverParty')),
  ].filter((party) => party !== undefined)
  return [
    {
      kind: 'title',
      text: responseName(draft, root),
      number: text(draft, root, 'ID') ?? '',
      marks: [],
    },
    ...responses.flatMap((each) => status(draft, each, isMessageLevel)),
    {
      kind: 'facts',
      facts: fact(
        words.issueDate,
        joined(date(draft, root, 'IssueDate'), text(draft, root, 'IssueTime')),
      ),
    },
    ...(parties.length > 0 ? [{ kind: 'parties', parties } as const] : []),
    ...texts(draft, root, 'Note').map(
      (note) => ({ kind: 'list', facts: fact(words.note, note) }) as const,
    ),
    ...responses.flatMap((each) => reported(draft, each)),
    ...responses.flatMap((each) => issues(draft, each)),
    { kind: 'heading', text: words.technical },
    { kind: 'list', facts: technicalFacts(draft, root) },
  ]
}

const tones: Record<string, { tone: 'good' | 'fair' | 'bad'; symbol: string }> = {
  AP: { tone: 'good', symbol: '+' },
  AB: { tone: 'good', symbol: '+' },
  PD: { tone: 'good', symbol: '+' },
  RE: { tone: 'bad', symbol: '×' },
}

function status(draft: Draft, response: XmlElement, isMessageLevel: boolean): Block[] {
  const { words } = draft
  const found = first(response, 'Response')
  const meanings = isMessageLevel ? words.mlsCodes : words.responseCodes
  const meaning = (code: string) => lookUp(meanings, code)
  const code = peek(found, 'ResponseCode') ?? ''
  const said = coded(draft, meaning, found, 'ResponseCode')
  const details = texts(draft, found, 'Description')
  const facts = [
    ...fact(
      words.effectiveDate,
      joined(date(draft, found, 'EffectiveDate'), text(draft, found, 'EffectiveTime')),
    ),
    ...all(found, 'Status').flatMap((each) => reason(draft, each)),
  ]
  return [
    {
      kind: 'status',
      ...(lookUp(tones, code) ?? { tone: 'fair', symbol: '•' }),
      text: said ?? words.noStatus,
      ...(details.length > 0 ? { detail: details.join('\n') } : {}),
    },
    ...(facts.length > 0 ? [{ kind: 'list', facts } as const] : []),
  ]
}

function reason(draft: Draft, element: XmlElement) {
  const { words } = draft
  const conditions = all(element, 'Condition').map((each) =>
    joined(text(draft, each, 'AttributeID'), lines(draft, each, 'Description')),
  )
  return fact(
    words.reason,
    joined(statusReason(draft, element), ...texts(draft, element, 'StatusReason'), ...conditions),
  )
}

function statusReason(draft: Draft, element: XmlElement): string | undefined {
  const code = first(element, 'StatusReasonCode')
  const said = coded(draft, (value) => lookUp(draft.words.issueCodes, value), code)
  const list = takeAttribute(draft.reading, code, 'listID')
  return joined(said, list && visible(list))
}

function reported(draft: Draft, response: XmlElement): Block[] {
  const { words } = draft
  const facts = all(response, 'DocumentReference').flatMap((each) => [
    ...fact(words.reportedDocument, identifier(draft, each, 'ID')),
    ...fact(words.issueDate, date(draft, each, 'IssueDate')),
    ...fact(
      words.documentType,
      coded(draft, (code) => lookUp(words.documents, code), each, 'DocumentTypeCode'),
    ),
    ...fact(words.version, text(draft, each, 'VersionID')),
  ])
  const parties = [
    ...all(response, 'IssuerParty').flatMap((each) =>
      fact(words.seller, partyInShort(draft, each)),
    ),
    ...all(response, 'RecipientParty').flatMap((each) =>
      fact(words.buyer, partyInShort(draft, each)),
    ),
  ]
  if (facts.length + parties.length === 0) return []
  return [
    { kind: 'heading', text: words.reportedDocument },
    { kind: 'list', facts: [...facts, ...parties] },
  ]
}

/** One row for each response of each line: where, what, and how severe. */
function issues(draft: Draft, response: XmlElement): Block[] {
  const { words } = draft
  const rows = all(response, 'LineResponse').flatMap((line) => {
    const place = text(draft, line, 'LineReference', 'LineID') ?? ''
    return all(line, 'Response').map((each, index): Cell[] => [
      { text: index === 0 ? place : '' },
      { text: texts(draft, each, 'Description').join('\n') },
      { text: severity(draft, each) },
    ])
  })
  if (rows.length === 0) return []
  return [
    { kind: 'heading', text: `${words.issues} (${draft.format.number(String(rows.length)).text})` },
    {
      kind: 'table',
      columns: [
        { label: words.place, width: 170, align: 'start' },
        { label: words.description, width: 'share', align: 'start' },
        { label: words.severity, width: 110, align: 'start' },
      ],
      rows,
    },
  ]
}

function severity(draft: Draft, response: XmlElement): string {
  const codes = all(response, 'Status').map((each) => statusReason(draft, each))
  const own = coded(
    draft,
    (code) => lookUp(draft.words.responseCodes, code),
    response,
    'ResponseCode',
  )
  return joined(own, ...codes) ?? ''
}
