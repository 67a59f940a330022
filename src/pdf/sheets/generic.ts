// Any other document of UBL, and any of UN/CEFACT: its number, dates and parties as usual, then
// every group of elements in document order, with labels derived from element names.
import { children, textOf, type XmlElement } from '../../xml/index.ts'
import { first, take, takeAttribute } from '../reading.ts'
import type { Block, Party } from '../sheet.ts'
import { type Draft, date, fact, joined, text } from '../values.ts'
import { visible, visibleLines } from '../visible.ts'
import { isEmbedded } from './attachments.ts'
import { toParty } from './parties.ts'
import { technicalFacts } from './references.ts'

export function genericBlocks(draft: Draft, root: XmlElement): Block[] {
  const { words } = draft
  const technical = technicalFacts(draft, root)
  const head: Block[] = [
    {
      kind: 'title',
      text: spaced(root.local),
      number: text(draft, headOf(root), 'ID') ?? '',
      marks: [],
    },
    {
      kind: 'facts',
      facts: fact(
        words.issueDate,
        joined(date(draft, root, 'IssueDate'), text(draft, root, 'IssueTime')),
      ),
    },
    ...parties(draft, root),
  ]
  return [
    ...head,
    ...groups(draft, root),
    ...(technical.length > 0
      ? [
          { kind: 'heading', text: words.technical } as const,
          { kind: 'list', facts: technical } as const,
        ]
      : []),
  ]
}

function parties(draft: Draft, root: XmlElement): Block[] {
  const found: Party[] = []
  for (const element of children(root)) {
    if (!element.local.endsWith('Party')) continue
    const party = toParty(draft, spaced(element.local), first(element, 'Party') ?? element)
    if (party) found.push(party)
  }
  return found.length > 0 ? [{ kind: 'parties', parties: found }] : []
}

/** `OrderLine` becomes `Order line`. */
export function spaced(local: string): string {
  const words = local
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
  const [head = '', ...tail] = words.split(' ')
  return visible(
    [head, ...tail.map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))].join(' '),
  )
}

type GenericRow = { label: string; value: string }

function groups(draft: Draft, root: XmlElement): Block[] {
  const plain: GenericRow[] = []
  const blocks: Block[] = []
  const counts = new Map<string, number>()
  for (const element of groupsIn(root)) {
    const rows = rowsOf(draft, element)
    if (rows.length === 0) continue
    if (children(element).length === 0) {
      plain.push(...rows)
      continue
    }
    const number = (counts.get(element.local) ?? 0) + 1
    counts.set(element.local, number)
    const heading = number > 1 ? `${spaced(element.local)} ${number}` : spaced(element.local)
    blocks.push({ kind: 'heading', text: heading }, { kind: 'list', facts: rows })
  }
  return plain.length > 0 ? [{ kind: 'list', facts: plain }, ...blocks] : blocks
}

/** The values of a group that are not taken yet, labelled by their path inside the group. */
function rowsOf(draft: Draft, group: XmlElement): GenericRow[] {
  const rows: GenericRow[] = []
  const waiting: { element: XmlElement; label: string }[] = [{ element: group, label: '' }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { element, label } = next
    if (textOf(element).trim() && !draft.reading.taken.has(element) && !isEmbedded(element))
      rows.push({ label: label || spaced(element.local), value: withAttributes(draft, element) })
    const below = children(element)
    for (let index = below.length - 1; index >= 0; index--) {
      const child = below[index]!
      const isGroup = children(child).length > 0
      const step = isGroup && child.local === 'Party' ? '' : spaced(child.local)
      waiting.push({ element: child, label: [label, step].filter(Boolean).join(' › ') })
    }
  }
  return rows
}

/** In CII all but the head is inside one element; what is in there are the groups. */
function groupsIn(root: XmlElement): XmlElement[] {
  return children(root).flatMap((element) =>
    element.local === 'SupplyChainTradeTransaction' ? children(element) : [element],
  )
}

function withAttributes(draft: Draft, element: XmlElement): string {
  const value = visibleLines(take(draft.reading, element) ?? '')
  const attributes = element.attributes.map(({ local }) =>
    takeAttribute(draft.reading, element, local),
  )
  const shown = attributes.filter((each) => each !== undefined).map(visible)
  return shown.length > 0
    ? `${plainValue(draft, element, value)} (${shown.join(', ')})`
    : plainValue(draft, element, value)
}

function plainValue(draft: Draft, element: XmlElement, value: string): string {
  if (element.local.endsWith('Date')) return draft.format.date(value)
  if (element.local === 'DateTimeString' || element.local === 'DateString')
    return draft.format.date(dayOf(value) ?? value)
  if (element.local.endsWith('Amount') || element.local.endsWith('Quantity'))
    return draft.format.number(value).text
  return value
}

/** The day of a date of UN/CEFACT in format 102, YYYYMMDD. */
export function dayOf(value: string): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(value) ?? []
  return year === undefined ? undefined : `${year}-${month}-${day}`
}

/** Where a document has its number and date: at its top, or in a head of its own. */
export function headOf(root: XmlElement): XmlElement {
  return first(root, 'ExchangedDocument') ?? root
}

/** An invoice in CII, or another document of UN/CEFACT. */
export function isUncefact(root: XmlElement): boolean {
  return /^urn:un:unece:uncefact:data:standard:[A-Za-z]+:100$/.test(root.namespace)
}

/** Whether the namespace is one of the UBL 2 document schemas. */
export function isUbl(root: XmlElement): boolean {
  return /^urn:oasis:names:specification:ubl:schema:xsd:[A-Za-z]+-2$/.test(root.namespace)
}
