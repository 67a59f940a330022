// Which statement is chosen for which list; that each is read as planned shows plans.test.ts.
import { expect, test } from 'vitest'
import {
  type CountPlan,
  type Few,
  type PagePlan,
  planCounts,
  planPage,
} from '../../../src/store/documents/list-plan.ts'
import type { ListQuery, ListSort } from '../../../src/store/index.ts'

type Filters = Partial<ListQuery>

const anyOrder = ['-createdAt', 'createdAt', '-updatedAt', 'updatedAt'] as const
const createdAt = ['-createdAt', 'createdAt'] as const
const updatedAt = ['-updatedAt', 'updatedAt'] as const

const kind: Filters = { kind: ['invoice'] }
const sender: Filters = { sender: ['0208:1'] }
const receiver: Filters = { receiver: ['0208:2', '0208:3'] }
const direction: Filters = { direction: ['outbound'] }
const failed: Filters = { status: ['failed'] }
const open: Filters = { status: ['failed', 'waiting'] }
const outcome: Filters = { states: [{ status: 'rejected' }, { status: 'failed' }] }
const message: Filters = { messageId: ['m1@fourcorner'] }
const from = new Date(0)
const created: Filters = { createdFrom: from, createdTo: from }
const updated: Filters = { updatedFrom: from, updatedTo: from }

function queryBy(sort: ListSort, filters: Filters): ListQuery {
  return { ...filters, sort, limit: 50 }
}

const d = 'documents'
const s = 'states'

const pages: [
  readonly ListSort[],
  Filters,
  Few | undefined,
  PagePlan['way'],
  PagePlan['tables'],
][] = [
  [createdAt, {}, undefined, 'in-order', [d]],
  [createdAt, kind, undefined, 'in-order', [d]],
  [createdAt, message, undefined, 'in-order', [d]],
  [createdAt, created, undefined, 'in-order', [d]],
  [createdAt, failed, undefined, 'in-order', [s]],
  [createdAt, { waitingReason: ['paused'] }, undefined, 'in-order', [s]],
  [createdAt, { updatedFrom: from }, undefined, 'in-order', [s]],
  [createdAt, { ...kind, ...failed }, undefined, 'in-order', [d, s]],
  [updatedAt, {}, undefined, 'in-order', [s]],
  [updatedAt, message, undefined, 'in-order', [s]],
  [updatedAt, failed, undefined, 'in-order', [s]],
  [updatedAt, kind, undefined, 'in-order', [d, s]],
  // A window of one time in the order of the other.
  [createdAt, updated, undefined, 'sorted', [s, d]],
  [createdAt, { ...updated, ...kind }, undefined, 'sorted', [s, d]],
  [updatedAt, created, undefined, 'sorted', [s]],
  [updatedAt, { ...created, ...kind }, undefined, 'sorted', [d, s]],
  [createdAt, { ...created, ...updated }, undefined, 'in-order', [s]],
  [updatedAt, { ...created, ...updated }, undefined, 'in-order', [s]],
  // What was counted, and is little.
  [updatedAt, sender, 'documents', 'sorted', [d, s]],
  [updatedAt, { ...sender, ...open }, 'documents', 'sorted', [d, s]],
  [updatedAt, { ...sender, ...open }, 'states', 'sorted', [s, d]],
  [updatedAt, open, 'states', 'sorted', [s]],
  [createdAt, open, 'states', 'sorted', [s, d]],
  [createdAt, { answers: ['AP'] }, 'states', 'sorted', [s, d]],
  [createdAt, { answers: ['AP'] }, undefined, 'in-order', [s]],
  [updatedAt, sender, 'set', 'in-set', [s, d]],
]

test.each(pages.flatMap(([sorts, ...page]) => sorts.map((sort) => [sort, ...page] as const)))(
  'a page by %s of %j, with few of %s, is read %s from %j',
  (sort, filters, few, way, tables) => {
    expect(planPage(queryBy(sort, filters), few)).toEqual({ way, tables })
  },
)

test.each([
  ...anyOrder.map((sort) => [sort, {}] as const),
  ...anyOrder.map((sort) => [sort, failed] as const),
  ...anyOrder.map((sort) => [sort, { status: ['failed', 'failed'] } satisfies Filters] as const),
  ...anyOrder.map((sort) => [sort, message] as const),
  ...anyOrder.map((sort) => [sort, { ...created, ...updated }] as const),
  ...createdAt.map((sort) => [sort, { ...sender, ...kind }] as const),
])('a page by %s of %j is read without counting', (sort, filters) => {
  expect(planCounts(queryBy(sort, filters))).toBeUndefined()
})

const counts: [readonly ListSort[], Filters, Partial<CountPlan>][] = [
  [anyOrder, open, { states: [['status']] }],
  [anyOrder, { answers: ['AP'] }, { states: [['answers']] }],
  [anyOrder, outcome, { states: [['states']] }],
  [anyOrder, { ...failed, states: [{ status: 'waiting' }] }, { states: [['status', 'states']] }],
  [createdAt, { ...open, ...sender }, { states: [['status']] }],
  [updatedAt, kind, { documents: [['kind']] }],
  [updatedAt, { number: ['1'] }, { documents: [['number']] }],
  // Each, and all that have a key together.
  [updatedAt, { ...sender, ...kind }, { documents: [['sender'], ['kind']] }],
  [
    updatedAt,
    { ...sender, ...receiver, ...kind },
    { documents: [['sender'], ['receiver'], ['kind'], ['sender', 'receiver']] },
  ],
  // One index finds them: they may be a set.
  [updatedAt, sender, { documents: [['sender']], set: [['sender']] }],
  [
    updatedAt,
    { ...sender, ...direction },
    {
      documents: [['direction'], ['sender'], ['direction', 'sender']],
      set: [['direction', 'sender']],
    },
  ],
  [
    updatedAt,
    { ...receiver, ...open },
    { documents: [['receiver']], states: [['status']], set: [['receiver']] },
  ],
  [updatedAt, direction, { documents: [['direction']] }],
  [updatedAt, { ...sender, ...message }, { documents: [['sender']] }],
  [updatedAt, { ...sender, ...created }, { documents: [['sender']] }],
  [updatedAt, { ...sender, ...updated }, { documents: [['sender']], set: [['sender']] }],
]

test.each(counts.flatMap(([sorts, ...count]) => sorts.map((sort) => [sort, ...count] as const)))(
  'before a page by %s of %j is counted %j',
  (sort, filters, plan) => {
    const all = { documents: [], states: [], set: [], ...plan }
    expect(planCounts(queryBy(sort, filters))).toEqual(all)
  },
)
