// How much was accepted, delivered, given up and received in the last hour and the last day.
import type { FigureStep as Step, Store } from '../../store/index.ts'
import { cached } from './cached.ts'

export const figuresOwners = ['tenant', 'installation'] as const

type Counts = Pick<Step, 'accepted' | 'delivered' | 'failed' | 'received'>

export type FigureStep = Counts & {
  from: string
  /** From submission to receipt; absent when nothing was delivered. */
  medianSeconds?: number
}

export type Figures = {
  of: (typeof figuresOwners)[number]
  /** Up to when. */
  at: string
  /** In the queue now. */
  waiting: number
  lastHour: Counts & { stepSeconds: number; steps: FigureStep[] }
  lastDay: Counts & { stepSeconds: number; steps: FigureStep[] }
}

type FiguresNeeds = {
  store: Pick<Store, 'figures'>
  backlog(): Promise<Map<string, number>>
  now(): Date
}

const minuteMs = 60_000
const hour = { steps: 12, stepMs: 5 * minuteMs }
const day = { steps: 24, stepMs: 60 * minuteMs }

/**
 * Counts for a tenant, or for all, once in so many milliseconds, for any number of callers. None
 * waits for what was counted less than `staleMs` ago.
 */
export function openFigures(
  { store, backlog, now }: FiguresNeeds,
  { hourMs, dayMs, staleMs }: { hourMs: number; dayMs: number; staleMs: number },
): (tenantId?: string) => Promise<Omit<Figures, 'of'>> {
  const kept = new Map<string | undefined, () => Promise<Omit<Figures, 'of'>>>()
  const open = (tenantId: string | undefined) => {
    const count = async ({ steps, stepMs }: typeof hour) => {
      const at = now()
      const bounds = Array.from(
        { length: steps + 1 },
        (_, step) => new Date(at.getTime() - (steps - step) * stepMs),
      )
      const counted = await store.figures({ bounds, ...(tenantId ? { tenantId } : {}) })
      return { at: at.toISOString(), ...toPeriod(counted, stepMs) }
    }
    const lastHour = cached(() => count(hour), hourMs, staleMs)
    const lastDay = cached(() => count(day), dayMs, staleMs)
    return async () => {
      const [{ at, ...ofHour }, { at: _, ...ofDay }, waiting] = await Promise.all([
        ...([lastHour(), lastDay(), backlog()] as const),
      ])
      const depths = tenantId ? [waiting.get(tenantId) ?? 0] : [...waiting.values()]
      const depth = depths.reduce((sum, one) => sum + one, 0)
      return { at, waiting: depth, lastHour: ofHour, lastDay: ofDay }
    }
  }
  return (tenantId) => {
    const ask = kept.get(tenantId) ?? open(tenantId)
    // What was asked for last is at the end, and the first ones are forgotten.
    kept.delete(tenantId)
    kept.set(tenantId, ask)
    if (kept.size > tenantsMax) kept.delete(kept.keys().next().value)
    return ask()
  }
}

const tenantsMax = 1_000

function toPeriod(steps: readonly Step[], stepMs: number): Figures['lastHour'] {
  const sum = (name: keyof Counts) => steps.reduce((total, step) => total + step[name], 0)
  return {
    ...{ accepted: sum('accepted'), delivered: sum('delivered') },
    ...{ failed: sum('failed'), received: sum('received') },
    stepSeconds: stepMs / 1000,
    steps: steps.map(({ from, medianMs, ...counts }) => ({
      from: from.toISOString(),
      ...counts,
      ...(medianMs === undefined ? {} : { medianSeconds: Math.max(0, medianMs) / 1000 }),
    })),
  }
}
