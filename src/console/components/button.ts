// What is pressed. A page has one primary button.
import { type Html, html } from '../html.ts'
import { type IconName, icon } from './icon.ts'

export const looks = ['primary', 'secondary', 'quiet', 'danger', 'destroy'] as const
/** `destroy` is filled: for the question page alone. */
type Look = (typeof looks)[number]

type Button = { text: string; look?: Look; icon?: IconName }

/** It sends the form around it. */
export function button({ text, look = 'secondary', icon: drawn }: Button): Html {
  return html`<button type="submit" class="button ${look}">${drawn && icon(drawn)}${text}</button>`
}

/** It leads to a page or to a file: to do something, a page asks first. */
export function linkButton({ text, href, look, icon: drawn }: Button & { href: string }): Html {
  const classes = `button ${look ?? 'secondary'}`
  return html`<a class="${classes}" href="${href}">${drawn && icon(drawn)}${text}</a>`
}
