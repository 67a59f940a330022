// The first part of the home page: what needs a person, each reason with its count and its oldest.

import { cut } from '../components/facts.ts'
import { time } from '../components/time.ts'
import type { AttentionCounts } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { madeAt } from '../id.ts'
import { section } from '../show.ts'
import { attentionPhrases, homeWords as words } from '../words/home.ts'
import { attentionWords } from '../words/states.ts'

const lists = { outbound: '/console/documents', inbound: '/console/inbound' } as const

export function needsYou(counts: AttentionCounts | undefined): Html {
  if (!counts) return section('needs-you', words.needsYou, html`<p>${words.notCounted}</p>`)
  const cards = [
    ...(['outbound', 'inbound'] as const).flatMap((direction) =>
      attentionWords(direction).map(({ attention, word }) => ({
        ...{ attention, word: attentionPhrases[attention] ?? word.toLowerCase() },
        href: `${lists[direction]}?attention=${attention}`,
      })),
    ),
    { attention: 'new' as const, word: words.newOnes, href: `${lists.inbound}?state=new` },
  ].flatMap(({ attention, ...card }) => {
    const found = counts.find((one) => one.attention === attention)
    return found && found.count > 0 ? [cardOf({ ...card, ...found })] : []
  })
  return section(
    'needs-you',
    words.needsYou,
    cards.length > 0
      ? html`<ul class="needs">${cards}</ul>`
      : html`<p class="lead">${words.nothing}</p>`,
  )
}

type Card = { word: string; href: string; count: number; oldestId?: string }

function cardOf({ word, href, count, oldestId }: Card): Html {
  return html`<li><a class="card" href="${href}"><span><strong class="big">${cut(count)}</strong>
${word}</span>${
    oldestId && html`<span class="hint">${words.oldest} ${time(madeAt(oldestId))}</span>`
  }</a></li>`
}
