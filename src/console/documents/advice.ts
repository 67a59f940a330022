// What to do about a failed delivery.
import { type FailureCode, failureCodes } from '../../core/failure-codes.ts'
import { type Html, html } from '../html.ts'

/** Nothing for a code that this version does not know. */
export function adviceOn(code: string): Html | undefined {
  if (!Object.hasOwn(failureCodes, code)) return undefined
  return html`<span class="advice">What to do: ${failureCodes[code as FailureCode].advice}</span>`
}
