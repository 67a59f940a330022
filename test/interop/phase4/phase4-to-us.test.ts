// phase4 sends, `fourcorner as4 receive` receives: what it takes, what it keeps, and what
// it refuses.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '../as4/command.ts'
import { invoice, sbdOf } from '../as4/documents.ts'
import { type Laboratory, openLaboratory, seatOf } from '../as4/laboratory.ts'
import { buildPeer, type Line, type Phase4Sender, startPhase4Sender, whyNoPeer } from './peer.ts'

const missing = whyNoPeer()

describe.skipIf(missing)(`from phase4 to us${missing ? ` (${missing})` : ''}`, () => {
  let laboratory: Laboratory
  let receiver: Receiver
  let phase4: Phase4Sender

  beforeAll(async () => {
    buildPeer()
    laboratory = await openLaboratory()
    receiver = await startReceiver(laboratory)
    phase4 = await startPhase4Sender(laboratory)
  })

  afterAll(async () => {
    await phase4?.stop()
    expect(await receiver?.stop()).toBe(0)
    laboratory?.remove()
  })

  const order = (change: Record<string, string> = {}): Record<string, string> => ({
    url: receiver.url,
    certificate: laboratory.certificate('receiver'),
    party: seatOf.sender,
    sbd: laboratory.write('sbd.xml', sbdOf(invoice(1000))),
    messageId: `${randomUUID()}@phase4.test`,
    ...change,
  })
  const isKept = (messageId: string) =>
    receiver.arrivals().some((one) => one.messageId === messageId)

  it.each([
    ['1 KB', 1_000, {}],
    ['1 KB, uncompressed', 1_000, { plain: '1' }],
    ['100 KB', 100_000, {}],
    ['100 KB, uncompressed', 100_000, { plain: '1' }],
    ['10 MB', 10_000_000, {}],
    ['10 MB, uncompressed', 10_000_000, { plain: '1' }],
  ])('takes %s byte by byte, and phase4 takes the receipt', async (_, bytes, how) => {
    const sent = join(laboratory.folder, 'sent.xml')
    const sbd = laboratory.write('sized.xml', sbdOf(invoice(bytes)))
    const { messageId, ...rest } = order({ ...how, sbd, sent })
    const lines = await phase4.send({ ...rest, messageId: messageId! })
    expect(lines[0]).toMatchObject({ result: 'SUCCESS', reported: '' })
    const arrived = receiver.file(messageId!, 'sbd.xml')
    expect(arrived.equals(readFileSync(sent))).toBe(true)
    expect(arrived.toString()).toContain('größe-Ω-𝄞-')
    const document = receiver.file(messageId!, 'document.xml').toString()
    expect(document.startsWith('<Invoice')).toBe(true)
    expect(arrived.includes(document)).toBe(true)
    expect(receiver.file(messageId!, 'receipt.xml').toString()).toContain(messageId)
  })

  it('answers a repeated MessageId with its receipt, and keeps the message once', async () => {
    const repeated = order({
      sbd: laboratory.write('fixed.xml', sbdOf(invoice(1000), { instance: 'fixed' })),
    })
    expect((await phase4.send(repeated))[0]).toMatchObject({ result: 'SUCCESS' })
    expect((await phase4.send(repeated))[0]).toMatchObject({ result: 'SUCCESS' })
    const arrivals = receiver.arrivals().filter(({ messageId }) => messageId === repeated.messageId)
    expect(arrivals.map(({ repeat = false }) => repeat)).toEqual([false, true])
    expect(new Set(arrivals.map(({ number }) => number)).size).toBe(1)
  })

  it('refuses a MessageId that was used before with another SBD', async () => {
    const first = order()
    expect((await phase4.send(first))[0]).toMatchObject({ result: 'SUCCESS' })
    expect((await phase4.send(first))[0]!.reported).toMatch(/^EBMS:0004/)
  })

  it('takes what phase4 sends with identifiers beyond ASCII', async () => {
    const customization = 'urn:fdc:peppol.eu:2017:poacc:billing:3.0#größe'
    const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'
    const documentType = `busdox-docid-qns::${ubl}::Invoice##${customization}::2.1`
    const processId = 'cenbii-procid-ubl::urn:größe:1.0'
    const odd = order({
      sbd: laboratory.write('odd.xml', sbdOf(invoice(1000), { documentType, processId })),
    })
    expect((await phase4.send(odd))[0]).toMatchObject({ result: 'SUCCESS', reported: '' })
    expect(isKept(odd.messageId!)).toBe(true)
  })

  const refusals: [string, Record<string, string>, RegExp][] = [
    ['a From that is not the signer', { from: 'POP900009' }, /^EBMS:0003/],
    ['a To that is not us', { to: 'POP900009' }, /^EBMS:0003/],
    ['a message without originalSender', { property: 'originalSender' }, /^EBMS:0010/],
    ['a message without finalRecipient', { property: 'finalRecipient' }, /^EBMS:0010/],
    [
      'another originalSender',
      { property: 'originalSender', value: '9915:c' },
      /^EBMS:0004.*originalSender/,
    ],
    [
      'another finalRecipient',
      { property: 'finalRecipient', value: '9915:c' },
      /^EBMS:0004.*finalRecipient/,
    ],
    ['another agreement', { agreement: 'urn:another' }, /^EBMS:0010/],
    ['another action', { action: 'busdox-docid-qns::another' }, /^EBMS:0004.*Action/],
    ['another service', { service: 'urn:another' }, /^EBMS:0004.*Service/],
  ]

  it.each(refusals)('refuses %s', async (_, change, reported) => {
    await expectRefusal(order(change), reported)
  })

  it('refuses a receiver that is not served', async () => {
    const sbd = laboratory.write('unknown.xml', sbdOf(invoice(1000), { to: '9915:nobody' }))
    await expectRefusal(order({ sbd }), /^EBMS:0004 PEPPOL:NOT_SERVICED/)
  })

  it('refuses what is encrypted for another access point', async () => {
    await expectRefusal(
      order({ certificate: laboratory.certificate('neighbour'), to: seatOf.receiver }),
      /^EBMS:010[12]/,
    )
  })

  it('refuses a sender that nobody certified', async () => {
    const stranger = await startPhase4Sender(laboratory, 'stranger')
    try {
      const wrong = order({ party: seatOf.stranger })
      expect((await stranger.send(wrong))[0]!.reported).toMatch(/^EBMS:0101/)
      expect(isKept(wrong.messageId!)).toBe(false)
    } finally {
      await stranger.stop()
    }
  })

  async function expectRefusal(wrong: Record<string, string>, reported: RegExp): Promise<void> {
    const [line] = await phase4.send(wrong)
    expect(line).toMatchObject({ word: 'sent', result: 'AS4_ERROR_MESSAGE_RECEIVED' })
    expect(line!.reported).toMatch(reported)
    expect(isKept(wrong.messageId!)).toBe(false)
    // Its twin without the fault is accepted.
    expect((await phase4.send(order()))[0]).toMatchObject({ result: 'SUCCESS' })
  }

  it('takes 200 messages, four at a time: none is lost, none is kept twice', async () => {
    const before = receiver.arrivals().length
    const { messageId: _, ...many } = order({ count: '200', concurrency: '4' })
    const lines = await phase4.send(many)
    expect(lines.at(-1)).toMatchObject({ word: 'done', messages: '200', delivered: '200' })
    const sent = lines.filter(({ word }: Line) => word === 'sent').map(({ messageId }) => messageId)
    const kept = receiver.arrivals().slice(before)
    expect(new Set(sent).size).toBe(200)
    expect(kept.map(({ messageId }) => messageId).sort()).toEqual(sent.sort())
    expect(kept.some(({ repeat }) => repeat)).toBe(false)
  })
})
