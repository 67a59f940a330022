// The same message again, and messages that claim the id of another.
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { judgeAnswer, readSentMessage } from '../../../src/as4/index.ts'
import { byStranger, drop, swap } from './edits.ts'
import {
  compose,
  type HostileMessage,
  part,
  resign,
  sbd,
  toHttpMessage,
} from './hostile-message.ts'
import { countIn } from './judge.ts'
import { checkSigner, neighbour, receiver, selfSigned } from './pki.ts'
import { openTestReceiver, type TestReceiver } from './test-receiver.ts'

let testReceiver: TestReceiver
beforeEach(async () => {
  testReceiver = await openTestReceiver()
})
afterEach(() => testReceiver.close())

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const other = sbd({
  document:
    '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><ID>2</ID></Invoice>',
})
const otherDocument = () => compose({ parts: [part(other)] })

describe('replay', () => {
  test('answers the same message with the same receipt, and keeps it once', async () => {
    const message = toHttpMessage(compose())
    const answers = [
      await testReceiver.answer(message),
      await testReceiver.answer(message),
      await testReceiver.answer(message),
    ]
    expect(answers[0]!.toString()).toContain('<eb:Receipt>')
    expect(new Set(answers.map(hash)).size).toBe(1)
    expect((await testReceiver.counts()).kept).toBe(1)
    expect((await testReceiver.counts()).arrived).toBe(3)
  })

  test('does so too when the same message comes twenty times at the same moment', async () => {
    const message = toHttpMessage(compose())
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => testReceiver.answer(message)),
    )
    expect(answers[0]!.toString()).toContain('<eb:Receipt>')
    expect(new Set(answers.map(hash)).size).toBe(1)
    expect((await testReceiver.counts()).kept).toBe(1)
  })

  test('keeps two messages that come at the same moment and differ in their id', async () => {
    const outcomes = ['a@x', 'b@x'].map((messageId) => testReceiver.send(compose({ messageId })))
    expect(await Promise.all(outcomes)).toEqual(['receipt', 'receipt'])
    expect((await testReceiver.counts()).kept).toBe(2)
  })

  const forgeries: [string, () => HostileMessage, string][] = [
    ['unsigned', byStranger(drop('ds:Signature')), 'EBMS:0101'],
    ['signed by a stranger', () => compose({ signer: selfSigned }), 'EBMS:0101'],
    ['changed', byStranger(swap('9915:sender', '9915:evil')), 'EBMS:0101'],
    [
      'encrypted for somebody else',
      () => compose({ recipient: neighbour.certificate }),
      'EBMS:0102',
    ],
    [
      'with a damaged payload',
      () => compose({ parts: [part('', { content: Buffer.from('x') })] }),
      'EBMS:0303',
    ],
    ['with a contradiction', () => compose({ originalSender: '9915:evil' }), 'EBMS:0004'],
    [
      'of a trusted neighbour in the name of the sender',
      () => compose({ signer: neighbour, parts: [part(other)] }),
      'EBMS:0003',
    ],
  ]
  // And the eight tests of this file that are not in the table.
  countIn('replay', forgeries.length + 8)
  test.each(forgeries)('lets no forgery use up a MessageId: %s', async (_name, forge, outcome) => {
    expect(await testReceiver.send(forge())).toContain(outcome)
    expect((await testReceiver.counts()).kept).toBe(0)
    expect(await testReceiver.send(compose())).toBe('receipt')
    expect((await testReceiver.counts()).kept).toBe(1)
    expect(await testReceiver.send(forge())).toContain(outcome)
    expect((await testReceiver.counts()).kept).toBe(1)
  })

  test('lets no other access point use up the MessageId of an honest one', async () => {
    const taken = compose({ signer: neighbour, from: 'POP000003', parts: [part(other)] })
    expect(await testReceiver.send(taken)).toBe('receipt')
    expect(await testReceiver.send(compose())).toBe('receipt')
    expect((await testReceiver.counts()).kept).toBe(2)
  })

  test('gives no other access point the receipt of an honest one', async () => {
    const honest = await testReceiver.answer(compose())
    const copied = compose({ signer: neighbour, from: 'POP000003' })
    expect(hash(await testReceiver.answer(copied))).not.toBe(hash(honest))
  })

  test('refuses another document under the same MessageId, whichever comes first', async () => {
    expect(await testReceiver.send(compose())).toBe('receipt')
    expect(await testReceiver.send(otherDocument())).toContain(
      'EBMS:0004 this MessageId was used before',
    )
    expect(await testReceiver.send(compose())).toBe('receipt')
    expect((await testReceiver.counts()).kept).toBe(1)
  })

  test('takes one of two documents that come under one MessageId at the same moment', async () => {
    const outcomes = await Promise.all([
      testReceiver.send(compose()),
      testReceiver.send(otherDocument()),
    ])
    expect(outcomes.filter((outcome) => outcome === 'receipt')).toHaveLength(1)
    expect((await testReceiver.counts()).kept).toBe(1)
  })

  test('proves nothing for another header under the same MessageId and document', async () => {
    const first = toHttpMessage(compose())
    const second = toHttpMessage(
      resign({ ...compose(), soap: compose().soap.replace('conversation-1', 'conversation-2') }),
    )
    const answer = (body: Buffer) => ({
      kind: 'answered' as const,
      status: 200,
      contentType: 'application/soap+xml',
      body,
    })
    const expected = { receiver: receiver.certificate, checkSigner }
    const receipt = await testReceiver.answer(first)
    expect((await judgeAnswer(readSentMessage(first), answer(receipt), expected)).kind).toBe(
      'receipt',
    )
    const verdict = await judgeAnswer(readSentMessage(second), answer(receipt), expected)
    expect(verdict).toMatchObject({ kind: 'no-receipt', code: 'as4.receipt-digest-mismatch' })
  })
})
