// What must become of the messages that phase4 sends to a gateway (docs/api.md, "Receiving" and
// "Message Level Status"), and what is wrong with what became of them: pure, so that each kind of
// wrong can be shown to be found.

import type { WordWish } from '../../../src/core/receive/word.ts'

type Fate =
  | 'stored'
  /** The same MessageId with the same SBD. */
  | 'same message'
  /** Another MessageId, the same instance identifier, the same document. */
  | 'same document'
  /** Another MessageId, the same instance identifier, another document: that is stored, too. */
  | 'other document'
  /** The same MessageId with another document. */
  | 'MessageId used'
  /** For a participant that is not registered, or not for this document type. */
  | 'no participant'
  | 'no type'
  /** The document, and so the SBD, is not well-formed. */
  | 'no XML'

const errors: Partial<Record<Fate, RegExp>> = {
  'MessageId used': /^EBMS:0004 .*used before with another document/,
  'no participant': /^EBMS:0004 PEPPOL:NOT_SERVICED$/,
  'no type': /^EBMS:0004 PEPPOL:NOT_SERVICED$/,
  'no XML': /^EBMS:0004 the payload is not a Peppol SBD/,
}

export type Sending = {
  fate: Fate
  /** Of a repetition: what it repeats, which was answered before. */
  first?: Sending
  messageId: string
  instanceIdentifier: string
  tenant: string
  /** In short form. */
  sender: string
  receiver: string
  documentTypeId: string
  processId: string
  type: 'invoice' | 'creditNote' | 'debitNote' | 'other'
  /** Absent when it cannot be read. */
  number?: string
  verdict: 'valid' | 'invalid' | 'not-validated'
  /** Of an invalid one, in order: wrong syntax (SV), a rule broken (BV). */
  reasons?: string[]
  /** Which Message Level Status its sender asks for, and where it goes. */
  mlsType?: 'ALWAYS_SEND' | 'FAILURE_ONLY'
  mlsTo?: string
  mlsReceiver: string
  /** False for the kinds of documents that are never answered. */
  getsMls: boolean
  isAcknowledged: boolean
  /** What its receiver says of it instead. */
  word?: WordWish
}

/** What phase4 put on the wire, and what it made of the answer. */
export type Exchange = {
  sending: Sending
  /** The SBD as phase4 wrote it. */
  wire: Buffer
  answer: { isReceipt: boolean; reported: string; bytes: Buffer }
}

/** A document as its tenant sees it. */
export type Received = {
  tenant: string
  record: {
    id: string
    type: string
    number?: string
    sender: { id: string }
    receiver: { id: string }
    documentTypeId: string
    processId: string
    messageId: string
    accessPoint: string
    instanceIdentifier: string
    sameInstanceAs?: string
    repeats: number
    status: string
    validation: { verdict: string }
    mls: { requested?: string; status: string; code?: string }
  }
  content: Buffer
  files: { kind: string; bytes: Buffer }[]
}

/** A Message Level Status that phase4 received. */
export type Status = {
  documentId: string
  code: string
  /** Without warnings. */
  reasons: string[]
  /** By the document, and by its envelope: in short form. */
  sender: string
  receiver: string
  envelopeSender: string
  envelopeReceiver: string
  /** Of the envelope: a status asks for no status. */
  mlsType?: string
}

const isStored = ({ fate }: Sending) => fate === 'stored' || fate === 'other document'

/** AP and RE are a receiver's last word, and so is its acknowledgement. */
function isTaken({ isAcknowledged, word }: Sending): boolean {
  return word ? word.code !== 'AB' : isAcknowledged
}

/** The code of the status that is owed for a document; undefined when none is. */
function owed(sending: Sending): 'AP' | 'AB' | 'RE' | undefined {
  if (!isStored(sending) || !sending.getsMls) return undefined
  if (sending.verdict === 'invalid' || sending.word?.code === 'RE') return 'RE'
  if (sending.mlsType !== 'ALWAYS_SEND') return undefined
  return sending.word?.code ?? (sending.isAcknowledged ? 'AP' : 'AB')
}

