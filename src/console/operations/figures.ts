// The figures of the last hour and the last day, as a table and as plots.
import type { FigureStep, Figures } from '../../core/runtime/figures.ts'
import { plot } from '../components/plot.ts'
import { table } from '../components/table.ts'
import { duration } from '../components/time.ts'
import { type Html, html } from '../html.ts'
import { section } from '../show.ts'

const rows = [
  ['Accepted', 'accepted'],
  ['Delivered', 'delivered'],
  ['Failed', 'failed'],
  ['Received', 'received'],
] as const

export function figuresSection({ of, waiting, lastHour, lastDay }: Figures): Html {
  return section(
    'figures',
    of === 'installation' ? 'Lately, of all tenants' : 'Lately',
    html`${table(
      'Figures',
      ['Documents', { head: 'Last hour', as: 'figure' }, { head: 'Last day', as: 'figure' }],
      [
        ...rows.map(([name, count]) => [name, shown(lastHour[count]), shown(lastDay[count])]),
        ['Waiting now', shown(waiting), ''],
      ],
    )}
${delivered('Delivered in the last hour', lastHour)}
${delivered('Delivered in the last day', lastDay)}`,
  )
}

type Period = Figures['lastHour']

function delivered(name: string, { steps, stepSeconds, delivered: all }: Period): Html {
  const most = Math.max(...steps.map((step) => step.delivered))
  return plot({
    name,
    said: `${shown(all)}; at most ${shown(most)} in ${duration(stepSeconds)}`,
    bars: steps.map((step) => ({
      label: step.from.slice(11, 16),
      value: step.delivered,
      shown: describe(step),
    })),
  })
}

function describe({ delivered: count, medianSeconds }: FigureStep): string {
  return medianSeconds === undefined
    ? shown(count)
    : `${shown(count)}, median ${brief(medianSeconds)}`
}

function shown(count: number): string {
  return count.toLocaleString('en-GB')
}

/** Deliveries take less than a second, as a rule. */
function brief(seconds: number): string {
  return seconds < 10 ? `${seconds.toFixed(1)} s` : duration(seconds)
}
