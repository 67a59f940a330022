// What is shown once: the text of a new token, the secret of a webhook.

import { linkButton } from '../components/button.ts'
import { callout } from '../components/callout.ts'
import { wholeId } from '../components/shown-id.ts'
import { exactTime } from '../components/time.ts'
import { type Html, html } from '../html.ts'
import { secretWords } from '../words/administration.ts'

type About = { use: string; back: string; ends?: string | undefined }

export function shownOnce(secret: string, { use, back, ends }: About): Html {
  return html`${callout({
    tone: 'care',
    isDone: true,
    happened: secretWords.copyNow,
  })}
<p class="secret lead">${wholeId(secret)}</p>
<p>${use}${ends && html` ${secretWords.ends(exactTime(ends))}`}</p>
<p>${linkButton({ text: secretWords.done, href: back })}</p>`
}
