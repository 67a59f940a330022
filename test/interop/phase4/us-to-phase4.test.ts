// `fourcorner as4 send` sends, phase4 receives: a receipt for every message, and phase4's own error
// for every fault.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Event, type SendOptions, type Sent, sendFile } from '../as4/command.ts'
import { documentType, invoice, processId, sbdOf } from '../as4/documents.ts'
import { type Laboratory, openLaboratory } from '../as4/laboratory.ts'
import { buildPeer, type Phase4Receiver, startPhase4Receiver, whyNoPeer } from './peer.ts'

const missing = whyNoPeer()

describe.skipIf(missing)(`from us to phase4${missing ? ` (${missing})` : ''}`, () => {
  let laboratory: Laboratory
  let phase4: Phase4Receiver

  beforeAll(async () => {
    buildPeer()
    laboratory = await openLaboratory()
    phase4 = await startPhase4Receiver(laboratory)
  })

  afterAll(async () => {
    await phase4?.stop()
    laboratory?.remove()
  })

  const send = (order: Partial<SendOptions> & { file: string }): Promise<Sent> =>
    sendFile(laboratory, { url: phase4.url, ...order })
  const sbd = () => laboratory.write('sbd.xml', sbdOf(invoice(1000)))
  const isKept = ({ messageId }: Event) =>
    phase4.lines.some((line) => line.word === 'received' && line.messageId === messageId)

  it.each([
    ['1 KB', 1_000, []],
    ['1 KB, uncompressed', 1_000, ['--no-compress']],
    ['100 KB', 100_000, []],
    ['100 KB, uncompressed', 100_000, ['--no-compress']],
    ['10 MB', 10_000_000, []],
    ['10 MB, uncompressed', 10_000_000, ['--no-compress']],
  ])('delivers an SBD of %s byte by byte', async (_, bytes, options) => {
    const content = sbdOf(invoice(bytes))
    const file = laboratory.write('sized.xml', content)
    const { code, events } = await send({ file, options: ['--sbd', ...options] })
    expect(events[0]).toMatchObject({ outcome: 'delivered' })
    expect(code).toBe(0)
    expect(phase4.payload(events[0]!.messageId!).equals(content)).toBe(true)
  })

  it('delivers a document inside the SBD that it makes, byte by byte', async () => {
    const document = invoice(10_000)
    const file = laboratory.write(
      'invoice.xml',
      `<?xml version="1.0" encoding="UTF-8"?>\n${document}\n`,
    )
    const addresses = ['--sender', '9915:a', '--receiver', '9915:b', '--country', 'AT']
    const { events } = await send({ file, options: addresses })
    expect(events[0]).toMatchObject({ outcome: 'delivered' })
    const arrived = phase4.payload(events[0]!.messageId!).toString()
    expect(arrived).toContain(
      `</sh:StandardBusinessDocumentHeader>${document}</sh:StandardBusinessDocument>`,
    )
  })

  it('delivers identifiers beyond ASCII', async () => {
    const odd = {
      documentType: documentType.replace('billing:3.0', 'größe:3.0'),
      processId: `${processId}:größe`,
    }
    const file = laboratory.write('odd.xml', sbdOf(invoice(1000), odd))
    expect((await send({ file, options: ['--sbd'] })).events[0]).toMatchObject({
      outcome: 'delivered',
    })
  })

  it('repeats the very bytes, and takes no word of a duplicate for a receipt', async () => {
    const repeated = ['--sbd', '--message-id', `${randomUUID()}@fourcorner.test`, '--count', '2']
    const { code, events } = await send({ file: sbd(), options: repeated })
    expect(events.map(({ outcome }) => outcome)).toEqual(['delivered', 'unknown'])
    // phase4 reports a duplicate as EBMS:0004 up to 4.4, as EBMS:4001 since.
    expect(events[1]).toMatchObject({ code: 'EBMS:0004' })
    expect(code).toBe(1)
    expect(phase4.lines.filter(({ messageId }) => messageId === events[0]!.messageId)).toHaveLength(
      1,
    )
  })

  it('reports a message encrypted for another access point', async () => {
    await expectRefusal({ file: sbd(), to: 'neighbour', options: ['--sbd'] }, 'EBMS:0102')
  })

  it('reports that nobody certified it', async () => {
    const stranger = { file: sbd(), as: 'stranger', options: ['--sbd'] } as const
    await expectRefusal({ ...stranger, options: [...stranger.options] }, 'EBMS:0102')
  })

  it('reports a receiver that is not served', async () => {
    const file = laboratory.write('unknown.xml', sbdOf(invoice(1000), { to: '9915:nobody' }))
    const [event] = await expectRefusal({ file, options: ['--sbd'] }, 'EBMS:0004')
    expect(event!.detail).toContain('PEPPOL:NOT_SERVICED')
  })

  it.each([
    ['originalSender', '--sender'],
    ['finalRecipient', '--receiver'],
  ])('reports that %s does not match the SBD', async (property, option) => {
    const order = { file: sbd(), options: ['--sbd', option, '9915:c'] }
    const [event] = await expectRefusal(order, 'EBMS:0004')
    expect(event!.detail).toContain(`${property} differs`)
  })

  it('sends nothing to an access point that it does not trust', async () => {
    const before = phase4.lines.length
    const { code, events } = await send({ file: sbd(), to: 'stranger', options: ['--sbd'] })
    expect(events).toMatchObject([{ outcome: 'not-sent', code: 'certificate.untrusted' }])
    expect(code).toBe(1)
    expect(phase4.lines).toHaveLength(before)
  })

  async function expectRefusal(
    order: Partial<SendOptions> & { file: string },
    code: string,
  ): Promise<Event[]> {
    const sent = await send(order)
    expect(sent.events).toMatchObject([{ outcome: 'refused', code }])
    expect(sent.code).toBe(1)
    expect(isKept(sent.events[0]!)).toBe(false)
    return sent.events
  }

  it('delivers 200 messages, four at a time: none is lost, none arrives twice', async () => {
    const document = laboratory.write('invoice.xml', invoice(1000))
    const addresses = ['--sender', '9915:a', '--receiver', '9915:b', '--country', 'AT']
    const before = phase4.lines.length
    const { code, events, summary } = await send({
      file: document,
      options: [...addresses, '--count', '200', '--concurrency', '4'],
    })
    expect(summary).toMatchObject({ messages: 200, delivered: 200 })
    expect(code).toBe(0)
    const sent = events.map(({ messageId }) => messageId)
    const arrived = phase4.lines.slice(before).map(({ messageId }) => messageId)
    expect(new Set(sent).size).toBe(200)
    expect(arrived.sort()).toEqual(sent.sort())
  })
})
