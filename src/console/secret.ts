// What is shown once: the text of a new token, the secret of a webhook.
import { type Html, html } from './html.ts'
import { time } from './show.ts'

type About = { use: string; back: string; ends?: string | undefined }

export function shownOnce(secret: string, { use, back, ends }: About): Html {
  return html`<section class="stand" aria-label="Shown once">
<p><strong>Copy it now: it is shown this once, and cannot be recovered.</strong></p>
<p><code class="long">${secret}</code></p>
<p>${use}</p>
${ends && html`<p>It ends at ${time(ends)}.</p>`}</section>
<p><a href="${back}">Done</a></p>`
}
