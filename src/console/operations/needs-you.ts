// The first part of the home page: what needs a person, each reason with its count and its oldest.

import { cut } from '../components/facts.ts'
import { time } from '../components/time.ts'
import type { AttentionCounts } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { madeAt } from '../id.ts'
import { section } from '../show.ts'
import { type Attention, attentionWords } from '../words/states.ts'

const lists = { outbound: '/console/documents', inbound: '/console/inbound' } as const

export function needsYou(counts: AttentionCounts | undefined): Html {
  if (!counts) return section('needs-you', 'Needs you', html`<p>It cannot be counted now.</p>`)
  const cards = [
    ...(['outbound', 'inbound'] as const).flatMap((direction) =>
      attentionWords(direction).map(({ attention, word }) => ({
        ...{ attention, word: phrases[attention] ?? word.toLowerCase() },
        href: `${lists[direction]}?attention=${attention}`,
      })),
    ),
    { attention: 'new' as const, word: 'received, and new', href: `${lists.inbound}?state=new` },
  ].flatMap(({ attention, ...card }) => {
    const found = counts.find((one) => one.attention === attention)
    return found && found.count > 0 ? [cardOf({ ...card, ...found })] : []
  })
  return section(
    'needs-you',
    'Needs you',
    cards.length > 0
      ? html`<ul class="needs">${cards}</ul>`
      : html`<p class="lead">Nothing needs you.</p>`,
  )
}

/** Where the word of the state says too little behind a count. */
const phrases: { [name in Attention]?: string } = {
  unclear: 'unclear: ask the receiver',
  refused: 'rejected by the receiver',
  query: 'with a query of the receiver',
  unanswered: 'without an answer',
  'received-not-valid': 'received, and not valid',
}

type Card = { word: string; href: string; count: number; oldestId?: string }

function cardOf({ word, href, count, oldestId }: Card): Html {
  return html`<li><a class="card" href="${href}"><span><strong class="big">${cut(count)}</strong>
${word}</span>${
    oldestId && html`<span class="hint">oldest ${time(madeAt(oldestId))}</span>`
  }</a></li>`
}
