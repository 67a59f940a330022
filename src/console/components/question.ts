// What will happen to what, asked before it happens.
import { type Html, html, type Part } from '../html.ts'
import { formWords } from '../words/frame.ts'
import { button } from './button.ts'

export type QuestionForm = {
  /** What it is about, and what the answer yes leads to. */
  consequence: Part
  inputs?: Part
  button: string
  /** It cannot be undone. */
  destroys?: boolean
  /** Where the answer no leads. */
  back: string
}

export function questionForm(action: string, question: QuestionForm): Html {
  const { consequence, inputs, button: text, destroys, back } = question
  return html`<form method="post" action="${action}" class="question">
<div class="lead">${consequence}</div>${inputs}
<div class="actions">${button({ text, look: destroys ? 'destroy' : 'primary' })}
<a class="button quiet" href="${back}">${formWords.back}</a></div></form>`
}
