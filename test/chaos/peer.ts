// Another access point that sends to the gateways, and does not give up: each message is posted,
// always with the same bytes, to whichever gateway is there, until one of them answers with a
// receipt.
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildUserMessage, type HttpMessage, judgeOutcome } from '../../src/as4/index.ts'
import { completeDocument, documentModel, kinds, toUbl } from '../../src/billing/index.ts'
import { type KeyProvider, localKeys, newUuid } from '../../src/crypto/index.ts'
import {
  buildSbd,
  formatIdentifier,
  type Identifier,
  type MlsType,
  parseDocumentType,
  parseParticipant,
  parseProcess,
} from '../../src/peppol/index.ts'
import {
  buildInvoiceResponse,
  invoiceResponseDocumentType,
  invoiceResponseProcess,
} from '../../src/reporting/index.ts'
import { readPki } from '../../src/sandbox/pki-folder.ts'
import { invoiceJson } from '../e2e/invoice.ts'
import type { Random } from '../fuzz/random.ts'

/** Whom the gateways receive for. */
export const ownParticipant = { scheme: '0208', id: '0685660237' }

/** Who sends what the gateways send, and who receives it. */
export const sendingParticipant = { scheme: '0208', id: '0123456749' }
export const otherParticipant = { scheme: '0192', id: '987654325' }

/** A message for which there is a receipt. */
export type Receipted = {
  messageId: string
  instanceIdentifier: string
  /** The document, as it stands in the SBD. */
  content: Buffer
  mlsType?: MlsType
  /** Its receiver finds it invalid. */
  isInvalid?: true
}

/** The invoices that are sent, and what they are on the network. */
export type Spoken = {
  documentType: Identifier
  process: Identifier
  invoice(number: string, receiver?: typeof ownParticipant): Buffer
  /** Whether its receiver finds that one invalid. */
  isInvalid?(number: string): boolean
}

const bis: Spoken = {
  documentType: parseDocumentType(
    'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017' +
      '#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1',
  ),
  process: parseProcess('urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'),
  invoice: invoiceXml,
}
const participant = (id: { scheme: string; id: string }) =>
  parseParticipant(`${id.scheme}:${id.id}`)

/**
 * Sends `count` invoices. One message in `repeatedOneIn` is sent again although its receipt has
 * come: the answer must be the same receipt.
 */
export async function sendAll({
  count,
  senders,
  repeatedOneIn,
  pauseMs = 0,
  dataDir,
  random,
  spoken = bis,
  urlOf,
  arrived = () => [],
  isOver = () => true,
}: {
  count: number
  senders: number
  repeatedOneIn: number
  /** From a receipt to the sender's next message, on average. */
  pauseMs?: number
  /** Where the sandbox keeps its keys. */
  dataDir: string
  random: Random
  spoken?: Spoken
  urlOf(): string | undefined
  /** The instance identifiers of documents that the other side's receivers have, so far. */
  arrived?(): string[]
  /** Whether all documents of the gateways were submitted. */
  isOver?(): boolean
}): Promise<{ receipted: Receipted[]; responded: string[]; posts: number; faults: string[] }> {
  const pki = readPki(join(dataDir, 'sandbox', 'pki'))
  const keys = localKeys(pki['access-point'])
  const gateway = new X509Certificate(readFileSync(join(dataDir, 'sandbox', 'pki', 'gateway.pem')))
  const receipted: Receipted[] = []
  // The documents that were responded to.
  const responded: string[] = []
  const faults: string[] = []
  let posts = 0
  let next = 0

  async function sendNext(): Promise<void> {
    for (let number = next++; number < count; number = next++) {
      const { message, ...told } = await messageOf(number)
      const receipt = await sendUntilReceipt(message, told.messageId)
      await pause(random(2 * pauseMs + 1))
      if (!receipt) continue
      receipted.push(told)
      if (random(repeatedOneIn) > 0) continue
      const again = await sendUntilReceipt(message, told.messageId)
      if (again && !again.equals(receipt)) faults.push(`${told.messageId} has two receipts`)
    }
  }

  async function messageOf(number: number) {
    const mlsType = number % 4 === 0 ? ('ALWAYS_SEND' as const) : undefined
    const name = `CHAOS-IN-${number}`
    const message = await buildMessage({ number: name, keys, gateway, mlsType, spoken })
    return spoken.isInvalid?.(name) ? { ...message, isInvalid: true as const } : message
  }

  /** The bytes of the receipt; undefined after an answer that is final and none. */
  async function sendUntilReceipt(
    message: Awaited<ReturnType<typeof buildUserMessage>>,
    messageId: string,
  ): Promise<Buffer | undefined> {
    for (;;) {
      const answer = await post(urlOf(), message)
      if (answer?.status === 200) {
        const judged = await judgeOutcome(message.sent, answer, {
          ...{ receiver: gateway, isRepeated: false },
          checkSigner: (certificate) => {
            if (!certificate.checkIssued(pki['access-point-ca'].certificate))
              throw new Error('a stranger has signed')
          },
        })
        if (judged.case === 'receipt') return answer.body
        faults.push(`${messageId} was refused: ${judged.detail}`)
        return undefined
      }
      if (answer && !isToComeAgain(answer.status))
        faults.push(`${messageId}: HTTP ${answer.status}`)
      await pause(100 + random(400))
    }
  }

  async function post(url: string | undefined, { contentType, body }: HttpMessage) {
    if (!url) return undefined
    posts += 1
    try {
      const answer = await fetch(new URL('/as4', url), {
        method: 'POST',
        headers: { 'Content-Type': contentType },
        body: new Uint8Array(body),
        signal: AbortSignal.timeout(20_000),
      })
      return {
        kind: 'answered' as const,
        status: answer.status,
        contentType: answer.headers.get('content-type') ?? '',
        body: Buffer.from(await answer.arrayBuffer()),
      }
    } catch {
      return undefined
    }
  }

  /** An Invoice Response about one document in five that arrives, as long as some may. */
  async function respondOn(): Promise<void> {
    const seen = new Set<string>()
    for (let wasOver = false; ; ) {
      for (const instance of arrived()) {
        if (seen.has(instance)) continue
        seen.add(instance)
        if (seen.size % 5 !== 0) continue
        const { message, messageId } = await buildResponse({ about: instance, keys, gateway })
        if (await sendUntilReceipt(message, messageId)) responded.push(instance)
      }
      if (wasOver) return
      wasOver = isOver()
      await pause(200)
    }
  }

  const sending = Promise.all(Array.from({ length: senders }, sendNext))
  await Promise.all([sending, respondOn()])
  return { receipted, responded, posts, faults }
}

