// What other access points send us: stored once, with its receipt, or refused (docs/api.md,
// "Receiving").
import { describe, expect, it } from 'vitest'
import { judgeOutcome, readSentMessage } from '../../../src/as4/index.ts'
import { inboundContent } from '../../../src/core/receive/inbound.ts'
import { receive } from '../../../src/core/receive/receive.ts'
import { newPrecedence } from '../../../src/core/runtime/precedence.ts'
import { readFeed } from '../../../src/core/tracking/feed.ts'
import { feed } from '../../../src/http/routes/events.ts'
import { type As4Answer, openOwnTicks } from '../../../src/reception/index.ts'
import { invoiceNamed, openReceivingGateway, receiver } from '../arrivals.ts'

const test = await openReceivingGateway()
const { gateway, caller, register, send, messageOf, inbound, pool } = test
const { store } = gateway

const text = ({ body }: As4Answer) => body.toString('utf8')
const isReceipt = (answer: As4Answer) => text(answer).includes(':Receipt>')
const count = async (table: string) =>
  (await pool.query<{ count: number }>(`select count(*)::integer as count from ${table}`)).rows[0]!
    .count

describe('a message for a registered participant', () => {
  it('is answered with a receipt that covers it, once it is stored', async () => {
    await register()
    const message = await messageOf({ messageId: 'm-1@ap.example', mlsType: 'ALWAYS_SEND' })
    const answer = await receive(gateway, message)
    const sent = readSentMessage(message as { contentType: string; body: Buffer })
    const judgement = await judgeOutcome(
      sent,
      { kind: 'answered', contentType: answer.contentType, status: 200, body: answer.body },
      { receiver: sent.receiver, checkSigner: async () => {}, isRepeated: false },
    )
    expect(judgement.case).toBe('receipt')
    const [document] = await inbound()
    expect(document).toMatchObject({
      kind: 'invoice',
      status: 'available',
      certainty: 'confirmed',
      number: 'F-1',
      issueDate: '2026-11-21',
      totals: { currency: 'EUR', payable: '121.00' },
      sender: { id: '0192:987654325', country: 'NO' },
      receiver: { id: receiver },
      countryC1: 'NO',
      mlsType: 'ALWAYS_SEND',
      as4: { messageId: 'm-1@ap.example', accessPoint: 'POP900002' },
      repeats: 0,
    })
    const kinds = (await store.filesOf(document!.id)).map(({ kind }) => kind)
    expect(kinds).toEqual(['sbd', 'ubl', 'as4-response'])
    const receipt = await store.latestFile(document!.id, 'as4-response')
    expect(receipt?.bytes.equals(answer.body)).toBe(true)
  })

  it('keeps the bytes of the document as they stand in the SBD, root to root', async () => {
    await register()
    const content = Buffer.from(
      invoiceNamed('F-é').toString().replace('><', '>\r\n<!-- kept --><?kept too?>&#233;<'),
    )
    await send({ content })
    const [document] = await inbound()
    const kept = await inboundContent(gateway, caller, document!.id)
    expect(kept.bytes.equals(content)).toBe(true)
    const sbd = await store.latestFile(document!.id, 'sbd')
    expect(sbd?.bytes.includes(content)).toBe(true)
  })

  it('is stored although the document cannot be read', async () => {
    await register()
    const content = Buffer.from(
      invoiceNamed('F-1')
        .toString()
        .replace(/<cbc:ID>.*?<\/cbc:ID>/, ''),
    )
    expect(isReceipt(await send({ content }))).toBe(true)
    const [document] = await inbound()
    expect(document).toMatchObject({ kind: 'invoice', status: 'received' })
    expect(document).not.toHaveProperty('number')
  })

  it('counts for the reports, with who and where the receiver is', async () => {
    await register()
    await send()
    const { rows } = await pool.query('select * from exchanges')
    expect(rows).toMatchObject([
      {
        direction: 'inbound',
        access_point: 'POP900002',
        country_c1: 'NO',
        country_c4: 'BE',
        end_user: `${caller.tenant.id} customer-17`,
      },
    ])
  })
})

