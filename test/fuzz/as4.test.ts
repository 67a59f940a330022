// Mutated messages and answers: never a crash, never a hang, never an accepted change.
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  As4Error,
  buildReceipt,
  buildUserMessage,
  bytesOf,
  type HttpMessage,
  judgeAnswer,
  type ReceiverOptions,
  readSentMessage,
  receiveUserMessage,
  type UserMessage,
  type Verified,
} from '../../src/as4/index.ts'
import { localKeys, parseCertificate, sha256 } from '../../src/crypto/index.ts'
import { checkAccessPoint } from '../../src/peppol/index.ts'
import { readCaptured, readKeys, readMessage } from '../as4/captured.ts'
import { compose, part, sbd, toHttpMessage } from '../as4/hostile/hostile-message.ts'
import {
  checkSigner,
  now,
  receiver,
  receiverKeys,
  revocationOf,
  sender,
} from '../as4/hostile/pki.ts'
import { newMessage } from '../as4/peer.ts'
import { type Base, mutate, toBase } from './mutate.ts'
import { type Random, randomOf, readCount, readSeed } from './random.ts'

const limits = { bodyBytesMax: 3_000_000, inflatedBytesMax: 2_000_000, ratioMax: 200, partsMax: 10 }
const millisMax = 1000

type Target = Base & { options: ReceiverOptions; fingerprint: string }

async function bases(): Promise<Target[]> {
  const ours: ReceiverOptions = { keys: [receiverKeys], checkSigner, limits, now: () => now }
  const keys = localKeys(sender)
  const two = [part(sbd()), part('<Attachment/>', { contentId: 'second@sender.test' })]
  const made: [string, HttpMessage, ReceiverOptions][] = [
    ['ours', await buildUserMessage(newMessage, keys, receiver.certificate), ours],
    [
      'ours, not compressed',
      await buildUserMessage({ ...newMessage, compress: false }, keys, receiver.certificate),
      ours,
    ],
    ['two payloads', toHttpMessage(compose({ parts: two })), ours],
    ...captured(),
  ]
  return Promise.all(
    made.map(async ([name, message, options]) => {
      const fingerprint = await fingerprintOf(await receiveUserMessage(message, options))
      return { ...toBase(name, message), options, fingerprint }
    }),
  )
}

function captured(): [string, HttpMessage, ReceiverOptions][] {
  const [roots, accessPointIssuers] = [['root.pem'], ['apca.pem']].map((names) =>
    names.map((name) => parseCertificate(readCaptured(name))),
  )
  const trust = {
    roots: roots!,
    accessPointIssuers: accessPointIssuers!,
    smpIssuers: [],
  }
  const captureDay = new Date('2026-11-21T12:00:00Z')
  const options: ReceiverOptions = {
    keys: [readKeys().receiver],
    async checkSigner(certificate) {
      await checkAccessPoint(certificate, { trust, revocationOf, now: captureDay })
    },
    limits,
    now: () => captureDay,
  }
  return ['phase4-user-message', 'phase4-uncompressed'].map((name) => [
    name,
    readMessage(name, 'mime'),
    options,
  ])
}

/** Everything that a receiver relies on: header, payload bytes, signer, and what was signed. */
async function fingerprintOf({
  payloads,
  signer,
  references,
  ...header
}: Verified<UserMessage>): Promise<string> {
  const contents = await Promise.all(
    payloads.map(async ({ content, ...about }) => ({
      ...about,
      digest: sha256(await bytesOf(content)).toString('hex'),
    })),
  )
  return JSON.stringify([header, contents, signer.fingerprint256, references])
}

/** `EBMS:…` or the fingerprint of what was accepted. */
async function outcomeOf(
  message: { contentType: string; body: Buffer | AsyncIterable<Uint8Array> },
  options: ReceiverOptions,
) {
  try {
    return await fingerprintOf(await receiveUserMessage(message, options))
  } catch (error) {
    if (error instanceof As4Error) return error.code
    throw error
  }
}

