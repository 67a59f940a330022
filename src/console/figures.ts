// The figures of the last hour and the last day, as a table and as plots.
import type { FigureStep, Figures } from '../core/runtime/figures.ts'
import { type Html, html } from './html.ts'
import { bars } from './plot.ts'
import { duration, table } from './show.ts'

const rows = [
  ['Accepted', 'accepted'],
  ['Delivered', 'delivered'],
  ['Failed', 'failed'],
  ['Received', 'received'],
] as const

export function figuresSection({ of, waiting, lastHour, lastDay }: Figures): Html {
  const title = of === 'installation' ? 'Lately, of all tenants' : 'Lately'
  return html`<h2>${title}</h2>
${table(
  'Figures',
  ['Documents', 'Last hour', 'Last day'],
  [
    ...rows.map(
      ([name, count]) => html`<tr><th scope="row">${name}</th>
<td>${shown(lastHour[count])}</td><td>${shown(lastDay[count])}</td></tr>`,
    ),
    html`<tr><th scope="row">Waiting now</th><td colspan="2">${shown(waiting)}</td></tr>`,
  ],
)}
<div class="plots">
${throughput('Delivered in the last hour', lastHour)}
${throughput('Delivered in the last day', lastDay)}
${deliveryTime('Time to deliver, last hour', lastHour)}
${deliveryTime('Time to deliver, last day', lastDay)}
</div>`
}

type Period = Figures['lastHour']

function throughput(name: string, { steps, stepSeconds, delivered }: Period): Html {
  const counts = steps.map((step) => step.delivered)
  const most = Math.max(...counts)
  const said = `${shown(delivered)}; at most ${shown(most)} in ${duration(stepSeconds)}`
  return bars({ name, said, values: counts, ...axisOf(steps) })
}

function deliveryTime(name: string, { steps }: Period): Html {
  const medians = steps.map(({ medianSeconds }) => medianSeconds)
  const known = medians.filter((one) => one !== undefined)
  const ends = [...new Set([Math.min(...known), Math.max(...known)].map(brief))].join(' to ')
  const said = known.length === 0 ? 'nothing was delivered' : `median ${ends}`
  return bars({ name, said, values: medians, ...axisOf(steps) })
}

function axisOf(steps: readonly FigureStep[]): { from: string; to: string } {
  return { from: `${steps[0]!.from.slice(11, 16)} UTC`, to: 'now' }
}

function shown(count: number): string {
  return count.toLocaleString('en-GB')
}

/** Deliveries take less than a second, as a rule. */
function brief(seconds: number): string {
  return seconds < 10 ? `${seconds.toFixed(1)} s` : duration(seconds)
}
