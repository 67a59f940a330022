// The messages of the floor (floor.ts): documents read and written, messages built, received and
// judged by the program's own parts, with nothing around them. The settings of the environment say
// as whom; that no certificate was revoked is known beforehand.
import { readFileSync } from 'node:fs'
import {
  buildUserMessage,
  type HttpMessage,
  judgeOutcome,
  type SentMessage,
} from '../../src/as4/index.ts'
import { readConfig } from '../../src/config/config.ts'
import { type Addressed, addressDocument } from '../../src/core/submit/address-document.ts'
import { newUuid, parseCertificate } from '../../src/crypto/index.ts'
import { openIntake } from '../../src/intake/index.ts'
import type { ReadDocument } from '../../src/intake/read-document.ts'
import type { ReadOther } from '../../src/intake/read-other.ts'
import {
  buildSbd,
  checkAccessPoint,
  parseDocumentType,
  parseParticipant,
  parseProcess,
} from '../../src/peppol/index.ts'
import { type Arrival, receiveMessage } from '../../src/reception/index.ts'
import { readNetworkFiles } from '../../src/setup/membership.ts'

export const newId = () => newUuid(new Date())

export type Built = {
  id: string
  at: Date
  read: ReadDocument
  addressed: Addressed
  sbd: Buffer
  messageId: string
  request: HttpMessage
  sent: SentMessage
  sessionKey: Buffer
}

/** Stores an arrival; the receipt. */
type Keep = (
  arrival: Arrival,
  read: ReadDocument | ReadOther,
  makeReceipt: () => Promise<Buffer>,
) => Promise<Buffer>

export function openMessages() {
  const config = readConfig()
  const { limits } = config
  const { network, keys } = readNetworkFiles(config)
  const receiver = parseCertificate(readFileSync(process.env.FLOOR_RECEIVER_FILE!))
  const intake = openIntake(limits.intake)
  const now = () => new Date()
  const trust = { trust: network.trust, revocationOf: async () => 'good' as const }
  const checkSigner = async (certificate: typeof receiver) => {
    await checkAccessPoint(certificate, { ...trust, now: now() })
  }
  return {
    /** From JSON to the request that carries the document. */
    async build(id: string, submitted: Buffer): Promise<Built> {
      const at = now()
      const read = await intake.read(
        { format: 'json', bytes: submitted },
        { day: '2026-11-28', kind: 'invoice' },
      )
      const addressed = addressDocument(
        read,
        {},
        {
          ...{ format: 'json', frenchProcess: 'none', day: '2026-11-28' },
        },
      )
      const originalSender = parseParticipant(addressed.sender.id)
      const finalRecipient = parseParticipant(addressed.receiver.id)
      const process = parseProcess(addressed.processId)
      const header = {
        ...{ sender: originalSender, receiver: finalRecipient, process },
        ...{ createdAt: at, instanceIdentifier: id },
        documentType: parseDocumentType(addressed.documentTypeId),
        countryC1: addressed.countryC1,
        mlsType: 'FAILURE_ONLY' as const,
      }
      const sbd = buildSbd(header, read.ubl)
      const messageId = `${newId()}@fourcorner`
      await checkSigner(receiver)
      const message = {
        ...{ messageId, conversationId: messageId, timestamp: at, payload: sbd },
        ...{ originalSender, finalRecipient },
        service: { type: process.scheme, value: process.value },
        action: addressed.documentTypeId,
        contentId: `${newId()}@fourcorner`,
      }
      const { sent, sessionKey, ...request } = await buildUserMessage(message, keys, receiver)
      return { id, at, read, addressed, sbd, messageId, request, sent, sessionKey }
    },

    /** The id of the receipt, which has been verified. */
    async judge({ sent }: Built, answer: HttpMessage): Promise<string> {
      const judgement = await judgeOutcome(
        sent,
        { kind: 'answered', status: 200, ...answer },
        { receiver: sent.receiver, checkSigner, isRepeated: false },
      )
      if (judgement.case !== 'receipt') throw new Error(judgement.detail)
      return judgement.receipt.messageId
    },

    /** Every check of a message; its document is read. */
    async receive(message: HttpMessage, keep: Keep): Promise<HttpMessage> {
      const outcome = await receiveMessage(message, {
        ...{ limits: limits.reception, keys, ...trust, now, serves: () => true },
        async keep(arrival, makeReceipt) {
          const read = await intake.readAny(arrival.document as Buffer)
          return { kind: 'stored', receipt: await keep(arrival, read, makeReceipt) }
        },
      })
      if (outcome.kind === 'refused') throw outcome.error
      const { contentType, body } = outcome.answer
      return { contentType: contentType!, body }
    },
  }
}
