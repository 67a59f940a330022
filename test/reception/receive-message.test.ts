import { describe, expect, test } from 'vitest'
import { SignerUndecided, type Spool } from '../../src/as4/index.ts'
import { limits } from '../../src/config/limits.ts'
import { localKeys } from '../../src/crypto/index.ts'
import { type AccessPoint, type Arrival, receiveMessage } from '../../src/reception/index.ts'
import { openSpool } from '../../src/setup/spool.ts'
import { compose, part, sbd, toHttpMessage } from '../as4/hostile/hostile-message.ts'
import { leaf, now, receiverKeys, revocationOf, trust } from '../as4/hostile/pki.ts'
import { describeAnswer } from '../as4/hostile/test-receiver.ts'

const honest = toHttpMessage(compose())
const testService = toHttpMessage(
  compose({
    service: {
      type: 'test',
      value: 'http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/service',
    },
    action: 'http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/test',
  }),
)

function accessPoint(change: Partial<AccessPoint>): AccessPoint {
  return {
    limits: limits.reception,
    keys: receiverKeys,
    trust,
    revocationOf,
    serves: () => true,
    keep: async (_, makeReceipt) => ({ kind: 'stored', receipt: await makeReceipt() }),
    now: () => now,
    ...change,
  }
}

describe('receiving a message', () => {
  test('answers nothing while it cannot be known whether its sender was revoked', async () => {
    let isAsked = false
    const undecided = accessPoint({
      revocationOf: async () => 'unknown',
      async keep(_, makeReceipt) {
        isAsked = true
        return { kind: 'stored', receipt: await makeReceipt() }
      },
    })
    await expect(receiveMessage(honest, undecided)).rejects.toThrow(SignerUndecided)
    expect(isAsked).toBe(false)
    const revoked = accessPoint({ revocationOf: async () => 'revoked' })
    const outcome = await receiveMessage(honest, revoked)
    expect(outcome).toMatchObject({ kind: 'refused', error: { code: 'EBMS:0101' } })
  })

  test('keeps what it carries, with the header that both agree on, before it answers', async () => {
    const steps: string[] = []
    let kept: Arrival | undefined
    const outcome = await receiveMessage(
      honest,
      accessPoint({
        async keep(arrival, makeReceipt) {
          kept = arrival
          const receipt = await makeReceipt()
          await new Promise((resolve) => setImmediate(resolve))
          steps.push('kept')
          return { kind: 'stored', receipt }
        },
      }),
    )
    steps.push('answered')
    expect(steps).toEqual(['kept', 'answered'])
    expect(outcome).toMatchObject({ kind: 'received', isRepeat: false, answer: { status: 200 } })
    expect(describeAnswer(outcome.answer)).toBe('receipt')
    expect(kept).toMatchObject({
      message: { messageId: 'message-1@sender.test', from: 'POP000001' },
      header: { receiver: { value: '9915:receiver' } },
      at: now,
    })
    expect(kept?.sbd.toString()).toBe(sbd())
    expect(sbd()).toContain(kept?.document.toString())
  })

  test('opens what was encrypted for our other key, and signs with the current one', async () => {
    const current = localKeys(leaf({ name: 'POP000002' }))
    const before = await receiveMessage(honest, accessPoint({ keys: current }))
    expect(before).toMatchObject({ kind: 'refused', error: { code: 'EBMS:0102' } })
    const point = accessPoint({ keys: current, otherKeys: [receiverKeys] })
    const { answer, kind } = await receiveMessage(honest, point)
    expect(kind).toBe('received')
    expect(answer.body.toString()).toContain(current.certificate.raw.toString('base64'))
  })

  test('answers a repeat with the receipt of the first time, and signs none', async () => {
    const receipt = Buffer.from('<the-stored-receipt/>')
    const outcome = await receiveMessage(
      honest,
      accessPoint({
        keys: { ...receiverKeys, sign: () => Promise.reject(new Error('signed')) },
        keep: async () => ({ kind: 'repeat', receipt }),
      }),
    )
    expect(outcome).toMatchObject({ kind: 'received', isRepeat: true, answer: { body: receipt } })
  })

  test('answers what is not to be kept with an error about this message', async () => {
    const outcome = await receiveMessage(
      honest,
      accessPoint({ keep: async () => ({ kind: 'refused', detail: 'the shelf is full' }) }),
    )
    expect(outcome).toMatchObject({ kind: 'refused', answer: { status: 200 } })
    expect(describeAnswer(outcome.answer)).toBe('EBMS:0004 the shelf is full')
    expect(outcome.answer.body.toString()).toContain('refToMessageInError="message-1@sender.test"')
  })

  test('asks whether the receiver is served, and keeps nothing for others', async () => {
    const asked: string[] = []
    const outcome = await receiveMessage(
      honest,
      accessPoint({
        async serves({ receiver }) {
          asked.push(receiver.value)
          return false
        },
        keep: () => Promise.reject(new Error('kept')),
      }),
    )
    expect(asked).toEqual(['9915:receiver'])
    expect(describeAnswer(outcome.answer)).toBe('EBMS:0004 PEPPOL:NOT_SERVICED')
  })

  test('throws when it cannot be kept, so that no receipt and no error is signed', async () => {
    const received = receiveMessage(
      honest,
      accessPoint({ keep: () => Promise.reject(new Error('the disk is full')) }),
    )
    await expect(received).rejects.toThrow('the disk is full')
  })

  test('answers the test service, and keeps nothing', async () => {
    const keep = () => Promise.reject(new Error('kept'))
    const outcome = await receiveMessage(testService, accessPoint({ keep }))
    expect(describeAnswer(outcome.answer)).toBe('receipt')
  })
})

