// Text written by strangers, on its way to a page: escaping makes it text, and this keeps it from
// changing what stands around it.
import { type Html, html } from './html.ts'

/** C0 and C1 controls, Unicode's line separators, and what changes the direction of text. */
const controls = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const charactersMax = 120

/** One line, with each control character as its code, such as [U+202E]. */
export function plain(text: string): string {
  return text.toWellFormed().replace(controls, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0')
    return `[U+${code.toUpperCase()}]`
  })
}

/** The same, isolated from the direction of its neighbours; long text opens when asked to. */
export function foreign(text: string): Html {
  const whole = plain(text)
  if (whole.length <= charactersMax) return html`<bdi>${whole}</bdi>`
  return html`<details class="long"><summary><bdi>${short(text)}</bdi></summary>
<bdi>${whole}</bdi></details>`
}

/** For a line of a table: cut, never opened. */
export function short(text: string, max = charactersMax): string {
  const whole = plain(text)
  if (whole.length <= max) return whole
  // Half a surrogate pair is no character.
  return `${whole.slice(0, max).replace(/[\ud800-\udbff]$/, '')}…`
}
