// A lookup step by step, as a table.
import type { ParticipantTrace } from '../../core/network/trace-participant.ts'
import { table } from '../components/table.ts'
import { foreign } from '../foreign.ts'
import { type Html, html } from '../html.ts'
import { code } from '../show.ts'
import { otherBadge } from '../words/other-states.ts'

export function lookupSteps({ steps }: Pick<ParticipantTrace, 'steps'>): Html {
  return table(
    'Step by step',
    ['Step', 'Outcome', { head: 'Took', as: 'figure' }, 'What the network says'],
    steps.map(({ step, outcome, detail, millis, code: failure, remedy }) => [
      step,
      otherBadge(outcome),
      millis !== undefined && `${millis} ms`,
      html`${foreign(detail)}${failure && html` ${code(failure)}`}
${remedy && html`<p><strong>What to do:</strong> ${remedy}</p>`}`,
    ]),
  )
}
