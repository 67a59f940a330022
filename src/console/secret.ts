// What is shown once: the text of a new token, the secret of a webhook.
import { type Html, html } from './html.ts'

export function shownOnce(secret: string, { use, back }: { use: string; back: string }): Html {
  return html`<section class="stand" aria-label="Shown once">
<p><strong>Copy it now: it is shown this once, and cannot be recovered.</strong></p>
<p><code class="long">${secret}</code></p>
<p>${use}</p></section>
<p><a href="${back}">Done</a></p>`
}
