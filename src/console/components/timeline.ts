// What happened, one line each, in the order in which it is read.
import { type Html, html, type Part } from '../html.ts'
import { exactTime } from './time.ts'

export type TimelineEntry = { at: string; said: Part; by?: Part; more?: Part }

export function timeline(entries: readonly TimelineEntry[]): Html {
  return html`<ol class="timeline">${entries.map(
    ({ at, said, by, more }) =>
      html`<li>${exactTime(at)}<div><p>${said}${
        by && html` <span class="hint">${by}</span>`
      }</p>${more}</div></li>`,
  )}</ol>`
}
