// An amount of money, as text all along: 1 210.00 EUR.
import { plain } from '../foreign.ts'
import { type Html, html } from '../html.ts'
import { isAmount } from './marked.ts'

const narrowSpace = '\u202f'

type Amount = { value: string; currency: string }

export function amount({ value, currency }: Amount, searched?: string | undefined): Html {
  const shown = grouped(plain(value))
  return html`<span class="amount">${
    isAmount(searched, value) ? html`<mark>${shown}</mark>` : shown
  } ${plain(currency)}</span>`
}

/** Three digits a group, before the point only. */
export function grouped(value: string): string {
  const [whole = '', ...fraction] = value.split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, narrowSpace), ...fraction].join('.')
}
