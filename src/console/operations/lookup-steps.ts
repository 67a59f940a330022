// A lookup step by step, as a table: what was done in words, below it what the network says.
import type { ParticipantTrace } from '../../core/network/trace-participant.ts'
import { table } from '../components/table.ts'
import { foreign } from '../foreign.ts'
import { type Html, html } from '../html.ts'
import { code } from '../show.ts'
import { frameWords } from '../words/frame.ts'
import { networkWords, stepHeads, stepWords } from '../words/network.ts'
import { otherBadge } from '../words/other-states.ts'

export function lookupSteps({ steps }: Pick<ParticipantTrace, 'steps'>): Html {
  const { step, outcome, took, said } = stepHeads
  return table(
    networkWords.steps,
    [{ head: step, as: 'wide' }, outcome, { head: took, as: 'figure' }, said],
    steps.map((one) => [
      stepWords(one.step),
      otherBadge(one.outcome),
      one.millis !== undefined && `${one.millis} ms`,
      html`${foreign(one.detail)}
${one.remedy && html`<p><strong>${frameWords.whatToDo}</strong> ${one.remedy}</p>`}
${one.code && html`<p class="hint">${code(one.code)}</p>`}`,
    ]),
  )
}
