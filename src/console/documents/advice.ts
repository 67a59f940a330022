// What to do about a failed delivery.
import { type FailureCode, failureCodes } from '../../core/failure-codes.ts'
import { type Html, html } from '../html.ts'
import { frameWords } from '../words/frame.ts'

/** Nothing for a code that this version does not know. */
export function adviceOn(code: string): Html | undefined {
  if (!Object.hasOwn(failureCodes, code)) return undefined
  const { advice } = failureCodes[code as FailureCode]
  return html`<span class="advice">${frameWords.whatToDo} ${advice}</span>`
}
