import { beforeAll, describe, expect, test } from 'vitest'
import {
  As4Error,
  type As4ErrorCode,
  answerCases,
  buildErrorSignal,
  buildReceipt,
  type HttpMessage,
  judgeOutcome,
  type PostOutcome,
  type SentMessage,
} from '../../src/as4/index.ts'
import { readMessage } from './captured.ts'
import { newMessage, withSoap } from './peer.ts'
import { buildHonestMessage, keys, receive } from './receive.ts'

const facts = () => ({
  keys: keys.receiver,
  messageId: 'answer-1@fourcorner.test',
  timestamp: new Date('2026-11-21T11:00:00.000Z'),
})
const answered = ({ contentType, body }: HttpMessage, status = 200): PostOutcome => ({
  kind: 'answered',
  status,
  contentType,
  body,
})
const empty: HttpMessage = { contentType: '', body: Buffer.alloc(0) }
const failed = (
  reason: Extract<PostOutcome, { kind: 'failed' }>['reason'],
  bodySent: boolean,
): PostOutcome => ({ kind: 'failed', reason, bodySent, detail: 'told by the network' })
const signal = (code: As4ErrorCode, detail: string, refToMessageId?: string) =>
  buildErrorSignal(
    new As4Error(code, detail, refToMessageId === undefined ? {} : { refToMessageId }),
    facts(),
  )

async function withFewerReferences() {
  const message = await receive(await buildHonestMessage())
  return { ...message, references: message.references.slice(1) }
}

