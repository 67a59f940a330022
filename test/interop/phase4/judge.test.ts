// Each kind of wrong that judge.ts is there to find, in a small exchange that is right without it.
import { describe, expect, it } from 'vitest'
import {
  type Exchange,
  judgeAnswers,
  judgeEvents,
  judgeReceived,
  judgeStatuses,
  type Received,
  type Sending,
  type Status,
  wantedCounts,
  wordsOf,
} from './judge.ts'

const usual: Sending = {
  ...{ fate: 'stored', messageId: 'm-1', instanceIdentifier: 'i-1', tenant: 'one' },
  ...{ sender: '9915:a', receiver: '9915:b', documentTypeId: 'type', processId: 'process' },
  ...{ type: 'invoice', number: 'F-1', verdict: 'valid', mlsType: 'ALWAYS_SEND' },
  ...{ mlsReceiver: '0242:900003', getsMls: true, isAcknowledged: true },
}
const sendings: Sending[] = [
  usual,
  { ...usual, first: usual, fate: 'same message' },
  { ...usual, first: usual, fate: 'same document', messageId: 'm-2' },
  { ...usual, first: usual, fate: 'other document', messageId: 'm-3', isAcknowledged: false },
  { ...usual, first: usual, fate: 'MessageId used' },
  { ...usual, fate: 'no participant', messageId: 'm-4' },
  {
    ...{ ...usual, messageId: 'm-5', instanceIdentifier: 'i-5', tenant: 'two' },
    ...{ verdict: 'invalid', reasons: ['SV'], isAcknowledged: false, mlsType: 'FAILURE_ONLY' },
  },
]

const refusals: Partial<Record<Sending['fate'], string>> = {
  'MessageId used': 'EBMS:0004 this MessageId was used before with another document',
  'no participant': 'EBMS:0004 PEPPOL:NOT_SERVICED',
}

const document = (messageId: string) => Buffer.from(`<Invoice a="é">${messageId}</Invoice>`)

function exchangeOf(sending: Sending): Exchange {
  const { fate, messageId } = sending
  const head =
    '<?xml version="1.0"?><S><StandardBusinessDocumentHeader></StandardBusinessDocumentHeader>'
  const sbd = `${head}${document(messageId)}</StandardBusinessDocument>`
  const reported = refusals[fate] ?? ''
  const bytes = Buffer.from(`receipt of ${messageId}`)
  return { sending, wire: Buffer.from(sbd), answer: { isReceipt: !reported, reported, bytes } }
}

const exchanges = sendings.map(exchangeOf)

function receivedOf(messageId: string, change: Partial<Received['record']>): Received {
  const { sending, wire, answer } = exchanges.find((one) => one.sending.messageId === messageId)!
  const { documentTypeId, processId, instanceIdentifier, tenant, type } = sending
  return {
    tenant,
    record: {
      ...{ id: `id of ${messageId}`, type, number: 'F-1', documentTypeId, processId, messageId },
      ...{ sender: { id: '9915:a' }, receiver: { id: '9915:b' }, accessPoint: 'POP900003' },
      ...{ instanceIdentifier, repeats: 0, status: 'available' },
      validation: { verdict: sending.verdict },
      mls: { requested: sending.mlsType ?? '', status: 'acknowledged', code: 'AB' },
      ...change,
    },
    content: document(messageId),
    files: [
      { kind: 'sbd', bytes: wire },
      { kind: 'as4-response', bytes: answer.bytes },
    ],
  }
}

const accepted = { requested: 'ALWAYS_SEND', status: 'accepted', code: 'AP' }
const rejected = { requested: 'FAILURE_ONLY', status: 'rejected', code: 'RE' }
const first = receivedOf('m-1', { repeats: 2, status: 'acknowledged', mls: accepted })
const received: Received[] = [
  {
    ...first,
    files: [...first.files, { kind: 'as4-response', bytes: Buffer.from('receipt of m-2') }],
  },
  receivedOf('m-3', { sameInstanceAs: 'id of m-1' }),
  receivedOf('m-5', { mls: rejected }),
].map((one) => ({ ...one, files: [...one.files, { kind: 'findings', bytes: Buffer.from('{}') }] }))

