// The judgement at the end of a chaos run finds each thing that may not be.
import { expect, it } from 'vitest'
import { answeredFaults, type InboundEnd, type InboundRow, inboundFaults } from './check-inbound.ts'
import type { Receipted } from './peer.ts'

const receipted: Receipted[] = [
  { messageId: 'm1', instanceIdentifier: 'i1', content: Buffer.from('<one/>') },
  {
    ...{ messageId: 'm2', instanceIdentifier: 'i2', content: Buffer.from('<two/>') },
    mlsType: 'ALWAYS_SEND',
  },
]

const first: InboundRow = {
  ...{
    type: 'invoice',
    id: 'd1',
    messageId: 'm1',
    instanceIdentifier: 'i1',
    status: 'acknowledged',
  },
  mls: { status: 'not-expected' },
}
const second: InboundRow = {
  ...{
    type: 'invoice',
    id: 'd2',
    messageId: 'm2',
    instanceIdentifier: 'i2',
    status: 'acknowledged',
  },
  mls: { status: 'accepted', code: 'AP' },
}
const contents: Record<string, string> = { d1: '<one/>', d2: '<two/>' }
const honest: InboundEnd = {
  rows: [first, second],
  contentOf: async (id) => Buffer.from(contents[id]!),
  received: ['d1', 'd2'],
  statuses: ['i2'],
}

it('finds nothing wrong with an honest end', async () => {
  expect(await inboundFaults(receipted, honest)).toEqual([])
  expect(await inboundFaults(receipted, { ...honest, statuses: [] })).toEqual([])
  const late = { ...second, mls: { status: 'acknowledged', code: 'AB' } }
  expect(await inboundFaults(receipted, { ...honest, rows: [first, late] })).toEqual([])
})

it.each<[string, Partial<InboundEnd>, string]>([
  ['a lost document', { rows: [first] }, 'm2 has a receipt, and is gone'],
  [
    'a document that is there twice',
    {
      rows: [first, second, { ...first, id: 'd3' }],
      contentOf: async (id) => Buffer.from(contents[id] ?? '<one/>'),
      received: ['d3', 'd2'],
    },
    '1 documents have the MessageId of another one',
  ],
  [
    'a document that nobody sent',
    { rows: [first, second, { ...first, messageId: 'm3' }] },
    'm3 is stored, and was never sent',
  ],
  ['a flipped byte', { contentOf: async () => Buffer.from('<one/>') }, 'm2 has other bytes'],
  [
    'a document that is left',
    { rows: [{ ...first, status: 'available' }, second] },
    "m1 is 'available' at the end",
  ],
  ['a missing event', { received: ['d2'] }, 'm1 was announced 0 times'],
  ['an event too many', { received: ['d1', 'd1', 'd2'] }, 'm1 was announced 2 times'],
  [
    'no answer to who wanted one',
    { rows: [first, { ...second, mls: { status: 'awaited' } }] },
    "the status of m2 is 'awaited', not 'accepted'",
  ],
  [
    'an answer to who wanted none',
    { rows: [{ ...first, mls: { status: 'accepted' } }, second] },
    "the status of m1 is 'accepted', not 'not-expected'",
  ],
  ['two answers', { statuses: ['i2', 'i2'] }, '2 statuses about m2 came back'],
  ['an answer that nobody wanted', { statuses: ['i1', 'i2'] }, '1 statuses about m1 came back'],
])('finds %s', async (_, change, fault) => {
  expect(await inboundFaults(receipted, { ...honest, ...change })).toEqual([fault])
})

it('wants what is invalid to be refused, whether its sender asked or not', async () => {
  const sent = [{ ...receipted[0]!, isInvalid: true as const }, receipted[1]!]
  const refused = { ...first, mls: { status: 'rejected', code: 'RE' } }
  const end = { ...honest, rows: [refused, second], statuses: ['i1', 'i2'] }
  expect(await inboundFaults(sent, end)).toEqual([])
  expect(await inboundFaults(sent, { ...end, rows: [first, second] })).toEqual([
    "the status of m1 is 'not-expected', not 'rejected'",
  ])
})

it('finds a response that is lost, there twice, or not told once', () => {
  const answer = { id: 'a1', kind: 'invoice-response', counts: true }
  const told = { type: 'document.answered', data: { documentId: 'd1', answerId: 'a1' } }
  expect(answeredFaults('d1', [answer], [told])).toEqual([])
  expect(answeredFaults('d1', [{ ...answer, counts: false }], [])).toEqual([])
  const wrong: [(typeof answer)[], (typeof told)[]][] = [
    [[], []],
    [[answer], []],
    [[answer], [told, told]],
    [[answer, { ...answer, id: 'a2' }], [told]],
    [[{ ...answer, counts: false }], [told]],
  ]
  for (const [answers, events] of wrong)
    expect(answeredFaults('d1', answers, events)).not.toEqual([])
})
