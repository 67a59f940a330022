// An amount of money, as text all along: 1 210.00 EUR.
import { plain } from '../foreign.ts'
import { type Html, html } from '../html.ts'

const narrowSpace = '\u202f'

export function amount({ value, currency }: { value: string; currency: string }): Html {
  return html`<span class="amount">${grouped(plain(value))} ${plain(currency)}</span>`
}

/** Three digits a group, before the point only. */
export function grouped(value: string): string {
  const [whole = '', ...fraction] = value.split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, narrowSpace), ...fraction].join('.')
}
