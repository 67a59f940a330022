// Terms and their values.
import { type Html, html, type Part } from '../html.ts'

/** Without those that are absent. */
export function facts(rows: readonly [term: string, value: Part][]): Html {
  const present = rows.filter(([, value]) => value !== undefined && value !== false)
  return html`<dl class="facts">${present.map(
    ([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`,
  )}</dl>`
}

const shownMax = 999

/** Beyond it, how many it is does not matter. */
export function cut(count: number): string {
  return count > shownMax ? `${shownMax}+` : String(count)
}

/** Figures that are read from afar: at most a handful. */
export function figures(rows: readonly { name: string; value: Part; beside?: Part }[]): Html {
  return html`<dl class="figures">${rows.map(
    ({ name, value, beside }) =>
      html`<div><dt>${name}</dt><dd>${value}${
        beside && html`<span class="hint">${beside}</span>`
      }</dd></div>`,
  )}</dl>`
}
