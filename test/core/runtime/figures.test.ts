// The figures are counted now and then, for each tenant apart.
import { expect, it } from 'vitest'
import { openFigures } from '../../../src/core/runtime/figures.ts'
import type { FiguresQuery } from '../../../src/store/documents/figures.ts'

const at = new Date('2026-03-01T10:00:00.000Z')

function counting(limits = { everyMs: 60_000, staleMs: 60_000 }) {
  const asked: { tenantId?: string; from: string; steps: number }[] = []
  const figures = async ({ tenantId, bounds }: FiguresQuery) => {
    const [from] = bounds
    asked.push({
      ...(tenantId ? { tenantId } : {}),
      from: from!.toISOString(),
      steps: bounds.length - 1,
    })
    const counts = { accepted: 2, delivered: 1, failed: 0, received: 3, medianMs: 1_500 }
    return bounds.slice(1).map((_, step) => ({ from: bounds[step]!, ...counts }))
  }
  const backlog = async () => new Map([...[['a', 5] as const, ['b', 7] as const]])
  return { asked, figuresOf: openFigures({ store: { figures }, backlog, now: () => at }, limits) }
}

it('covers an hour and a day up to one moment, and sums their steps', async () => {
  const { lastHour, lastDay, dayOfWeekBefore, ...now } = await counting().figuresOf('a')
  expect(now).toEqual({ at: at.toISOString(), waiting: 5 })
  expect(lastHour).toMatchObject({ stepSeconds: 300, accepted: 24, delivered: 12, received: 36 })
  expect(lastHour.steps.map(({ from }) => from).at(0)).toBe('2026-03-01T09:00:00.000Z')
  expect(lastDay).toMatchObject({ stepSeconds: 3_600, accepted: 48, failed: 0, medianSeconds: 1.5 })
  expect(lastDay.steps.map(({ from }) => from).at(0)).toBe('2026-02-28T10:00:00.000Z')
  expect(dayOfWeekBefore).toEqual({
    ...{ accepted: 2, delivered: 1, failed: 0, received: 3, medianSeconds: 1.5 },
  })
})

it('compares with the same 24 hours of the week before', async () => {
  const { asked, figuresOf } = counting()
  await figuresOf('a')
  expect(asked).toEqual([
    { tenantId: 'a', from: '2026-03-01T09:00:00.000Z', steps: 12 },
    { tenantId: 'a', from: '2026-02-28T10:00:00.000Z', steps: 24 },
    { tenantId: 'a', from: '2026-02-28T10:00:00.000Z', steps: 1 },
    { tenantId: 'a', from: '2026-02-21T10:00:00.000Z', steps: 1 },
  ])
})

it('is counted once for many who ask, and for each tenant apart', async () => {
  const { asked, figuresOf } = counting()
  await Promise.all([figuresOf('a'), figuresOf('a'), figuresOf('b'), figuresOf()])
  await figuresOf('a')
  const tenants = asked.map(({ tenantId }) => tenantId)
  expect(tenants).toEqual(['a', 'b', undefined].flatMap((one) => Array(4).fill(one)))
  expect((await figuresOf('c')).waiting).toBe(0)
  expect((await figuresOf()).waiting).toBe(12)
})

it('is counted again after a while', async () => {
  const { asked, figuresOf } = counting({ everyMs: 0, staleMs: 0 })
  await figuresOf('a')
  await figuresOf('a')
  expect(asked).toHaveLength(8)
})
