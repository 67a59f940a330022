// What the second access point says about what it received: a Message Level Status, if the sender
// asked for one, sent as any other document is.
import { commonName, type KeyProvider, newUuid } from '../crypto/index.ts'
import {
  formatIdentifier,
  formatParticipant,
  type ParsedHeader,
  parseParticipant,
  type Service,
} from '../peppol/index.ts'
import type { Arrival } from '../reception/index.ts'
import {
  buildMls,
  type Mls,
  mlsDocumentType,
  mlsProcess,
  serviceProviderId,
} from '../reporting/index.ts'
import type { Sender } from './sender.ts'

/** Receivers whose documents get another status than AB; `undefined`: none at all. */
const statusOfReceiver: Record<string, Mls['code'] | undefined> = {
  '9915:mlsaccepted': 'AP',
  '9915:mlsrejected': 'RE',
  '9915:mlsnone': undefined,
}

/** So that the receipt is out before. */
const afterMs = 250
/** How long an access point is known: all its statuses go to the same place. */
const knownMs = 60_000
const knownMax = 100

/** What an access point receives itself: answers to its own messages. */
export const providerServices: Service[] = [{ documentType: mlsDocumentType, process: mlsProcess }]

export function isForProvider({ receiver, documentType }: ParsedHeader, provider: string): boolean {
  return (
    formatParticipant(receiver) === provider &&
    formatIdentifier(documentType) === formatIdentifier(mlsDocumentType)
  )
}

type Received = Pick<Arrival, 'message' | 'header'>

/** What is said about a document; `documentId`: about another one. */
export type Said = Pick<Mls, 'code' | 'description' | 'issues'> & { documentId?: string }

/** Sends statuses as `own`. `close` drops those that have not begun. */
export function openStatusSender({
  own,
  sender,
  now,
  report,
}: {
  own: string
  sender: Sender
  now(): Date
  report(line: string): void
}): {
  /** Without `said`, what the receiver of the document always says. */
  sendLater(received: Received, said?: Said): void
  close(): void
} {
  const waiting = new Set<NodeJS.Timeout>()
  const find = remembering(sender.find, now)
  return {
    sendLater(received, said = usualFor(formatParticipant(received.header.receiver))) {
      if (received.header.mlsType !== 'ALWAYS_SEND' || said === undefined) return
      const timer = setTimeout(() => {
        waiting.delete(timer)
        sendStatus({ ...sender, find }, own, said, received, now()).catch((error: unknown) =>
          report(`The sandbox sent no status: ${error instanceof Error ? error.message : error}`),
        )
      }, afterMs)
      waiting.add(timer)
    },
    close() {
      for (const timer of waiting) clearTimeout(timer)
    },
  }
}

/** The participant that an access point is itself. */
export function providerOf({ certificate }: Pick<KeyProvider, 'certificate'>): string {
  return `0242:${serviceProviderId(commonName(certificate) ?? '')}`
}

/** Asks once in a while for the same; what failed is asked for again. */
function remembering(find: Sender['find'], now: () => Date): Sender['find'] {
  const known = new Map<string, { found: ReturnType<Sender['find']>; until: number }>()
  return (of) => {
    const key = formatParticipant(of.receiver)
    const before = known.get(key)
    if (before && before.until > now().getTime()) return before.found
    if (known.size >= knownMax) known.clear()
    const found = find(of)
    known.set(key, { found, until: now().getTime() + knownMs })
    found.catch(() => known.get(key)?.found === found && known.delete(key))
    return found
  }
}

async function sendStatus(
  { find, send }: Sender,
  own: string,
  { documentId, ...said }: Said,
  { message, header }: Received,
  at: Date,
): Promise<void> {
  const sender = parseParticipant(own)
  const receiver = header.mlsTo
    ? parseParticipant(formatIdentifier(header.mlsTo))
    : parseParticipant(`0242:${serviceProviderId(message.from)}`)
  const id = newUuid(at)
  const document = buildMls({
    ...{ id, issuedAt: at, ...said, documentId: documentId ?? header.instanceIdentifier },
    ...{ sender: withoutScheme(sender.value), receiver: withoutScheme(receiver.value) },
  })
  const types = { documentType: mlsDocumentType, process: mlsProcess }
  const parcel = { sender, receiver, ...types, countryC1: 'ZZ', instanceIdentifier: id, document }
  await send(parcel, await find(parcel))
}

function usualFor(receiver: string): Said | undefined {
  const code = Object.hasOwn(statusOfReceiver, receiver) ? statusOfReceiver[receiver] : 'AB'
  if (code !== 'RE') return code && { code, issues: [] }
  return {
    ...{ code, description: 'Refused, as this receiver always does.' },
    issues: [{ line: 'NA', text: 'Refused by the sandbox.', reason: 'FD' }],
  }
}

function withoutScheme(value: string): string {
  return value.slice(value.indexOf(':') + 1)
}