/** What is wrong with the answers, by messages. */
export function judgeAnswers(exchanges: readonly Exchange[]): string[] {
  const answerTo = new Map(exchanges.map(({ sending, answer }) => [sending, answer]))
  return exchanges.flatMap(({ sending, answer }) => {
    const { fate, first, messageId } = sending
    const error = errors[fate]
    const fault = (what: string) => [`${messageId} (${fate}) ${what}`]
    if (error) {
      if (answer.isReceipt) return fault('got a receipt')
      return error.test(answer.reported) ? [] : fault(`was refused with '${answer.reported}'`)
    }
    if (!answer.isReceipt) return fault(`was refused with '${answer.reported}'`)
    if (!answer.bytes.includes(messageId)) return fault('got the receipt of another message')
    const isSame = first !== undefined && answerTo.get(first)!.bytes.equals(answer.bytes)
    if (fate === 'same message' && !isSame) return fault('got another receipt than the first')
    return []
  })
}

/** What is wrong with the documents that the tenants see. */
export function judgeReceived(
  exchanges: readonly Exchange[],
  received: readonly Received[],
): string[] {
  const messageOf = new Map(received.map(({ record }) => [record.id, record.messageId]))
  const stored = exchanges.filter(({ sending }) => isStored(sending))
  const known = new Set(stored.map(({ sending }) => sending.messageId))
  const unsent = received.filter(({ record }) => !known.has(record.messageId))
  return [
    ...unsent.map(({ record }) => `${record.messageId} is stored, and should not be`),
    ...stored.flatMap((exchange) => {
      const { messageId } = exchange.sending
      const [one, ...others] = received.filter(({ record }) => record.messageId === messageId)
      if (!one) return [`${messageId} is not stored`]
      return [
        ...(others.length > 0 ? [`${messageId} is stored ${others.length + 1} times`] : []),
        ...differences(
          messageId,
          wantedFacts(exchange.sending, exchanges),
          factsOf(one, messageOf),
        ),
        ...judgeBytes(exchange, exchanges, one),
      ]
    }),
  ]
}

type Facts = Record<string, string | number | undefined>

function wantedFacts(sending: Sending, exchanges: readonly Exchange[]): Facts {
  const { type, number, tenant, sender, receiver, documentTypeId, processId } = sending
  const repeats = exchanges.filter(
    ({ sending: { first, fate } }) =>
      first === sending && (fate === 'same message' || fate === 'same document'),
  )
  const code = owed(sending)
  return {
    ...{ tenant, type, number, sender, receiver, documentTypeId, processId },
    accessPoint: 'POP900003',
    instanceIdentifier: sending.instanceIdentifier,
    sameInstanceAs: sending.fate === 'other document' ? sending.first!.messageId : undefined,
    repeats: repeats.length,
    status: isTaken(sending) ? 'acknowledged' : 'available',
    verdict: sending.verdict,
    mlsRequested: sending.getsMls ? (sending.mlsType ?? 'FAILURE_ONLY') : undefined,
    mlsStatus: code ? meanings[code] : 'not-expected',
    mlsCode: code,
  }
}

const meanings = { AP: 'accepted', AB: 'acknowledged', RE: 'rejected' } as const

function factsOf({ tenant, record }: Received, messageOf: Map<string, string>): Facts {
  const { type, number, documentTypeId, processId, accessPoint, instanceIdentifier } = record
  return {
    ...{ tenant, type, number, documentTypeId, processId, accessPoint, instanceIdentifier },
    ...{ sender: record.sender.id, receiver: record.receiver.id },
    sameInstanceAs: record.sameInstanceAs && messageOf.get(record.sameInstanceAs),
    ...{ repeats: record.repeats, status: record.status, verdict: record.validation.verdict },
    ...{ mlsRequested: record.mls.requested, mlsStatus: record.mls.status },
    mlsCode: record.mls.code,
  }
}

function differences(messageId: string, wanted: Facts, found: Facts): string[] {
  return Object.keys(wanted)
    .filter((name) => wanted[name] !== found[name])
    .map((name) => `${messageId}: ${name} is ${found[name]}, not ${wanted[name]}`)
}

