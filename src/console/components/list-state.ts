// What stands where a list has no rows: why, and what to do.
import { type Html, html } from '../html.ts'
import { listStateWords } from '../words/frame.ts'
import { linkButton } from './button.ts'

type Way = { text: string; href: string }

/** There is nothing yet. */
export function emptyList(why: string, next?: Way): Html {
  return html`<div class="list-state"><p>${why}</p>
${next && html`<p>${linkButton(next)}</p>`}</div>`
}

/** There is something, but not under these filters. */
export function emptyUnderFilters(withoutFilters: string): Html {
  return html`<div class="list-state"><p>${listStateWords.noMatch}</p>
<p>${linkButton({ text: listStateWords.withoutFilters, href: withoutFilters })}</p></div>`
}

export function failedList(what: string, again: string): Html {
  return html`<div class="list-state" role="alert"><p>${what}</p>
<p>${linkButton({ text: listStateWords.again, href: again })}</p></div>`
}
