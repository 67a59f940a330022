// One exchange as the gateway makes it: lookup, envelope, message, post, verdict.
import { randomUUID } from 'node:crypto'
import {
  buildUserMessage,
  type HttpMessage,
  judgeAnswer,
  type Post,
  readSentMessage,
  type Verdict,
} from '../../src/as4/index.ts'
import type { KeyProvider } from '../../src/crypto/index.ts'
import type { Service } from '../../src/peppol/index.ts'
import {
  buildSbd,
  checkAccessPoint,
  type Endpoint,
  formatIdentifier,
  type Get,
  type Identifier,
  lookup,
  type Network,
  parseParticipant,
  type ResolveNaptr,
  type RevocationOf,
} from '../../src/peppol/index.ts'
import { defaultServices } from '../../src/sandbox/participants.ts'

export type PeppolAccess = {
  network: Network
  keys: KeyProvider
  resolveNaptr: ResolveNaptr
  get: Get
  post: Post
  revocationOf: RevocationOf
}

export type TestMessage = {
  receiver: string
  document: Buffer
  documentType: Identifier
  process: Identifier
  messageId: string
  instanceIdentifier: string
  /** What the message header says, where it differs from the SBD. */
  header: Partial<{ finalRecipient: Identifier; originalSender: Identifier; action: string }>
}

const [invoice] = defaultServices() as readonly [Service]

const sender = parseParticipant('0208:0123456749')

export function testMessage(changes: Partial<TestMessage> = {}): TestMessage {
  const instanceIdentifier = randomUUID()
  return {
    receiver: '0088:7300010000001',
    document: Buffer.from(
      `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">\r\n\t<!-- kept ` +
        `-->&#228; ä ${instanceIdentifier}</Invoice>`,
    ),
    ...invoice,
    messageId: `${randomUUID()}@gateway.test`,
    instanceIdentifier,
    header: {},
    ...changes,
  }
}

export function find(
  peppolAccess: PeppolAccess,
  { receiver, documentType, process }: TestMessage,
): Promise<Endpoint> {
  const wanted = { participant: parseParticipant(receiver), documentType, process }
  return lookup({ ...peppolAccess, now: () => new Date() }, wanted)
}

export function build(
  peppolAccess: PeppolAccess,
  testMessage: TestMessage,
  endpoint: Endpoint,
): Promise<HttpMessage> {
  const { documentType, process, instanceIdentifier, messageId } = testMessage
  const receiver = parseParticipant(testMessage.receiver)
  const createdAt = new Date()
  return buildUserMessage(
    {
      messageId,
      conversationId: messageId,
      timestamp: createdAt,
      service: { type: process.scheme, value: process.value },
      action: formatIdentifier(documentType),
      originalSender: sender,
      finalRecipient: receiver,
      payload: buildSbd(
        { sender, receiver, documentType, process, countryC1: 'BE', instanceIdentifier, createdAt },
        testMessage.document,
      ),
      contentId: `${randomUUID()}@gateway.test`,
      ...testMessage.header,
    },
    peppolAccess.keys,
    endpoint.certificate,
  )
}

/** The verdict on the answer, or 'failed' when there was none. */
export async function deliver(
  peppolAccess: PeppolAccess,
  request: HttpMessage,
  endpoint: Endpoint,
): Promise<{ verdict: Verdict | 'failed'; body: Buffer | undefined }> {
  const outcome = await peppolAccess.post(endpoint.url, request)
  if (outcome.kind === 'failed') return { verdict: 'failed', body: undefined }
  const verdict = await judgeAnswer(readSentMessage(request), outcome, {
    receiver: endpoint.certificate,
    async checkSigner(certificate) {
      const { network, revocationOf } = peppolAccess
      await checkAccessPoint(certificate, { trust: network.trust, revocationOf, now: new Date() })
    },
  })
  return { verdict, body: outcome.body }
}

export async function send(
  peppolAccess: PeppolAccess,
  testMessage: TestMessage,
): ReturnType<typeof deliver> {
  const endpoint = await find(peppolAccess, testMessage)
  return deliver(peppolAccess, await build(peppolAccess, testMessage, endpoint), endpoint)
}
