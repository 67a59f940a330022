// What is shown once: the text of a new token, the secret of a webhook.

import { linkButton } from '../components/button.ts'
import { callout } from '../components/callout.ts'
import { wholeId } from '../components/shown-id.ts'
import { exactTime } from '../components/time.ts'
import { type Html, html } from '../html.ts'

type About = { use: string; back: string; ends?: string | undefined }

export function shownOnce(secret: string, { use, back, ends }: About): Html {
  return html`${callout({
    tone: 'care',
    isDone: true,
    happened: 'Copy it now: it is shown this once, and cannot be recovered.',
  })}
<p class="secret lead">${wholeId(secret)}</p>
<p>${use}${ends && html` It ends at ${exactTime(ends)}.`}</p>
<p>${linkButton({ text: 'Done', href: back })}</p>`
}
