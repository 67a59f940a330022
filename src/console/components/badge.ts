// One state in one word and one colour; and a tag, which is no state.
import { type Html, html } from '../html.ts'
import type { Tone } from '../words/tone.ts'

export function badge({ word, tone }: { word: string; tone: Tone }): Html {
  return html`<span class="badge ${tone}">${word}</span>`
}

export function tag(word: string): Html {
  return html`<span class="tag">${word}</span>`
}

/** A count beside a word of the navigation. */
export function count(shown: string, meaning: string): Html {
  return html`<span class="count">${shown}<span class="unseen"> ${meaning}</span></span>`
}