/** Whether the sender may try again: there was no room, or it was itself held up in the middle. */
export const isToComeAgain = (status: number) => status === 503 || status === 408

export function invoiceXml(number: string, receiver = ownParticipant): Buffer {
  const json = JSON.parse(invoiceJson(number, receiver)) as unknown
  const { document } = completeDocument(kinds.invoice, documentModel(kinds.invoice).parse(json))
  const ubl = toUbl(kinds.invoice, document)
  // An SBD has no place for an XML declaration.
  return ubl.subarray(ubl.indexOf('<Invoice'))
}

/** An invoice for `receiver`, signed by `keys` and encrypted for the gateway. */
export async function buildMessage({
  number,
  keys,
  gateway,
  receiver = ownParticipant,
  mlsType,
  spoken: { documentType, process, invoice } = bis,
}: {
  number: string
  keys: KeyProvider
  gateway: X509Certificate
  receiver?: typeof ownParticipant
  mlsType?: MlsType | undefined
  spoken?: Spoken
}) {
  const at = new Date()
  const [instanceIdentifier, messageId] = [newUuid(at), `${newUuid(at)}@chaos.test`]
  const content = invoice(number)
  const header = {
    ...{ sender: participant({ scheme: '0192', id: '987654325' }), documentType, process },
    ...{ receiver: participant(receiver), countryC1: 'NO', createdAt: at },
    ...{ instanceIdentifier, ...(mlsType ? { mlsType } : {}) },
  }
  const message = await buildUserMessage(
    {
      ...{ messageId, conversationId: messageId, timestamp: at },
      service: { type: process.scheme, value: process.value },
      action: formatIdentifier(documentType),
      ...{ originalSender: header.sender, finalRecipient: header.receiver },
      ...{ payload: buildSbd(header, content), contentId: 'payload@chaos.test' },
    },
    keys,
    gateway,
  )
  return { message, messageId, instanceIdentifier, content, ...(mlsType ? { mlsType } : {}) }
}

/** What the receiver of a document says about it: that it is paid. */
async function buildResponse({
  about,
  keys,
  gateway,
}: {
  about: string
  keys: KeyProvider
  gateway: X509Certificate
}) {
  const at = new Date()
  const [instanceIdentifier, messageId] = [newUuid(at), `${newUuid(at)}@chaos.test`]
  const party = (endpoint: typeof ownParticipant) => ({ endpoint, name: 'A party' })
  const content = buildInvoiceResponse({
    ...{ id: instanceIdentifier, issuedAt: at, code: 'PD', clarifications: [] },
    ...{ sender: party(otherParticipant), receiver: party(sendingParticipant) },
    invoice: { number: about, issueDate: '2026-11-21', typeCode: '380' },
  })
  const header = {
    ...{ sender: participant(otherParticipant), receiver: participant(sendingParticipant) },
    ...{ documentType: invoiceResponseDocumentType, process: invoiceResponseProcess },
    ...{ countryC1: 'NO', createdAt: at, instanceIdentifier },
  }
  const message = await buildUserMessage(
    {
      ...{ messageId, conversationId: messageId, timestamp: at },
      service: { type: header.process.scheme, value: header.process.value },
      action: formatIdentifier(header.documentType),
      ...{ originalSender: header.sender, finalRecipient: header.receiver },
      ...{ payload: buildSbd(header, content), contentId: 'payload@chaos.test' },
    },
    keys,
    gateway,
  )
  return { message, messageId }
}
