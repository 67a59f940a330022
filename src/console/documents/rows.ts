// Documents as rows: number, partner, amount, state and time; the same on every page of them.
import type { InboundRecord } from '../../core/receive/inbound.ts'
import type { DocumentRecord } from '../../core/record.ts'
import { amount } from '../components/amount.ts'
import { badge, tag } from '../components/badge.ts'
import { participantName } from '../components/participant.ts'
import { linkedTable } from '../components/table.ts'
import { time } from '../components/time.ts'
import { short } from '../foreign.ts'
import { type Html, html } from '../html.ts'
import { linkTo } from '../show.ts'
import { kinds, labels, ways } from '../words/labels.ts'
import { stateOf } from '../words/states.ts'

export type ListEntry = DocumentRecord | InboundRecord

const reasonCharacters = 60

type Rows = {
  /** Sent and received stand side by side: each row says which of both it is. */
  isMixed?: true
  /** What was searched for: it is marked where it stands. */
  searched?: string
  /** The path and query of the list, without that of the console: see neighbours.ts. */
  list?: string | undefined
}

export function documentsTable(
  name: string,
  entries: readonly ListEntry[],
  { isMixed, searched, list }: Rows = {},
): Html {
  return linkedTable(
    name,
    [
      { head: labels.number, as: 'title' },
      { head: labels.partner, as: 'wide' },
      { head: labels.amount, as: 'amount' },
      { head: labels.state, as: 'state' },
      { head: labels.when, as: 'when' },
    ],
    entries.map((entry) => [
      html`${linkTo(entry, { searched, list })}${
        entry.type !== 'invoice' && html` <span class="hint">${kinds[entry.type]}</span>`
      }${'test' in entry && entry.test && html`&nbsp;${tag('test')}`}`,
      html`${isMixed && html`<span class="hint">${ways[entry.direction]}</span> `}${participantName(
        entry.direction === 'outbound' ? entry.receiver : entry.sender,
        searched,
      )}`,
      entry.totals &&
        amount({ value: entry.totals.payable, currency: entry.totals.currency }, searched),
      stateWithReason(entry),
      time('createdAt' in entry ? entry.createdAt : entry.receivedAt),
    ]),
  )
}

function stateWithReason(entry: ListEntry): Html {
  const { word, tone, reason } = stateOf(entry)
  return html`<span class="state">${badge({ word, tone })}${
    reason && html` <span class="hint">${short(reason, reasonCharacters)}</span>`
  }</span>`
}