async function* inChunks(body: Buffer, random: Random): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; ) {
    const length = random(4) === 0 ? 1 + random(5) : 1 + random(4000)
    yield body.subarray(at, at + length)
    at += length
  }
}

/**
 * Runs one case, and a slow one again, since the machine may have been busy. Names the case in
 * every failure.
 */
async function watched<Outcome>(name: string, run: () => Promise<Outcome>): Promise<Outcome> {
  for (let tries = 0; ; tries++) {
    const begun = performance.now()
    const outcome = await run().catch((cause: unknown) => {
      throw new Error(`${name} crashed`, { cause })
    })
    const millis = performance.now() - begun
    if (millis < millisMax) return outcome
    if (tries > 1) throw new Error(`${name} took ${millis.toFixed(0)} ms`)
  }
}

test('mutated messages are refused, or are what was sent', async () => {
  const seed = readSeed('mutated messages')
  const count = readCount(100_000)
  const targets = await bases()
  const outcomes = new Map<string, number>()
  for (let index = 0; index < count; index++) {
    const random = randomOf(seed, index)
    const target = targets[index % targets.length]!
    const message = mutate(target, random)
    const name = `mutant ${index} of '${target.name}' (FUZZ_SEED=${seed})`
    const outcome = await watched(name, () => outcomeOf(message, target.options))
    const isAccepted = !outcome.startsWith('EBMS:')
    if (isAccepted) expect(outcome, name).toBe(target.fingerprint)
    if (isAccepted || index % 10 === 0) {
      const inChunksToo = () =>
        outcomeOf(
          { ...message, body: inChunks(message.body, randomOf(seed, -index)) },
          target.options,
        )
      const again = await watched(`${name}, in chunks`, inChunksToo)
      // In chunks, payload parts are read once the envelope is proven. Of two faults, the one in
      // the parts (EBMS:0011) is then found last.
      if (outcome === 'EBMS:0011') expect(again, name).toMatch(/^EBMS:/)
      else expect(again, name).toBe(outcome)
    }
    const counted = isAccepted ? 'accepted, unchanged' : outcome
    outcomes.set(counted, (outcomes.get(counted) ?? 0) + 1)
    if (index % 500 === 0) await turn()
  }
  console.log(`${count} messages:`, Object.fromEntries([...outcomes].sort()))
  // The run means something only when mutants reach every stage, including acceptance.
  for (const code of ['accepted, unchanged', 'EBMS:0007', 'EBMS:0009', 'EBMS:0101', 'EBMS:0102'])
    expect(outcomes.get(code), code).toBeGreaterThan(count / 2000)
})

test('mutated receipts are no receipts, or the one that was sent', async () => {
  const seed = readSeed('mutated receipts')
  const count = Math.ceil(readCount(100_000) / 5)
  const [target] = await bases()
  const facts = { keys: receiverKeys, messageId: 'receipt@receiver.test', timestamp: now }
  const receipt = await buildReceipt(
    await receiveUserMessage(target!.message, target!.options),
    facts,
  )
  const sent = readSentMessage(target!.message)
  const expected = { receiver: receiver.certificate, checkSigner }
  const judge = ({ contentType, body }: HttpMessage) =>
    judgeAnswer(sent, { kind: 'answered', status: 200, contentType, body }, expected)
  const honest = JSON.stringify(await judge(receipt))
  const base = toBase('receipt', receipt)
  const kinds = new Map<string, number>()
  for (let index = 0; index < count; index++) {
    const name = `receipt ${index} (FUZZ_SEED=${seed})`
    const verdict = await watched(name, async () => judge(mutate(base, randomOf(seed, index))))
    if (verdict.kind === 'receipt') expect(JSON.stringify(verdict), name).toBe(honest)
    kinds.set(verdict.kind, (kinds.get(verdict.kind) ?? 0) + 1)
    if (index % 500 === 0) await turn()
  }
  console.log(`${count} receipts:`, Object.fromEntries([...kinds].sort()))
  for (const kind of ['receipt', 'no-receipt'])
    expect(kinds.get(kind), kind).toBeGreaterThan(count / 2000)
})
