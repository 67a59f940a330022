// What mapping costs in CPU time: JSON → UBL and back for documents of 2 to 10,000 lines, and beside it, in the same run,
// what AS4 does to send the small one: gzip, sign, encrypt, MIME, and judging the signed receipt (no network, no trust
// in certificates, no SBD made). Rounds of all works take turns, and the least of each counts:
// what else runs on the machine can only add.

import { strict as assert } from 'node:assert'
import { buildReceipt, buildUserMessage, judgeAnswer } from '../../src/as4/index.ts'
import {
  type BillingDocument,
  completeDocument,
  documentModel,
  fromUbl,
  kinds,
  toUbl,
} from '../../src/billing/index.ts'
import { parseXml } from '../../src/xml/index.ts'
import { newMessage } from '../as4/peer.ts'
import { keys, receive } from '../as4/reception.ts'

export async function benchMapping(): Promise<void> {
  await benchSmall()
  await benchLarge()
}

const smallRounds = 41
const smallTimes = 100

/** The 2-line invoice, its steps one by one, as shares of what its sending costs. */
async function benchSmall(): Promise<void> {
  const json = invoice(2)
  const ubl = toXml(json)
  const read = model.parse(json)
  const send = await sending(ubl)
  const measured = await leastOf(smallRounds, smallTimes, {
    send,
    jsonToUbl: () => toXml(json),
    checkJson: () => model.parse(json),
    mapJson: () => write(read),
    ublToJson: () => fromUbl(parseXml(ubl)),
    parseUbl: () => parseXml(ubl),
  })
  const { send: sendMicros, ...mapping } = measured
  print({ lines: 2, what: 'AS4 sending and its receipt, CPU µs', sendMicros })
  print({ lines: 2, what: 'mapping, CPU µs', bytes: ubl.length, ...mapping })
  const percent = (part: number) => (100 * part) / sendMicros
  const shares = { jsonToUbl: percent(measured.jsonToUbl), ublToJson: percent(measured.ublToJson) }
  print({ lines: 2, what: 'share of sending, percent', ...shares })
}

const largeRounds = 9
const sizes = [100, 1_000, 10_000]
const linesPerRound = 10_000

/**
 * Each round maps ten thousand lines, in documents of so many, and keeps what it makes until its end. Otherwise the
 * collector finds small documents dead, which costs nothing, and large ones alive: the figures would be about that.
 */
async function benchLarge(): Promise<void> {
  const works: Record<string, () => unknown> = {}
  for (const lines of sizes) {
    const json = invoice(lines)
    const ubl = toXml(json)
    const times = linesPerRound / lines
    works[`jsonToUbl ${lines}`] = () => keep(times, () => toXml(json))
    works[`ublToJson ${lines}`] = () =>
      keep(times, () => {
        const tree = parseXml(ubl)
        return { tree, read: fromUbl(tree) }
      })
  }
  const measured = await leastOf(largeRounds, 1, works)
  for (const way of ['jsonToUbl', 'ublToJson']) {
    const perLine = sizes.map((lines) => measured[`${way} ${lines}`]! / linesPerRound)
    const byLines = Object.fromEntries(sizes.map((lines, index) => [`of ${lines}`, perLine[index]]))
    const spreadPercent = 100 * (Math.max(...perLine) / Math.min(...perLine) - 1)
    print({ what: `${way}, CPU µs per line in documents`, ...byLines, spreadPercent })
  }
}

const kind = kinds.invoice
const model = documentModel(kind)

/** What a submitted document goes through: the model, defaults and totals, the writer. */
function toXml(json: unknown): Buffer {
  return write(model.parse(json))
}

function write(read: BillingDocument): Buffer {
  return toUbl(kind, completeDocument(kind, read).document)
}

/** All that the AS4 room does for one message: the request is made, and the receipt for it is judged. */
async function sending(payload: Buffer): Promise<() => Promise<void>> {
  const message = { ...newMessage, payload }
  const build = () => buildUserMessage(message, keys.sender, keys.receiver.certificate)
  const request = await build()
  const facts = { keys: keys.receiver, messageId: 'receipt@fourcorner.test', timestamp: message.timestamp }
  const receipt = await buildReceipt(await receive(request), facts)
  const answer = { kind: 'answered', status: 200, ...receipt } as const
  const expected = { receiver: keys.receiver.certificate, checkSigner() {} }
  return async () => {
    await build()
    // Each request has digests of its own, so the receipt that is judged is that of the first.
    assert.equal(judgeAnswer(request.sent, answer, expected).kind, 'receipt')
  }
}

function invoice(lines: number): unknown {
  const party = (name: string, id: string) => ({
    name,
    endpoint: { scheme: '0192', id },
    vatId: `NO${id}MVA`,
    legalId: { scheme: '0192', id },
    address: { line1: 'Main street 1', city: 'Oslo', postCode: '0150', country: 'NO' },
    contact: { name: 'Kari Nordmann', email: 'kari@example.com' },
  })
  return {
    number: 'INV-2026-0042',
    issueDate: '2026-11-21',
    dueDate: '2026-12-21',
    currency: 'EUR',
    buyerReference: 'Department 7',
    seller: party('Seller AS', '123456785'),
    buyer: party('Buyer AS', '987654325'),
    payment: { meansCode: '30', creditTransfers: [{ accountId: 'NO9386011117947' }] },
    lines: Array.from({ length: lines }, (_, index) => ({
      name: `Item ${index}`,
      description: 'A thing that is sold by the piece',
      sellerItemId: `A-${index}`,
      quantity: `${1 + (index % 7)}`,
      unitCode: 'C62',
      netPrice: `${10 + (index % 13)}.25`,
      vat: { category: 'S', rate: index % 3 === 0 ? '25' : '15' },
    })),
  }
}

function keep(times: number, work: () => unknown): unknown[] {
  const kept: unknown[] = []
  for (let time = 0; time < times; time++) kept.push(work())
  return kept
}

/** CPU microseconds of the process for each work: the least of so many rounds, after some that do not count. */
async function leastOf<Name extends string>(
  rounds: number,
  times: number,
  works: Record<Name, () => unknown>,
): Promise<Record<Name, number>> {
  const names = Object.keys(works) as Name[]
  const measured = new Map(names.map((name) => [name, [] as number[]]))
  const warmUp = Math.ceil(rounds / 4)
  for (let round = -warmUp; round < rounds; round++)
    for (const name of names) {
      const micros = await cpuMicros(times, works[name])
      if (round >= 0) measured.get(name)!.push(micros)
    }
  return Object.fromEntries(names.map((name) => [name, Math.min(...measured.get(name)!)])) as Record<
    Name,
    number
  >
}

async function cpuMicros(times: number, work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  for (let time = 0; time < times; time++) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times
}

function print(figures: Record<string, unknown>): void {
  const rounded = JSON.stringify(figures, (_, value) =>
    typeof value === 'number' ? Number(value.toPrecision(3)) : value,
  )
  console.log(`{"bench":"mapping",${rounded.slice(1)}`)
}