const route = {
  ...{ sender: '0242:900001', receiver: '0242:900003' },
  ...{ envelopeSender: '0242:900001', envelopeReceiver: '0242:900003' },
}
const statuses: Status[] = [
  { documentId: 'i-1', code: 'AP', reasons: [], ...route },
  { documentId: 'i-1', code: 'AB', reasons: [], ...route },
  { documentId: 'i-5', code: 'RE', reasons: ['SV', 'SV'], ...route },
]

/** A list in which one item is another, or none. */
const changed = <T>(items: readonly T[], at: number, item?: T): T[] =>
  items.flatMap((one, index) => (index === at ? (item ? [item] : []) : [one]))

it('what is right is found to be right', () => {
  expect(judgeAnswers(exchanges)).toEqual([])
  expect(judgeReceived(exchanges, received)).toEqual([])
  expect(judgeStatuses(exchanges, statuses)).toEqual([])
  expect(judgeEvents(received, told)).toEqual([])
  expect(wantedCounts(exchanges)).toEqual({ stored: 3, repeat: 2, 'EBMS:0004': 2 })
})

const told = received.map(({ tenant, record }) => ({ tenant, documentId: record.id }))

describe('an answer is found wrong', () => {
  const judged = (at: number, answer: Partial<Exchange['answer']>) => {
    const exchange = exchanges[at]!
    return judgeAnswers(
      changed(exchanges, at, { ...exchange, answer: { ...exchange.answer, ...answer } }),
    )
  }

  it.each([
    ['a refusal', 0, { isReceipt: false, reported: 'EBMS:0004 x' }, /^m-1 .*refused with 'EBMS/],
    [
      'a receipt of another',
      2,
      { bytes: Buffer.from('receipt of m-1') },
      /^m-2 .* another message/,
    ],
    ['another receipt', 1, { bytes: Buffer.from('new, of m-1') }, /^m-1 .*another receipt/],
    ['a receipt', 5, { isReceipt: true, reported: '' }, /^m-4 \(no participant\) got a receipt/],
    ['another error', 4, { reported: 'EBMS:0004 PEPPOL:NOT_SERVICED' }, /^m-1 .*refused with/],
  ])('%s', (_, at, answer, fault) => {
    expect(judged(at, answer)).toEqual([expect.stringMatching(fault)])
  })
})

describe('a document is found wrong', () => {
  const judged = (at: number, item?: Received) =>
    judgeReceived(exchanges, changed(received, at, item))
  const record = (at: number, change: Partial<Received['record']>) => {
    const one = received[at]!
    return judged(at, { ...one, record: { ...one.record, ...change } })
  }
  const without = (at: number, kind: string) => {
    const one = received[at]!
    return judged(at, { ...one, files: one.files.filter((file) => file.kind !== kind) })
  }

  it('that is missing, there twice, or was never sent', () => {
    expect(judged(2)).toEqual(['m-5 is not stored'])
    expect(judgeReceived(exchanges, [...received, received[2]!])).toEqual(['m-5 is stored 2 times'])
    expect(judgeReceived(changed(exchanges, 6), received)).toEqual([
      'm-5 is stored, and should not be',
    ])
  })

  it.each([0, 20])('with one bit flipped: byte %i', (at) => {
    const one = received[0]!
    const content = Buffer.from(one.content)
    content[at] = content[at]! ^ 1
    expect(judged(0, { ...one, content })).toEqual(['m-1: the content is not what was sent'])
  })

  it('with white space around it, or another SBD', () => {
    const one = received[0]!
    const content = Buffer.from(`${one.content}\n`)
    expect(judged(0, { ...one, content })).toEqual(['m-1: the content is not what was sent'])
    const files = changed(one.files, 0, { kind: 'sbd', bytes: Buffer.from('<S/>') })
    expect(judged(0, { ...one, files })).toEqual(['m-1: the stored SBD is not what was sent'])
  })

  it('without its receipts, or its findings', () => {
    expect(without(0, 'as4-response')).toEqual([
      'm-1: the receipt of m-1 is not stored',
      'm-1: the receipt of m-2 is not stored',
      'm-1 has 0 receipts',
    ])
    expect(without(2, 'findings')).toEqual(['m-5 is invalid and has no findings'])
  })

  it('shown to another tenant', () => {
    expect(judged(0, { ...received[0]!, tenant: 'two' })).toEqual(['m-1: tenant is two, not one'])
  })

  it.each<[string, number, Partial<Received['record']>, string]>([
    ['number', 0, { number: 'F-2' }, 'number is F-2, not F-1'],
    ['repeats', 0, { repeats: 1 }, 'repeats is 1, not 2'],
    ['flag', 1, { sameInstanceAs: 'id of m-5' }, 'sameInstanceAs is m-5, not m-1'],
    ['status', 0, { status: 'available' }, 'status is available, not acknowledged'],
    ['verdict', 2, { validation: { verdict: 'valid' } }, 'verdict is valid, not invalid'],
    ['answer', 0, { mls: { ...accepted, code: 'AB' } }, 'mlsCode is AB, not AP'],
    [
      'waiting',
      2,
      { mls: { ...rejected, status: 'awaited' } },
      'mlsStatus is awaited, not rejected',
    ],
  ])('by its record: %s', (_, at, change, fault) => {
    expect(record(at, change)).toEqual([`${received[at]!.record.messageId}: ${fault}`])
  })
})

describe('a Message Level Status is found wrong', () => {
  const judged = (at: number, change?: Partial<Status>) =>
    judgeStatuses(exchanges, changed(statuses, at, change && { ...statuses[at]!, ...change }))

  it('that is missing, or comes twice', () => {
    expect(judged(2)).toEqual([expect.stringMatching(/^RE SV about i-5 .*: is missing$/)])
    expect(judgeStatuses(exchanges, [...statuses, statuses[0]!])).toEqual([
      expect.stringMatching(/^AP .*about i-1 .*: came, unasked$/),
    ])
  })

  it.each<[string, number, Partial<Status>]>([
    ['of the wrong kind', 0, { code: 'AB' }],
    ['for the wrong reason', 2, { reasons: ['BV'] }],
    ['about another document', 2, { documentId: 'i-1' }],
    ['for another provider', 0, { receiver: '0242:900001' }],
    ['by another route', 0, { envelopeReceiver: '0242:900001' }],
    ['that asks for a status', 0, { mlsType: 'ALWAYS_SEND' }],
  ])('%s', (_, at, change) => {
    expect(judged(at, change)).toEqual([
      expect.stringContaining('is missing'),
      expect.stringContaining('came, unasked'),
    ])
  })
})

it('an event is found wrong that is missing, comes twice, or tells another tenant', () => {
  expect(judgeEvents(received, told.slice(1))).toEqual(['one: id of m-1: was not told of'])
  expect(judgeEvents(received, [...told, told[0]!])).toEqual(['one: id of m-1: was told of'])
  expect(judgeEvents(received, changed(told, 0, { ...told[0]!, tenant: 'two' }))).toEqual([
    'one: id of m-1: was not told of',
    'two: id of m-1: was told of',
  ])
})

describe("a receiver's word", () => {
  const issues = [
    { code: 'BV', location: '/Invoice', text: 'No such order.' },
    { code: 'BW', text: 'Old.' },
  ] as const
  const refusing: Sending = {
    ...{ ...usual, isAcknowledged: false, mlsType: 'FAILURE_ONLY' },
    word: { code: 'RE', description: 'Not ours.', issues: [...issues] },
  }
  const kept: Sending = { ...refusing, messageId: 'm-9', word: { code: 'AP' } }
  const route = { sender: '0242:900001', receiver: '0242:900003' }
  const status = (code: string, reasons: string[]): Status => ({
    ...{ documentId: 'i-1', code, reasons, ...route },
    ...{ envelopeSender: route.sender, envelopeReceiver: route.receiver },
  })

  it('is owed when it refuses, and is missing when something else came', () => {
    const both = [refusing, kept].map(exchangeOf)
    expect(judgeStatuses(both, [status('RE', ['BV'])])).toEqual([])
    expect(judgeStatuses(both, [status('AB', [])])).toHaveLength(2)
    expect(judgeStatuses(both, [status('RE', ['FD'])])).toHaveLength(2)
  })

  it('is what its status has to say, if one is owed', () => {
    expect(wordsOf([refusing, kept].map(exchangeOf))).toEqual([
      {
        ...{ documentId: 'i-1', code: 'RE', description: 'Not ours.' },
        issues: [
          { reason: 'BV', line: '/Invoice', text: 'No such order.' },
          { reason: 'BW', line: 'NA', text: 'Old.' },
        ],
      },
    ])
  })
})
