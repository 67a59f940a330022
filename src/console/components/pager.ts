// The way through a list, newest first.
import { type Html, html } from '../html.ts'
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
  return html`<nav class="pager" aria-label="Pages of this list">
${newest && linkButton({ text: 'Newest', href: newest, icon: 'newer' })}
${older && linkButton({ text: 'Older', href: older })}</nav>` satisfies Html
}
