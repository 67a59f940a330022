// The cost of mapping in CPU time: JSON → UBL and back for documents of 2 to 10,000 lines, and
// beside it, in the same run, what AS4 does to send the small one: gzip, sign, encrypt, MIME, and
// check the signed receipt (no network, no certificate trust, no SBD). All tasks take turns.

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
import { keys, receive } from '../as4/receive.ts'
import { benchProfiles } from './mapping-profiles.ts'
import { invoice, least, measure, print } from './mapping-turns.ts'

export async function benchMapping(): Promise<void> {
  await benchSmall()
  await benchProfiles()
  await benchLarge()
}

const smallRounds = 41
const smallTimes = 100

/** The 2-line invoice, step by step, as shares of the cost of sending it. */
async function benchSmall(): Promise<void> {
  const json = invoice(2)
  const ubl = toXml(json)
  const read = model.parse(json)
  const send = await sending(ubl)
  const measured = await measure(
    { rounds: smallRounds, times: smallTimes, figure: least },
    {
      send,
      jsonToUbl: () => toXml(json),
      checkJson: () => model.parse(json),
      mapJson: () => write(read),
      ublToJson: () => fromUbl(parseXml(ubl)),
      parseUbl: () => parseXml(ubl),
    },
  )
  const { send: sendMicros, ...mapping } = measured
  print({ lines: 2, what: 'AS4 sending and its receipt, CPU µs', sendMicros })
  print({ lines: 2, what: 'mapping, CPU µs', bytes: ubl.length, ...mapping })
  const percent = (part: number) => (100 * part) / sendMicros
  const shares = { jsonToUbl: percent(measured.jsonToUbl), ublToJson: percent(measured.ublToJson) }
  print({ lines: 2, what: 'share of sending, percent', ...shares })
}

const largeRounds = 48
const sizes = [100, 1_000, 10_000]
const linesPerRound = 10_000

/**
 * Each round maps ten thousand lines, in documents of various sizes, and keeps the results until
 * its end. Otherwise the garbage collector would find small documents dead, which costs nothing,
 * and large ones alive, and the figures would be about that.
 */
async function benchLarge(): Promise<void> {
  for (const [name, way] of Object.entries({ jsonToUbl, ublToJson })) {
    const works = Object.fromEntries(
      sizes.map((lines) => [`of ${lines}`, kept(linesPerRound / lines, way(lines))]),
    )
    const measured = await measure({ rounds: largeRounds, times: 1, figure: mean }, works)
    const perLine = Object.entries(measured).map(
      ([size, micros]) => [size, micros / linesPerRound] as const,
    )
    const costs = perLine.map(([, micros]) => micros)
    const spreadPercent = 100 * (Math.max(...costs) / Math.min(...costs) - 1)
    print({
      what: `${name}, CPU µs per line in documents`,
      ...Object.fromEntries(perLine),
      spreadPercent,
    })
  }
}

function jsonToUbl(lines: number): () => unknown {
  const json = invoice(lines)
  return () => toXml(json)
}

function ublToJson(lines: number): () => unknown {
  const ubl = toXml(invoice(lines))
  return () => {
    const tree = parseXml(ubl)
    return { tree, read: fromUbl(tree) }
  }
}

function kept(times: number, work: () => unknown): () => unknown {
  return () => Array.from({ length: times }, work)
}

const kind = kinds.invoice
const model = documentModel(kind)

/** The path of a submitted document: the model, defaults and totals, the writer. */
function toXml(json: unknown): Buffer {
  return write(model.parse(json))
}

function write(read: BillingDocument): Buffer {
  return toUbl(kind, completeDocument(kind, read).document)
}

/**
 * Everything that the AS4 room does for one message: building the request, checking its receipt.
 */
async function sending(payload: Buffer): Promise<() => Promise<void>> {
  const message = { ...newMessage, payload }
  const build = () => buildUserMessage(message, keys.sender, keys.receiver.certificate)
  const request = await build()
  const facts = {
    keys: keys.receiver,
    messageId: 'receipt@fourcorner.test',
    timestamp: message.timestamp,
  }
  const receipt = await buildReceipt(await receive(request), facts)
  const answer = { kind: 'answered', status: 200, ...receipt } as const
  const expected = { receiver: keys.receiver.certificate, checkSigner() {} }
  return async () => {
    await build()
    // Each request has its own digests, so the receipt checked is that of the first.
    assert.equal((await judgeAnswer(request.sent, answer, expected)).kind, 'receipt')
  }
}

/**
 * Garbage collection falls on some rounds and not on others: the least would be of a
 * round without any.
 */
function mean(micros: number[]): number {
  return micros.reduce((sum, one) => sum + one, 0) / micros.length
}