describe('the same again', () => {
  const same = { messageId: 'm@ap.example', instanceIdentifier: 'i-1' }

  it('as the same message gets the same receipt, and is counted on the first', async () => {
    await register()
    const sentAt = gateway.now()
    const first = await send({ ...same, sentAt })
    const second = await send({ ...same, sentAt })
    expect(second.body.equals(first.body)).toBe(true)
    expect(await inbound()).toMatchObject([{ repeats: 1 }])
    expect(await count('exchanges')).toBe(1)
  })

  it('under another MessageId is told in the feed, which goes on', async () => {
    await register()
    const content = invoiceNamed('F-1')
    for (const messageId of ['m-1@ap.example', 'm-2@ap.example'])
      await send({ ...same, content, messageId })
    await send({ content: invoiceNamed('F-2') })
    const signal = new AbortController().signal
    const events = { ...gateway, draining: { now: true } }
    const read = await readFeed(events, caller, { limit: 50 }, { waitMs: 0, signal })
    expect(feed.parse(read).data.map(({ type }) => type)).toEqual([
      'inbound.received',
      'inbound.repeated',
      'inbound.received',
    ])
  })

  it('gets another receipt when the bytes of the first one were removed', async () => {
    await register()
    const sentAt = gateway.now()
    await send({ ...same, sentAt })
    await pool.query('delete from payload_chunks')
    expect(isReceipt(await send({ ...same, sentAt }))).toBe(true)
    expect(await inbound()).toMatchObject([{ repeats: 1 }])
  })

  it('under the same MessageId with another document is refused', async () => {
    await register()
    await send(same)
    const answer = await send({ ...same, content: invoiceNamed('F-2') })
    expect(text(answer)).toContain('this MessageId was used before with another document')
    expect(text(answer)).toContain('EBMS:0004')
    expect(await inbound()).toMatchObject([{ number: 'F-1', repeats: 0 }])
  })

  it('under the same MessageId from another access point is another message', async () => {
    await register()
    await send(same)
    const others = gateway.peppolAccess.keys
    const answer = await send({ ...same, instanceIdentifier: 'i-2', keys: others })
    expect(isReceipt(answer)).toBe(true)
    expect((await inbound()).map(({ as4 }) => as4?.accessPoint)).toEqual(['POP900002', 'POP900001'])
  })

  it('under another MessageId gets a receipt of its own, and is no second document', async () => {
    await register()
    const first = await send(same)
    const again = { ...same, messageId: 'm-2@ap.example', sentAt: gateway.now() }
    const second = await send(again)
    expect(isReceipt(second)).toBe(true)
    expect(second.body.equals(first.body)).toBe(false)
    expect(text(second)).toContain('m-2@ap.example')
    expect(await inbound()).toMatchObject([{ repeats: 1 }])
    const third = await send(again)
    expect(third.body.equals(second.body)).toBe(true)
    expect(await inbound()).toMatchObject([{ repeats: 2 }])
    expect(await count('exchanges')).toBe(1)
  })

  it('with the same InstanceIdentifier is another document when its bytes are others', async () => {
    await register()
    await send(same)
    await send({ ...same, messageId: 'm-2@ap.example', content: invoiceNamed('F-2') })
    const [first, second] = await inbound()
    expect([first!.number, second!.number]).toEqual(['F-1', 'F-2'])
    expect(first).not.toHaveProperty('sameInstanceAs')
    expect(second!.sameInstanceAs).toBe(first!.id)
  })

  it('at the same moment on ten connections is stored once, with one receipt', async () => {
    await register()
    const message = await messageOf({ ...same, sentAt: gateway.now() })
    const answers = await Promise.all(Array.from({ length: 10 }, () => receive(gateway, message)))
    expect(answers.every(isReceipt)).toBe(true)
    const [document, ...others] = await inbound()
    expect(others).toEqual([])
    expect(document!.repeats).toBe(9)
    expect(new Set(answers.map(text)).size).toBe(1)
  })
})

describe('what is refused leaves no row', () => {
  it.each([
    ['a stranger', { receiver: '0208:0202239951' }, 'PEPPOL:NOT_SERVICED'],
    [
      'a document type that is not registered',
      { documentType: 'urn:x::Order##urn:y::2.1', content: Buffer.from('<Order xmlns="urn:x"/>') },
      'PEPPOL:NOT_SERVICED',
    ],
    ['a document that is not what the header says', { content: Buffer.from('<Order/>') }, 'SBD'],
  ])('%s', async (_, sending, words) => {
    const { documentTypeId } = await test.submit().then(({ record }) => record)
    await pool.query('delete from documents')
    await register([documentTypeId])
    const answer = await send(sending)
    expect({ status: answer.status, ebms: text(answer).includes('EBMS:0004') }).toEqual({
      status: 200,
      ebms: true,
    })
    expect(text(answer)).toContain(words)
    for (const table of ['documents', 'inbound_messages', 'inbound_jobs', 'exchanges'])
      expect([table, await count(table)]).toEqual([table, 0])
    expect(isReceipt(await send())).toBe(true)
  })
})

