// What happened and what to do about it; and what concerns every page, under the header.
import { type Html, html, type Part } from '../html.ts'
import type { Tone } from '../words/tone.ts'
import { icon } from './icon.ts'

type Callout = {
  tone: Tone
  happened: Part
  toDo?: Part
  buttons?: Part
  /** It says what the action before led to: it takes the focus. */
  isDone?: boolean
}

export function callout({ tone, happened, toDo, buttons, isDone }: Callout): Html {
  const focus = isDone && html` role="status" tabindex="-1" data-focus`
  return html`<div class="callout ${tone}"${focus}><div><p><strong>${happened}</strong></p>
${toDo && html`<p>${toDo}</p>`}</div>
${buttons && html`<div class="actions">${buttons}</div>`}</div>`
}

export function banner(tone: Tone, said: Part, way?: { text: string; href: string }): Html {
  return html`<div class="banner ${tone}" role="status">${icon(tone === 'care' ? 'pause' : 'alert')}
<p>${said}${way && html` <a href="${way.href}">${way.text}</a>`}</p></div>`
}