/** Content, SBD, receipts and findings of a document. */
function judgeBytes(
  { sending, wire }: Exchange,
  exchanges: readonly Exchange[],
  { content, files }: Received,
): string[] {
  const { messageId } = sending
  const named = (kind: string) => files.flatMap((file) => (file.kind === kind ? [file.bytes] : []))
  const [sbd] = named('sbd')
  const owned = exchanges.filter(
    (other) =>
      other.sending === sending ||
      (other.sending.first === sending && other.sending.fate === 'same document'),
  )
  const receipts = named('as4-response')
  const missing = owned.filter(({ answer }) => !receipts.some((one) => one.equals(answer.bytes)))
  return [
    ...(content.equals(documentIn(wire)) ? [] : [`${messageId}: the content is not what was sent`]),
    ...(sbd?.equals(wire) ? [] : [`${messageId}: the stored SBD is not what was sent`]),
    ...missing.map((one) => `${messageId}: the receipt of ${one.sending.messageId} is not stored`),
    ...(receipts.length === owned.length ? [] : [`${messageId} has ${receipts.length} receipts`]),
    ...(named('findings').length > 0 || sending.verdict !== 'invalid'
      ? []
      : [`${messageId} is invalid and has no findings`]),
  ]
}

/** The document in an SBD, root to root: not found by our own parser, which is on trial here. */
function documentIn(sbd: Buffer): Buffer {
  const text = sbd.toString('latin1')
  const [, rest = ''] = text.split(/<\/(?:\w+:)?StandardBusinessDocumentHeader\s*>/)
  const document = rest.slice(0, rest.search(/<\/(?:\w+:)?StandardBusinessDocument\s*>\s*$/))
  return Buffer.from(document.trim(), 'latin1')
}

/** What is wrong with the events `inbound.received`, which name documents by their ids. */
export function judgeEvents(
  received: readonly Received[],
  events: readonly { tenant: string; documentId: string }[],
): string[] {
  const named = ({ tenant, id }: { tenant: string; id: string }) => `${tenant}: ${id}`
  const wanted = received.map(({ tenant, record }) => named({ tenant, id: record.id }))
  const told = events.map(({ tenant, documentId }) => named({ tenant, id: documentId }))
  return compareLists(wanted, told, ['was not told of', 'was told of'])
}

/** What is wrong with the statuses that phase4 received. */
export function judgeStatuses(
  exchanges: readonly Exchange[],
  statuses: readonly Status[],
): string[] {
  const wanted = exchanges.flatMap(({ sending }): Status[] => {
    const code = owed(sending)
    if (!code) return []
    const [sender, receiver] = ['0242:900001', sending.mlsReceiver]
    return [
      {
        ...{ documentId: sending.instanceIdentifier, code, sender, receiver },
        reasons: sending.reasons ?? wordReasons(sending),
        ...{ envelopeSender: sender, envelopeReceiver: receiver.toLowerCase() },
      },
    ]
  })
  return compareLists(wanted.map(worded), statuses.map(worded), ['is missing', 'came, unasked'])
}

function wordReasons({ word }: Sending): string[] {
  return (word?.issues ?? []).flatMap(({ code }) => (code === 'BW' ? [] : [code]))
}

/** What the statuses that are owed for a receiver's word have to say. */
export function wordsOf(exchanges: readonly Exchange[]): {
  documentId: string
  code: string
  description?: string
  issues: { reason: string; line: string; text: string }[]
}[] {
  return exchanges.flatMap(({ sending }) => {
    const { word, instanceIdentifier: documentId } = sending
    if (!word || owed(sending) !== word.code) return []
    const { code, description, issues = [] } = word
    const said = issues.map(({ code: reason, location = 'NA', text }) => ({
      ...{ reason, line: location, text },
    }))
    return [{ documentId, code, ...(description ? { description } : {}), issues: said }]
  })
}

function worded(status: Status): string {
  const { documentId, code, reasons, sender, receiver, mlsType } = status
  const { envelopeSender, envelopeReceiver } = status
  const route = `from ${sender} (${envelopeSender}) to ${receiver} (${envelopeReceiver})`
  const asked = mlsType ? `, which asks for ${mlsType}` : ''
  return `${code} ${[...new Set(reasons)].sort()} about ${documentId} ${route}${asked}`
}

/** Each as often as it is there. */
function compareLists(
  wanted: readonly string[],
  found: readonly string[],
  [missing, added]: [string, string],
): string[] {
  const left = [...found]
  const lacking = wanted.filter((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  return [...lacking.map((one) => `${one}: ${missing}`), ...left.map((one) => `${one}: ${added}`)]
}

/** How many messages the gateway counts as what (`fourcorner_reception_seconds`). */
export function wantedCounts(exchanges: readonly Exchange[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { sending } of exchanges) {
    const result = isStored(sending) ? 'stored' : errors[sending.fate] ? 'EBMS:0004' : 'repeat'
    counts[result] = (counts[result] ?? 0) + 1
  }
  return counts
}