describe('what became of a message', () => {
  let sent: SentMessage
  let receipt: HttpMessage
  beforeAll(async () => {
    const request = await buildHonestMessage()
    sent = request.sent
    receipt = await buildReceipt(await receive(request), facts())
  })

  const judge = (outcome: PostOutcome, isRepeated = false, from = sent) =>
    judgeOutcome(from, outcome, {
      receiver: keys.receiver.certificate,
      checkSigner() {},
      isRepeated,
    })

  const table: [
    string,
    () => PostOutcome | Promise<PostOutcome>,
    string,
    string,
    string | undefined,
  ][] = [
    ['a receipt', () => answered(receipt), 'receipt', 'confirmed', undefined],
    ['a receipt with HTTP 500', () => answered(receipt, 500), 'receipt', 'confirmed', undefined],
    [
      'a receipt without a signature',
      () =>
        answered(withSoap(receipt, (soap) => soap.replace(/<ds:Signature .*<\/ds:Signature>/, ''))),
      'receipt-invalid',
      'unknown',
      'as4.receipt-signature-invalid',
    ],
    [
      'a receipt for another message',
      async () =>
        answered(
          await buildReceipt(
            { ...(await receive(await buildHonestMessage())), messageId: 'other@x.y' },
            facts(),
          ),
        ),
      'receipt-of-another',
      'unknown',
      'as4.receipt-wrong-reference',
    ],
    [
      'a receipt for other content',
      async () => answered(await buildReceipt(await withFewerReferences(), facts())),
      'receipt-of-other-content',
      'unknown',
      'as4.receipt-digest-mismatch',
    ],
    [
      'a failure about it',
      async () => answered(await signal('EBMS:0303', 'x', newMessage.messageId)),
      'failure',
      'refused',
      'as4.error',
    ],
    [
      'a receiver that could not deliver it',
      async () => answered(await signal('EBMS:0202', 'x', newMessage.messageId)),
      'temporary-failure',
      'refused',
      'as4.temporary-error',
    ],
    [
      'a receiver that could not connect',
      async () => answered(await signal('EBMS:0005', 'x', newMessage.messageId)),
      'temporary-failure',
      'refused',
      'as4.temporary-error',
    ],
    [
      'a failure about nothing, with HTTP 500',
      async () => answered(await signal('EBMS:0004', 'x'), 500),
      'failure',
      'refused',
      'as4.error',
    ],
    [
      'a failure about another message',
      async () => answered(await signal('EBMS:0303', 'x', 'other@x.y')),
      'failure-of-another',
      'unknown',
      'as4.receipt-wrong-reference',
    ],
    [
      'a failure that speaks of a duplicate',
      async () => answered(await signal('EBMS:0004', 'Duplicate message')),
      'duplicate',
      'unknown',
      'as4.receipt-missing',
    ],
    [
      'EBMS:4001',
      async () =>
        answered(
          withSoap(await signal('EBMS:0004', 'x'), (soap) =>
            soap.replace('EBMS:0004', 'EBMS:4001'),
          ),
        ),
      'duplicate',
      'unknown',
      'as4.receipt-missing',
    ],
    [
      'a warning only',
      async () => answered(await signal('EBMS:0002', 'slow')),
      'warnings-only',
      'unknown',
      'as4.receipt-missing',
    ],
    ['an empty answer', () => answered(empty), 'no-signal', 'unknown', 'as4.receipt-missing'],
    [
      'an empty answer, accepted',
      () => answered(empty, 202),
      'no-signal',
      'unknown',
      'as4.receipt-missing',
    ],
    [
      'a page of a proxy',
      () => answered({ contentType: 'text/html', body: Buffer.from('<html>') }),
      'no-signal',
      'unknown',
      'as4.receipt-missing',
    ],
    ['a redirect', () => answered(empty, 307), 'http-status', 'unknown', 'transport.http-status'],
    ['HTTP 404', () => answered(empty, 404), 'http-status', 'unknown', 'transport.http-status'],
    ['HTTP 503', () => answered(empty, 503), 'http-status', 'unknown', 'transport.http-status'],
    [
      'an endless answer',
      () => failed('too-large', true),
      'cut-short',
      'unknown',
      'as4.receipt-missing',
    ],
    [
      'a connection that breaks',
      () => failed('broken', true),
      'cut-short',
      'unknown',
      'as4.receipt-missing',
    ],
    ['a slow answer', () => failed('timeout', true), 'too-slow', 'unknown', 'transport.timeout'],
    [
      'no connection in time',
      () => failed('timeout', false),
      'connection-too-slow',
      'not-sent',
      'transport.timeout',
    ],
    [
      'nobody there',
      () => failed('connect-failed', false),
      'no-connection',
      'not-sent',
      'transport.connect-failed',
    ],
    [
      'an address that may not be called',
      () => failed('address-refused', false),
      'no-connection',
      'not-sent',
      'transport.connect-failed',
    ],
    [
      'a connection that breaks at once',
      () => failed('broken', false),
      'no-connection',
      'not-sent',
      'transport.connect-failed',
    ],
    ...(['connect-failed', 'address-refused', 'tls-failed'] as const).map(
      (reason): (typeof table)[number] => [
        `a failure once bytes have left: ${reason}`,
        () => failed(reason, true),
        'cut-short',
        'unknown',
        'as4.receipt-missing',
      ],
    ),
    ['no TLS', () => failed('tls-failed', false), 'no-tls', 'not-sent', 'transport.tls-failed'],
  ]

  test.each(table)('%s', async (_name, outcome, expectedCase, certainty, code) => {
    const judgement = await judge(await outcome())
    expect(judgement).toMatchObject({ case: expectedCase, certainty })
    expect('code' in judgement ? judgement.code : undefined).toBe(code)
  })

  test('a refusal proves nothing when the same bytes were sent before', async () => {
    const refusal = answered(await signal('EBMS:0303', 'x', newMessage.messageId))
    expect(await judge(refusal, true)).toMatchObject({
      case: 'failure-on-repetition',
      certainty: 'unknown',
      code: 'as4.receipt-missing',
      errors: [{ code: 'EBMS:0303' }],
    })
    expect((await judge(answered(receipt), true)).case).toBe('receipt')
    const temporary = answered(await signal('EBMS:0202', 'x', newMessage.messageId))
    expect(await judge(temporary, true)).toMatchObject({ certainty: 'unknown' })
  })

  test('of what an error says, no more than 1,000 characters are kept', async () => {
    const errorOf = async (detail: string) => {
      const outcome = await judge(answered(await signal('EBMS:0004', detail)))
      return 'errors' in outcome ? outcome.errors?.[0]?.detail : undefined
    }
    const short = 'x'.repeat(1_000)
    expect(await errorOf(short)).toBe(short)
    expect(await errorOf('x'.repeat(900_000))).toBe(`${'x'.repeat(999)}…`)
  })

  test('phase4 says of a duplicate that it is one', async () => {
    const messageId = '48d85df3-3c57-4e15-a4cf-81e8cc20f4ea@phase4-peer'
    const duplicate = answered(readMessage('phase4-error', 'xml'))
    expect((await judge(duplicate, false, { ...sent, messageId })).case).toBe('duplicate')
  })

  test('every case of the table is reached above', () => {
    const reached = new Set([...table.map((row) => row[2]), 'failure-on-repetition'])
    expect([...reached].sort()).toEqual(Object.keys(answerCases).sort())
  })
})
