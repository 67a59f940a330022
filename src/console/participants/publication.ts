// Where a participant stands in our SMP, on its page: who publishes it, what was asked for, and how
// the SMP differs from what is registered.
import type { PublicationEntry } from '../../core/network/publication-entry.ts'
import { linkButton } from '../components/button.ts'
import { callout } from '../components/callout.ts'
import { facts } from '../components/facts.ts'
import { time } from '../components/time.ts'
import { foreign, plain } from '../foreign.ts'
import { type Html, html, type Part } from '../html.ts'
import { section } from '../show.ts'
import { publicationWords as words } from '../words/publication.ts'
import { pathOf } from './paths.ts'
import { typesInWords } from './shown-types.ts'

type Difference = NonNullable<PublicationEntry['difference']>

/** `compared`: absent while the SMP is being asked, or where there is none. */
export function publicationSection(
  entry: PublicationEntry,
  { compared, mayAsk }: { compared: Html | undefined; mayAsk: boolean },
): Html {
  return section(
    'publication',
    words.heading,
    html`${compared}${facts(factsOf(entry))}${mayAsk && html`<p>${buttonsFor(entry)}</p>`}`,
  )
}

function factsOf(entry: PublicationEntry): [string, Part][] {
  const { publishedBy, state, since, asked, fault } = entry
  return [
    [words.publishedBy, words.by[publishedBy]],
    [words.state, state && (words.states[state] ?? plain(state))],
    [words.since, since && time(since)],
    [words.asked, asked && html`${words.askedFor[asked.wish]}, ${time(asked.at)}`],
    [words.next, asked && fault && (asked.nextAt ? time(asked.nextAt) : words.notAgain)],
    [words.fault, fault && foreign(fault.detail)],
  ]
}

/** What leaves the SMP is not published again from here; what is not in it is not withdrawn. */
function buttonsFor({ participant, state, asked }: PublicationEntry): Html {
  const isLeaving = state === 'withdrawing' || state === 'withdrawn'
  const isIn = state !== undefined || asked !== undefined
  const here = pathOf(participant)
  return html`${!isLeaving && linkButton({ text: words.publish.link, href: `${here}/publish` })}
${
  isIn &&
  state !== 'withdrawn' &&
  linkButton({ text: words.withdraw.link, href: `${here}/withdraw`, look: 'danger' })
}`
}

export function comparedShown({ difference, failure }: PublicationEntry): Html | undefined {
  if (failure)
    return callout({ tone: 'care', happened: words.notKnown, toDo: foreign(failure.detail) })
  return difference && differenceShown(difference)
}

function differenceShown({ steps, refusals, notes, elsewhere }: Difference): Html {
  const isRefused = refusals.length > 0
  const agrees = steps.length === 0 && !isRefused
  const happened = agrees ? words.agrees : isRefused ? words.refused : words.differs
  return html`${callout({ tone: agrees ? 'good' : 'care', happened })}
${
  elsewhere &&
  callout({ tone: 'info', happened: words.elsewhere, toDo: foreign(elsewhere.sentence) })
}
${
  !agrees &&
  html`<ul>${steps.map((step) => html`<li>${stepShown(step)}</li>`)}${refusals.map(
    ({ detail }) => html`<li>${foreign(detail)}</li>`,
  )}</ul>`
}${notes.map(({ detail }) => html`<p class="hint">${foreign(detail)}</p>`)}`
}

function stepShown({ step, documentType }: Difference['steps'][number]): Html {
  const type = documentType && typesInWords([documentType]).join(', ')
  return html`${words.steps[step]}${type && html` <bdi>${plain(type)}</bdi>`}`
}