it('a message lets a submission pass that is under way', async () => {
  await register()
  const { first, letPass } = newPrecedence()
  const inboundInTurn = { ...gateway.inbound, ownTick: openOwnTicks(letPass, 60_000) }
  let endSubmission = () => {}
  void first(
    () =>
      new Promise<void>((end) => {
        endSubmission = end
      }),
  )
  const answer = send({}, { ...gateway, inbound: inboundInTurn })
  await new Promise((later) => setTimeout(later, 100))
  expect(await inbound()).toEqual([])
  endSubmission()
  expect(isReceipt(await answer)).toBe(true)
})

describe('when we cannot tell or cannot store', () => {
  const fails = () => Promise.reject(new Error('the disk is full'))

  it.each([
    ['the revocation of the signer is unknown', { revocationOf: async () => 'unknown' as const }],
  ])('%s: HTTP 503 and no ebMS signal', async (_, access) => {
    await register()
    const on = { ...gateway, peppolAccess: { ...gateway.peppolAccess, ...access } }
    expect(await send({}, on)).toMatchObject({ status: 503, body: Buffer.alloc(0) })
    expect(await inbound()).toEqual([])
  })

  it.each(['registrationOf', 'keepArrival'] as const)(
    'the store fails at %s: HTTP 503 and no ebMS signal',
    async (step) => {
      await register()
      const on = { ...gateway, store: { ...store, [step]: fails } }
      expect(await send({}, on)).toMatchObject({ status: 503, body: Buffer.alloc(0) })
      expect(await inbound()).toEqual([])
    },
  )

  it.each(['knownArrival', 'countRepeat', 'readFile'] as const)(
    'the store fails at %s of a message that came before: HTTP 503 and no ebMS signal',
    async (step) => {
      await register()
      const message = await messageOf({})
      expect(isReceipt(await receive(gateway, message))).toBe(true)
      const on = { ...gateway, store: { ...store, [step]: fails } }
      expect(await receive(on, message)).toMatchObject({ status: 503, body: Buffer.alloc(0) })
      expect(await inbound()).toHaveLength(1)
    },
  )

  it('a revoked signer is refused for good', async () => {
    await register()
    const revoked = { revocationOf: async () => 'revoked' as const }
    const on = { ...gateway, peppolAccess: { ...gateway.peppolAccess, ...revoked } }
    const answer = await send({}, on)
    expect(answer.status).toBe(200)
    expect(text(answer)).toContain('EBMS:0101')
  })
})

describe('the time of a message', () => {
  const day = 24 * 3_600_000
  const at = (days: number) => new Date(gateway.now().getTime() + days * day)

  it.each([-59.9, -1, 0, 6.9])('%f days from now is taken, and is in the record', async (days) => {
    await register()
    const sentAt = at(days)
    expect(isReceipt(await send({ sentAt }))).toBe(true)
    expect(await inbound()).toMatchObject([{ as4: { sentAt } }])
  })

  it.each([
    [7.1, '7 days ahead'],
    [400, '7 days ahead'],
    [-60.1, '60 days behind'],
    [-20_000, '60 days behind'],
  ])('%f days from now is refused', async (days, detail) => {
    await register()
    const answer = text(await send({ sentAt: at(days) }))
    expect(answer).toContain('EBMS:0004')
    expect(answer).toContain(detail)
    expect(await inbound()).toEqual([])
  })

  it.each([-400, 6.9])('in the envelope is not judged: %f days from now', async (days) => {
    await register()
    const sentAt = at(-1)
    expect(isReceipt(await send({ sentAt, createdAt: at(days) }))).toBe(true)
    expect(await inbound()).toMatchObject([{ as4: { sentAt } }])
  })

  it('in an envelope from the far future gives way to that of its arrival', async () => {
    await register()
    expect(isReceipt(await send({ sentAt: at(-1), createdAt: at(7.1) }))).toBe(true)
    const [document] = await inbound()
    expect(document!.as4!.sentAt).toEqual(document!.createdAt)
  })
})
