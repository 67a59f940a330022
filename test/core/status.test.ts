import { describe, expect, it } from 'vitest'
import { moveOn, outcomeOf, outcomes, statesOf } from '../../src/core/status.ts'
import { certainties, type Status, statuses } from '../../src/store/index.ts'

type Event = Parameters<typeof moveOn>[1]

const allowed: [Status | undefined, Event, Status][] = [
  [undefined, 'submitted', 'accepted'],
  [undefined, 'refused', 'rejected'],
  ['accepted', 'claimed', 'sending'],
  ['waiting', 'claimed', 'sending'],
  ['sending', 'lease-ran-out', 'waiting'],
  ['sending', 'delivered', 'delivered'],
  ['sending', 'postponed', 'waiting'],
  ['sending', 'failed', 'failed'],
  ['accepted', 'cancelled', 'cancelled'],
  ['waiting', 'cancelled', 'cancelled'],
  ['failed', 'retried', 'waiting'],
  ['waiting', 'failed', 'failed'],
  ['waiting', 'reported', 'reported'],
]

describe('the status of a document', () => {
  it.each(allowed)('moves from %s by "%s" to %s', (from, event, to) => {
    expect(moveOn(from, event, 'test')).toEqual({ to, event, actor: 'test' })
  })

  const statuses = [
    undefined,
    'accepted',
    'waiting',
    'sending',
    'delivered',
    'rejected',
    'failed',
    'cancelled',
    'reported',
  ] as const
  const events = [...new Set(allowed.map(([, event]) => event))]
  const forbidden = statuses.flatMap((from) =>
    events
      .filter((event) => !allowed.some(([f, e]) => f === from && e === event))
      .map((event) => [from, event] as const),
  )
  it.each(forbidden)('does not move from %s by "%s"', (from, event) => {
    expect(() => moveOn(from, event, 'test')).toThrow('no move')
  })
})

describe('the outcome', () => {
  it('wants attention only when a document was given up that may have arrived', () => {
    expect(outcomeOf({ status: 'failed', certainty: 'unknown' })).toBe('attention')
    expect(outcomeOf({ status: 'failed', certainty: 'not-sent' })).toBe('failed')
    expect(outcomeOf({ status: 'failed', certainty: 'refused' })).toBe('failed')
    expect(outcomeOf({ status: 'waiting', certainty: 'unknown' })).toBe('in-progress')
  })
})

const held = { status: 'overdue', holds: true } as const
const ended = { status: 'accepted', holds: true } as const
const details = certainties.flatMap((certainty) => [
  { certainty, isRefused: false, isHeld: false },
  { certainty, isRefused: false, isHeld: false, taxReport: ended },
  { certainty, isRefused: false, isHeld: true, taxReport: held },
  { certainty, isRefused: true, isHeld: false, mls: { status: 'rejected' as const } },
  {
    certainty,
    isRefused: true,
    isHeld: true,
    mls: { status: 'rejected' as const },
    taxReport: held,
  },
])
const each = statuses.flatMap((status) => details.map((detail) => ({ status, ...detail })))

describe('the states that a list looks for', () => {
  it.each(outcomes)('are those of the outcome %s, and no others', (outcome) => {
    const states = statesOf([outcome])
    const found = each.filter((one) =>
      states.some(
        ({ status, certainty = one.certainty, isRefused = one.isRefused, isHeld = one.isHeld }) =>
          status === one.status &&
          certainty === one.certainty &&
          isRefused === one.isRefused &&
          isHeld === one.isHeld,
      ),
    )
    expect(found).toEqual(each.filter((one) => outcomeOf(one) === outcome))
    expect(found).not.toEqual([])
  })

  it('say no more than matters', () => {
    expect(statesOf(['in-progress'])).not.toContainEqual(
      expect.objectContaining({ certainty: expect.anything() }),
    )
    expect(statesOf(['rejected'])).toHaveLength(4)
  })
})
