// What is there for those who ask for it.
import { type Html, html, type Part } from '../html.ts'

export function disclosure(summary: Part, content: Part, isOpen = false): Html {
  return html`<details class="disclosure"${isOpen && html` open`}><summary>${summary}</summary>
<div>${content}</div></details>`
}
