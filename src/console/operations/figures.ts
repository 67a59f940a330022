// The figures of the last day beside those of the week before, and its 24 hours as bars.
import type { FigureStep, Figures } from '../../core/runtime/figures.ts'
import { figures } from '../components/facts.ts'
import { plot } from '../components/plot.ts'
import { duration } from '../components/time.ts'
import { type Html, html } from '../html.ts'
import { section } from '../show.ts'

export function figuresSection({ of, waiting, lastDay, dayOfWeekBefore: before }: Figures): Html {
  const beside = (count: number) => `${shown(count)} a week before`
  const { medianSeconds } = lastDay
  return section(
    'figures',
    of === 'installation' ? 'The last 24 hours, of all tenants' : 'The last 24 hours',
    html`${figures([
      { name: 'Submitted', value: shown(lastDay.accepted), beside: beside(before.accepted) },
      { name: 'Delivered', value: shown(lastDay.delivered), beside: beside(before.delivered) },
      { name: 'Not delivered', value: shown(lastDay.failed), beside: beside(before.failed) },
      { name: 'Received', value: shown(lastDay.received), beside: beside(before.received) },
      {
        ...{
          name: 'Until delivered',
          value: medianSeconds === undefined ? '–' : brief(medianSeconds),
        },
        beside: 'median',
      },
      { name: 'Waiting now', value: html`<a href="/console/queue">${shown(waiting)}</a>` },
    ])}
${delivered(lastDay)}`,
  )
}

function delivered({ steps, stepSeconds, delivered: all }: Figures['lastDay']): Html {
  const most = Math.max(...steps.map((step) => step.delivered))
  return plot({
    name: 'Delivered, by the hour',
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
  if (seconds < 0.1) return '< 0.1 s'
  return seconds < 10 ? `${seconds.toFixed(1)} s` : duration(seconds)
}
