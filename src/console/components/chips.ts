// What narrows a list, each with the link that takes it away.
import { short } from '../foreign.ts'
import { type Html, html } from '../html.ts'
import { icon } from './icon.ts'

export type Chip = { label: string; value: string; without: string }
const valueCharacters = 40

export function chips(chosen: readonly Chip[], withoutAll: string): Html | undefined {
  if (chosen.length === 0) return undefined
  return html`<ul class="chips" aria-label="Filters in use">${chosen.map(
    ({ label, value, without }) => html`<li><a class="chip" href="${without}">${label}:
<bdi>${short(value, valueCharacters)}</bdi>${icon('remove')}<span class="unseen">
remove this filter</span></a></li>`,
  )}<li><a href="${withoutAll}">Without filters</a></li></ul>`
}

/** Links of which one is where the reader is. */
export function choices(
  name: string,
  links: readonly { text: string; href: string; isHere: boolean }[],
) {
  return html`<ul class="chips" aria-label="${name}">${links.map(
    ({ text, href, isHere }) =>
      html`<li><a class="chip" href="${href}"${
        isHere && html` aria-current="true"`
      }>${text}</a></li>`,
  )}</ul>`
}
