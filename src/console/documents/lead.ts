// What stands first on the page of a document: how much, who, when; and what to do about it.
import type { DocumentRecord, FileEntry } from '../../core/record.ts'
import { amount } from '../components/amount.ts'
import { linkButton } from '../components/button.ts'
import { callout } from '../components/callout.ts'
import { day, time } from '../components/time.ts'
import { foreign, short } from '../foreign.ts'
import { type Html, html, type Part } from '../html.ts'
import { offerWords } from '../words/actions.ts'
import { leadWords } from '../words/document-page.ts'
import { failureReason } from '../words/reasons.ts'
import { adviceOn } from './advice.ts'
import { possibleActions } from './possible.ts'
import type { Shown } from './shown.ts'

const nameCharacters = 80

export function documentLead(shown: Shown): Html {
  const { document } = shown
  const { totals, sender, receiver, issueDate, warnings } = document
  const name = (party: DocumentRecord['sender']) =>
    html`<bdi>${short(party.name ?? party.id, nameCharacters)}</bdi>`
  return html`${
    totals &&
    html`<p class="large">${amount({ value: totals.payable, currency: totals.currency })}</p>`
  }
<p class="lead">${leadWords.fromTo(name(sender), name(receiver), issueDate && day(issueDate))}</p>
${whatToDo(shown)}
${links(document)}
${warnings?.map((warning) => callout({ tone: 'care', happened: foreign(warning) }))}`
}

/** To the document in whose stead this one was sent, and the other way round. */
function links({ sentAnewAs, sentInsteadOf }: DocumentRecord): Html {
  const linkOf = (id: string) => (text: string) =>
    html`<a href="/console/documents/${id}">${text}</a>`
  return html`${sentAnewAs && html`<p>${leadWords.sentAnew(linkOf(sentAnewAs))}</p>`}
${sentInsteadOf && html`<p>${leadWords.sentInsteadOf(linkOf(sentInsteadOf))}</p>`}`
}

function whatToDo({ document, state, mayChange, files }: Shown): Html | undefined {
  const buttons = mayChange ? buttonsFor(document, files) : undefined
  const { tone, word, reason } = state
  if (tone !== 'bad' && tone !== 'care' && !document.waiting)
    return buttons === undefined ? undefined : html`<div class="actions">${buttons}</div>`
  return callout({
    tone: tone === 'quiet' ? 'info' : tone,
    happened: html`${word}${reason && html`: ${foreign(reason.replace(/\.$/, ''))}`}.`,
    toDo: explanation(document),
    buttons,
  })
}

function explanation({ certainty, failure, waiting, status }: DocumentRecord): Part {
  if (waiting && status !== 'failed')
    return leadWords.waits(
      time(waiting.since),
      time(waiting.nextAttemptAt),
      time(waiting.givesUpAt),
    )
  if (!failure) return undefined
  return html`${
    certainty === 'unknown' && html`${leadWords.unclear} `
  }${failureReason(failure.code) === undefined && foreign(failure.detail)}
${adviceOn(failure.code)}`
}

function buttonsFor(document: DocumentRecord, files: readonly FileEntry[]): Html | undefined {
  const actions = possibleActions(document, files)
  if (actions.length === 0) return undefined
  // What comes first is what should be done.
  const lookOf = (name: (typeof actions)[number], at: number) =>
    at === 0 && looks[name] === 'secondary' ? 'primary' : looks[name]
  return html`${actions.map((name, at) =>
    linkButton({
      ...{ text: offerWords[name], look: lookOf(name, at) },
      href: `/console/documents/${document.id}/${name}`,
    }),
  )}`
}

const looks = {
  cancel: 'danger',
  retry: 'primary',
  acknowledge: 'primary',
  answer: 'secondary',
  status: 'quiet',
  'send-to-another': 'secondary',
  'set-aside': 'quiet',
  'take-back': 'quiet',
  'report-again': 'quiet',
  'withdraw-report': 'quiet',
} as const
