// How much was accepted, delivered, given up and received in the last hour and the last day.
import type { FigureStep as Step, Store } from '../../store/index.ts'
import { cached } from './cached.ts'
import { perTenant } from './per-tenant.ts'

export const figuresOwners = ['tenant', 'installation'] as const

type Counts = Pick<Step, 'accepted' | 'delivered' | 'failed' | 'received'>

export type FigureStep = Counts & {
  from: string
  /** From submission to receipt; absent when nothing was delivered. */
  medianSeconds?: number
}

export type Figures = {
  of: (typeof figuresOwners)[number]
  /** Up to when: one moment for all of them. */
  at: string
  /** In the queue now. */
  waiting: number
  lastHour: Counts & { stepSeconds: number; steps: FigureStep[] }
  lastDay: Counts & { stepSeconds: number; steps: FigureStep[]; medianSeconds?: number }
  /** The same day of the week before. */
  dayOfWeekBefore: Counts & { medianSeconds?: number }
}

type FiguresNeeds = {
  store: Pick<Store, 'figures'>
  backlog(): Promise<Map<string, number>>
  now(): Date
}

const minuteMs = 60_000
const hour = { steps: 12, stepMs: 5 * minuteMs }
const day = { steps: 24, stepMs: 60 * minuteMs }
const dayMs = day.steps * day.stepMs
const weekMs = 7 * dayMs

/**
 * Counts for a tenant, or for all, once in so many milliseconds, for any number of callers. None
 * waits for what was counted less than `staleMs` ago.
 */
export function openFigures(
  { store, backlog, now }: FiguresNeeds,
  { everyMs, staleMs }: { everyMs: number; staleMs: number },
): (tenantId?: string) => Promise<Omit<Figures, 'of'>> {
  return perTenant((tenantId) => {
    const of = tenantId ? { tenantId } : {}
    const counted = cached(
      async () => {
        const at = now()
        const count = ({ steps, stepMs }: typeof hour, end = at) =>
          store.figures({ bounds: boundsTo(end, steps, stepMs), ...of })
        const wholeDay = { steps: 1, stepMs: dayMs }
        const weekBefore = new Date(at.getTime() - weekMs)
        const [ofHour, ofDay, [whole], [before]] = await Promise.all([
          ...([count(hour), count(day), count(wholeDay), count(wholeDay, weekBefore)] as const),
        ])
        return {
          at: at.toISOString(),
          lastHour: toPeriod(ofHour, hour.stepMs),
          lastDay: { ...toPeriod(ofDay, day.stepMs), ...medianOf(whole!) },
          dayOfWeekBefore: { ...countsOf(before!), ...medianOf(before!) },
        }
      },
      everyMs,
      staleMs,
    )
    return async () => {
      const [periods, waiting] = await Promise.all([counted(), backlog()])
      const depths = tenantId ? [waiting.get(tenantId) ?? 0] : [...waiting.values()]
      return { ...periods, waiting: depths.reduce((sum, one) => sum + one, 0) }
    }
  })
}

function boundsTo(end: Date, steps: number, stepMs: number): Date[] {
  return Array.from(
    { length: steps + 1 },
    (_, step) => new Date(end.getTime() - (steps - step) * stepMs),
  )
}

function toPeriod(steps: readonly Step[], stepMs: number): Figures['lastHour'] {
  const sum = (name: keyof Counts) => steps.reduce((total, step) => total + step[name], 0)
  return {
    ...{ accepted: sum('accepted'), delivered: sum('delivered') },
    ...{ failed: sum('failed'), received: sum('received') },
    stepSeconds: stepMs / 1000,
    steps: steps.map((step) => ({
      from: step.from.toISOString(),
      ...countsOf(step),
      ...medianOf(step),
    })),
  }
}

function countsOf({ accepted, delivered, failed, received }: Step): Counts {
  return { accepted, delivered, failed, received }
}

function medianOf({ medianMs }: Step): { medianSeconds?: number } {
  return medianMs === undefined ? {} : { medianSeconds: Math.max(0, medianMs) / 1000 }
}
