// The way through a list, newest first: its pages, and from one of its things to the next.
import { type Html, html } from '../html.ts'
import { listWords } from '../words/lists.ts'
import { linkButton } from './button.ts'

/** Links to the newest page and to the next one, where there are any. */
export function pager({
  newest,
  older,
}: {
  newest?: string | undefined
  older?: string | undefined
}) {
  if (!newest && !older) return undefined
  return html`<nav class="pager" aria-label="${listWords.pages}">
${newest && linkButton({ text: listWords.newest, href: newest, icon: 'newer' })}
${older && linkButton({ text: listWords.older, href: older })}</nav>` satisfies Html
}

type Position = {
  at: number
  of: number
  /** There are more before or after them. */
  isPart: boolean
  newer?: string | undefined
  older?: string | undefined
}

/** Where a thing stands in a list, between links to its neighbours. */
export function position({ at, of, isPart, newer, older }: Position): Html {
  const step = (href: string | undefined, name: string, sign: string) =>
    href
      ? html`<a class="button quiet" href="${href}" title="${name}"><span
 aria-hidden="true">${sign}</span><span
 class="unseen">${name}</span></a>`
      : html`<span class="button quiet" aria-hidden="true"></span>`
  return html`<nav class="position" aria-label="${listWords.neighbours}">${step(
    newer,
    listWords.newer,
    '‹',
  )}
<span>${listWords.position(at, of, isPart)}</span>
${step(older, listWords.older, '›')}</nav>`
}
