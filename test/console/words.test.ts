// The tables of words: one state for a document, in one word and one colour.
import { describe, expect, it } from 'vitest'
import { failureReason } from '../../src/console/words/reasons.ts'
import {
  attentionWords,
  type StateFacts,
  stateChoices,
  stateOf,
} from '../../src/console/words/states.ts'
import { failureCodes } from '../../src/core/failure-codes.ts'
import { attentions, directions, statuses } from '../../src/core/record.ts'

const validation = { verdict: 'not-validated', errors: 0 } as const
const sent = (facts: Partial<StateFacts> & Pick<StateFacts, 'status'>): StateFacts => ({
  ...{ direction: 'outbound', mls: { status: 'not-expected' }, validation },
  ...facts,
})
const received = (facts: Partial<StateFacts> & Pick<StateFacts, 'status'>): StateFacts => ({
  ...{ direction: 'inbound', mls: { status: 'not-expected' }, validation },
  ...facts,
})
const failure = { code: 'certificate.expired', detail: 'expired' }

describe('where a document stands', () => {
  it.each([
    [sent({ status: 'accepted' }), 'info Sending'],
    [sent({ status: 'sending' }), 'info Sending'],
    [
      sent({ status: 'waiting', waiting: { reason: 'retry-backoff' } }),
      'info Waiting receiver does not respond',
    ],
    [sent({ status: 'waiting', waiting: { reason: 'paused' } }), 'care Paused'],
    [sent({ status: 'delivered' }), 'good Delivered'],
    [sent({ status: 'delivered', mls: { status: 'awaited' } }), 'good Delivered status expected'],
    [
      sent({ status: 'delivered', mls: { status: 'accepted' } }),
      'good Confirmed by the receiver’s provider',
    ],
    [
      sent({ status: 'delivered', mls: { status: 'overdue' } }),
      'care No answer from the receiver’s provider',
    ],
    [
      sent({ status: 'delivered', mls: { status: 'rejected', reason: 'BR-01' } }),
      'bad Rejected by the receiver: BR-01',
    ],
    [
      sent({ status: 'delivered', responseCode: 'RE', mls: { status: 'accepted' } }),
      'bad Rejected by the receiver',
    ],
    [
      sent({ status: 'delivered', responseCode: 'UQ', answerReason: 'Which order?' }),
      'care Query Which order?',
    ],
    [sent({ status: 'delivered', responseCode: 'CA' }), 'care Query'],
    [sent({ status: 'delivered', responseCode: 'AP' }), 'good Accepted'],
    [sent({ status: 'delivered', responseCode: 'PD' }), 'good Paid'],
    [
      sent({ status: 'rejected', validation: { verdict: 'invalid', errors: 2 } }),
      'bad Not valid 2 errors',
    ],
    [
      sent({ status: 'failed', certainty: 'not-sent', failure }),
      'bad Not delivered receiver’s certificate has expired',
    ],
    [sent({ status: 'failed', certainty: 'unknown', failure }), 'bad Unclear ask the receiver'],
    [sent({ status: 'failed', setAside: { note: 'on paper' } }), 'quiet Put aside on paper'],
    [sent({ status: 'failed', sentAnewAs: 'x' }), 'quiet Sent anew as another document'],
    [sent({ status: 'cancelled' }), 'quiet Cancelled'],
    [received({ status: 'available' }), 'info New'],
    [received({ status: 'acknowledged' }), 'quiet Taken'],
    [
      received({ status: 'available', validation: { verdict: 'invalid', errors: 1 } }),
      'bad Not valid 1 error',
    ],
    [received({ status: 'acknowledged', responseCode: 'RE' }), 'quiet Answered rejected'],
  ])('%o is %s', (facts, expected) => {
    const { tone, word, reason } = stateOf(facts)
    expect([tone, word, reason].filter(Boolean).join(' ')).toBe(expected)
  })

  it('is said of each status', () => {
    for (const direction of directions)
      for (const status of statuses)
        expect(stateOf({ ...sent({ status }), direction }).word).toMatch(/^[A-Z]/)
  })
})

describe('the words', () => {
  it('name every reason for attention once, and lists are narrowed by the same words', () => {
    const named = directions.flatMap((direction) => attentionWords(direction))
    expect(named.map(({ attention }) => attention).sort()).toEqual([...attentions].sort())
    for (const direction of directions) {
      const words = stateChoices(direction).map(({ word }) => word)
      expect(new Set(words).size).toBe(words.length)
    }
  })

  it('give a reason of six words at most for every failure', () => {
    for (const code of Object.keys(failureCodes)) {
      const reason = failureReason(code)!
      expect(reason.split(' ').length, reason).toBeLessThanOrEqual(6)
    }
    expect(failureReason('constructor')).toBeUndefined()
    expect(failureReason('new.code')).toBeUndefined()
  })
})
