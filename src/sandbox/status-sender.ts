// What the second access point says about what it received: a Message Level Status, if the sender
// asked for one, sent as any other document is.
import { buildUserMessage } from '../as4/index.ts'
import { commonName, type KeyProvider, newUuid } from '../crypto/index.ts'
import { type Net, type NetLimits, openNet } from '../net/index.ts'
import {
  buildSbd,
  formatIdentifier,
  formatParticipant,
  type LookupNeeds,
  lookup,
  type Network,
  type ParsedHeader,
  parseParticipant,
} from '../peppol/index.ts'
import type { AccessPoint, Arrival } from '../reception/index.ts'
import {
  buildMls,
  type Mls,
  mlsDocumentType,
  mlsProcess,
  serviceProviderId,
} from '../reporting/index.ts'
import type { Service } from './participants.ts'

/** Receivers whose documents get another status than AB; `undefined`: none at all. */
const statusOfReceiver: Record<string, Mls['code'] | undefined> = {
  '9915:mlsaccepted': 'AP',
  '9915:mlsrejected': 'RE',
  '9915:mlsnone': undefined,
}

/** So that the receipt is out before. */
const afterMs = 250

/** What an access point receives itself: answers to its own messages. */
export const providerServices: Service[] = [{ documentType: mlsDocumentType, process: mlsProcess }]

export function isForProvider({ receiver, documentType }: ParsedHeader, provider: string): boolean {
  return (
    formatParticipant(receiver) === provider &&
    formatIdentifier(documentType) === formatIdentifier(mlsDocumentType)
  )
}

type Received = Pick<Arrival, 'message' | 'header'>

/** Sends statuses by the network that it is part of. `close` drops those that have not begun. */
export function openStatusSender({
  accessPoint,
  network,
  dnsServers,
  sending,
  say,
}: {
  accessPoint: Pick<AccessPoint, 'keys' | 'revocationOf' | 'now'>
  network: Network
  dnsServers: string[]
  sending: NetLimits
  say(line: string): void
}): { sendLater(received: Received): void; close(): Promise<void> } {
  const net = openNet({ dnsServers, plainHttpAllowed: true, limits: sending })
  const waiting = new Set<NodeJS.Timeout>()
  return {
    sendLater(received) {
      const timer = setTimeout(() => {
        waiting.delete(timer)
        sendStatus({ ...net, ...accessPoint, network }, received).catch((error: unknown) =>
          say(`The sandbox sent no status: ${error instanceof Error ? error.message : error}`),
        )
      }, afterMs)
      waiting.add(timer)
    },
    async close() {
      for (const timer of waiting) clearTimeout(timer)
      await net.close()
    },
  }
}

type Needs = LookupNeeds & Pick<Net, 'post'> & { keys: KeyProvider }

/** The participant that an access point is itself. */
export function providerOf({ certificate }: Pick<KeyProvider, 'certificate'>): string {
  return `0242:${serviceProviderId(commonName(certificate) ?? '')}`
}

/** Throws when that fails. Does nothing when no status is wanted. */
async function sendStatus(needs: Needs, { message, header }: Received): Promise<void> {
  const code = codeFor(formatParticipant(header.receiver))
  if (header.mlsType !== 'ALWAYS_SEND' || code === undefined) return
  const { keys, now } = needs
  const participant = header.mlsTo
    ? parseParticipant(formatIdentifier(header.mlsTo))
    : parseParticipant(`0242:${serviceProviderId(message.from)}`)
  const endpoint = await lookup(needs, {
    participant,
    documentType: mlsDocumentType,
    process: mlsProcess,
  })
  const at = now()
  const id = newUuid(at)
  const sender = parseParticipant(providerOf(keys))
  const mls = buildMls({
    ...{ id, issuedAt: at, code, documentId: header.instanceIdentifier },
    ...{ sender: withoutScheme(sender.value), receiver: withoutScheme(participant.value) },
    ...(code === 'RE' ? { description: 'Refused, as this receiver always does.' } : {}),
    issues: code === 'RE' ? [{ line: 'NA', text: 'Refused by the sandbox.', reason: 'FD' }] : [],
  })
  const payload = buildSbd(
    {
      ...{ sender, receiver: participant, countryC1: 'ZZ', createdAt: at },
      ...{ documentType: mlsDocumentType, process: mlsProcess, instanceIdentifier: id },
    },
    mls,
  )
  const messageId = `${newUuid(at)}@sandbox.fourcorner`
  const request = await buildUserMessage(
    {
      ...{ messageId, conversationId: messageId, timestamp: at, payload },
      service: { type: mlsProcess.scheme, value: mlsProcess.value },
      action: formatIdentifier(mlsDocumentType),
      ...{ originalSender: sender, finalRecipient: participant },
      contentId: `${newUuid(at)}@sandbox.fourcorner`,
    },
    keys,
    endpoint.certificate,
  )
  const outcome = await needs.post(endpoint.url, request)
  if (outcome.kind !== 'answered' || outcome.status !== 200)
    throw new Error(
      `a Message Level Status was not taken: ${JSON.stringify(outcome).slice(0, 200)}`,
    )
}

function codeFor(receiver: string): Mls['code'] | undefined {
  return Object.hasOwn(statusOfReceiver, receiver) ? statusOfReceiver[receiver] : 'AB'
}

function withoutScheme(value: string): string {
  return value.slice(value.indexOf(':') + 1)
}
