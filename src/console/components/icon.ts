// Small drawings beside a word, 16 units wide, in the colour of the text around them.
import { type Html, html } from '../html.ts'

const drawings = {
  home: html`<path d="M2.5 7.5 8 3l5.5 4.5M4 6.5V13h8V6.5M6.5 13V9.5h3V13"/>`,
  sent: html`<path d="M13.5 2.5 7 9M13.5 2.5 9.5 13.5 7 9 2.5 6.5z"/>`,
  received: html`<path d="M2.5 9v4.5h11V9M2.5 9h3.2l1 1.7h2.6l1-1.7h3.2M8 2.5V7M6 5l2 2 2-2"/>`,
  people: html`<circle cx="6" cy="5.5" r="2.5"/><path d="M1.5 13.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4"/>
<path d="M10.5 3.2a2.5 2.5 0 0 1 0 4.6M12 9.9c1.6.5 2.5 1.8 2.5 3.6"/>`,
  check: html`<path d="m2.5 8.5 3.5 3.5 7.5-8"/>`,
  queue: html`<circle cx="8" cy="8" r="5.5"/><path d="M8 4.5V8l2.5 1.5"/>`,
  network: html`<circle cx="8" cy="8" r="5.5"/><path d="M2.5 8h11M8 2.5c-4 3.5-4 7.5 0 11
c4-3.5 4-7.5 0-11z"/>`,
  calendar: html`<path d="M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2v3M10.5 2v3"/>`,
  reports: html`<path d="M2.5 2.5v11h11M5.5 11V8.5M8.5 11V5M11.5 11V7"/>`,
  webhook: html`<path d="M6.5 9.5 9.5 6.5M7 4.5l1-1a3 3 0 0 1 4.5 4.5l-1 1M9 11.5l-1 1A3 3 0 0 1
3.5 8l1-1"/>`,
  tenants: html`<path d="M3 13.5v-11h6v11M9 6.5h4v7M1.5 13.5h13M5.5 5h1M5.5 7.5h1M5.5 10h1"/>`,
  key: html`<circle cx="5.5" cy="10.5" r="3"/><path d="m7.7 8.3 5.8-5.8M11 5l2 2"/>`,
  log: html`<path d="M3 2.5h10v11H3zM5.5 5.5h5M5.5 8h5M5.5 10.5h3"/>`,
  search: html`<circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 3.5 3.5"/>`,
  menu: html`<path d="M2.5 4h11M2.5 8h11M2.5 12h11"/>`,
  person: html`<circle cx="8" cy="5.5" r="3"/>
<path d="M2.5 14c0-3 2.4-4.5 5.5-4.5s5.5 1.5 5.5 4.5"/>`,
  newer: html`<path d="m10 3-5 5 5 5"/>`,
  older: html`<path d="m6 3 5 5-5 5"/>`,
  remove: html`<path d="m4 4 8 8M12 4l-8 8"/>`,
  copy: html`<path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3"/>`,
  alert: html`<path d="M8 2.5 14.5 13.5h-13zM8 6.5v3.5M8 11.7v.3"/>`,
  note: html`<circle cx="8" cy="8" r="5.5"/><path d="M8 7.5V11M8 5.2v.3"/>`,
  pause: html`<path d="M5.5 3.5v9M10.5 3.5v9"/>`,
  file: html`<path d="M4 2.5h5l3 3v8H4zM9 2.5v3h3"/>`,
  download: html`<path d="M8 2.5v7.5M5 7l3 3 3-3M2.5 13.5h11"/>`,
} as const

export type IconName = keyof typeof drawings
export const iconNames = Object.keys(drawings) as IconName[]

/** It says nothing that the word beside it does not say. */
export function icon(name: IconName): Html {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${drawings[name]}</svg>`
}