describe('what was spooled', () => {
  const document = `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">${'x'.repeat(2_000_000)}</Invoice>`
  const large = toHttpMessage(compose({ parts: [part(sbd({ document }))] }))

  async function filesLeft(change: Partial<AccessPoint>): Promise<[number, number]> {
    const [made, open] = [new Set<object>(), new Set<object>()]
    const inner = openSpool()
    const spool: Spool = async (bytes) => {
      const file = await inner(bytes)
      made.add(file)
      open.add(file)
      const remove = async () => {
        open.delete(file)
        await file.remove()
      }
      return { ...file, remove }
    }
    await receiveMessage(large, accessPoint({ ...change, spool })).catch(() => {})
    return [made.size, open.size]
  }

  test.each<[string, Partial<AccessPoint>]>([
    ['is received', {}],
    ['is not served', { serves: () => false }],
    ['is refused', { keep: async () => ({ kind: 'refused', detail: 'no' }) }],
    ['cannot be kept', { keep: () => Promise.reject(new Error('the disk is full')) }],
  ])('is removed when the message %s', async (_, change) => {
    expect(await filesLeft(change)).toEqual([1, 0])
  })
})

describe('a document over a megabyte', () => {
  const root = '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">'
  const around = (content: string, filler: number) => {
    const document = `${root}<ID>${'1'.repeat(filler)}</ID><Note>${content}</Note></Invoice>`
    return toHttpMessage(compose({ parts: [part(sbd({ document }))] }))
  }
  const answers = async (content: string) => {
    let files = 0
    const spool: Spool = (bytes) => {
      files++
      return openSpool()(bytes)
    }
    const small = await receiveMessage(around(content, 5_000), accessPoint({ spool }))
    expect(files).toBe(0)
    const large = await receiveMessage(around(content, 1_200_000), accessPoint({ spool }))
    expect(files).toBe(1)
    return [small, large].map(({ answer }) => describeAnswer(answer))
  }

  test.each([
    ['an entity that nobody declared', '&nothing;'],
    ['a NUL', '\0'],
    ['an attribute without quotes', '<a b=c/>'],
    ['an undeclared prefix', '<a:b/>'],
  ])('gets no receipt for %s, as no small one does', async (_, content) => {
    const [small, large] = await answers(content)
    expect(small).toMatch(/^EBMS:0004 the payload is not a Peppol SBD/)
    expect(large).toMatch(/^EBMS:0004 the payload is not a Peppol SBD/)
  })

  test('gets one when it is well-formed, as a small one does', async () => {
    expect(await answers('&lt;&#10;<a xmlns="" b="c"/><![CDATA[&nothing;]]>')).toEqual([
      'receipt',
      'receipt',
    ])
  })
})
