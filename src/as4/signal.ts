// eb:SignalMessage (ebMS 3.0, 5.2.3): receipts with non-repudiation information, and errors.
import assert from 'node:assert/strict'
import { buildReference, type KeyProvider, type SignatureReference } from '../crypto/index.ts'
import { attributeOf, child, children, element, escapeText, type XmlElement } from '../xml/index.ts'
import type { As4Error } from './error.ts'
import type { HttpMessage } from './mime.ts'
import { namespaces as ns, profile } from './profile.ts'
import { buildSecurity, referencesOf } from './security.ts'
import { buildBody, buildMessaging, buildSoap, tokenOf } from './soap.ts'
import { isMessageId } from './user-message.ts'

/** An eb:Error as another access point wrote it; none of it is proven. */
export type EbmsError = {
  code: string
  severity: string
  shortDescription?: string
  description?: string
  detail?: string
  /** The message it is about, if it says. */
  refToMessageId?: string
}

/**
 * `receipts` are the eb:Receipt elements. They mean nothing until their signature has
 * been verified.
 */
export type Signal = {
  messageId: string
  timestamp: string
  refToMessageId: string | undefined
  errors: EbmsError[]
  receipts: XmlElement[]
}

export type SignalFacts = { keys: KeyProvider; messageId: string; timestamp: Date }

/** A signed receipt that repeats the references of the message's own signature. */
export function buildReceiptSignal(
  message: { messageId: string; references: SignatureReference[] },
  facts: SignalFacts,
): Promise<HttpMessage> {
  const parts = message.references.map((reference) =>
    element('ebbp:MessagePartNRInformation', undefined, standaloneReference(reference)),
  )
  const information = element('ebbp:NonRepudiationInformation', { 'xmlns:ebbp': ns.ebbp }, ...parts)
  return buildSignal(element('eb:Receipt', undefined, information), message.messageId, facts)
}

/**
 * An error signal. It is always signed, even after a failed decryption or for an untrusted signer:
 * an Oxalis sender does not read unsigned answers.
 */
export function buildErrorSignal(error: As4Error, facts: SignalFacts): Promise<HttpMessage> {
  const attributes = {
    category: error.category,
    errorCode: error.code,
    refToMessageInError: error.refToMessageId,
    severity: error.severity,
    shortDescription: error.shortDescription,
  }
  // The code and its name are attributes, what happened is in the detail; the description
  // repeats neither.
  const description = element('eb:Description', { 'xml:lang': 'en' }, 'The message is refused.')
  const detail = error.detail === undefined ? undefined : leaf('ErrorDetail', error.detail)
  return buildSignal(
    element('eb:Error', attributes, description, detail),
    error.refToMessageId,
    facts,
  )
}

/** What is kept of an identifier that others chose. */
const charactersMax = 255

/** The signals in eb:Messaging. Lenient: whatever an unsigned error leaves out is empty here. */
export function readSignals(messaging: XmlElement): Signal[] {
  return children(messaging, 'SignalMessage', ns.eb).map((signal) => {
    const info = child(signal, 'MessageInfo', ns.eb)
    return {
      messageId: (optional(info, 'MessageId') ?? '').slice(0, charactersMax),
      timestamp: optional(info, 'Timestamp') ?? '',
      refToMessageId: optional(info, 'RefToMessageId'),
      errors: children(signal, 'Error', ns.eb).map((error) =>
        readError(error, optional(info, 'RefToMessageId')),
      ),
      receipts: children(signal, 'Receipt', ns.eb),
    }
  })
}

/** Any severity but `warning` is a failure: Oxalis also writes `error`. */
export function isFailure(error: EbmsError): boolean {
  return error.severity.toLowerCase() !== 'warning'
}

async function buildSignal(
  content: string,
  refToMessageId: string | undefined,
  facts: SignalFacts,
): Promise<HttpMessage> {
  assert(isMessageId(facts.messageId), 'a MessageId has the form of RFC 5322')
  const info = element(
    'eb:MessageInfo',
    undefined,
    leaf('Timestamp', facts.timestamp.toISOString()),
    leaf('MessageId', facts.messageId),
    refToMessageId === undefined ? undefined : leaf('RefToMessageId', refToMessageId),
  )
  const messaging = buildMessaging(element('eb:SignalMessage', undefined, info, content))
  const body = buildBody()
  const references = referencesOf({ messaging, body, attachments: [] })
  const security = await buildSecurity(references, facts.keys)
  return {
    contentType: profile.signalType,
    body: buildSoap({ security, messaging, body }),
  }
}

// No ancestor of a ds:Reference in a receipt uses the ds prefix, so exclusive C14N declares it
// on each.
function standaloneReference(reference: SignatureReference): string {
  const start = '<ds:Reference'
  return `${start} xmlns:ds="${ns.ds}"${buildReference(reference).slice(start.length)}`
}

function readError(node: XmlElement, about: string | undefined): EbmsError {
  const refToMessageId = attributeOf(node, 'refToMessageInError', '')?.trim() || about
  const shortDescription = attributeOf(node, 'shortDescription', '')
  const description = optional(node, 'Description')
  const detail = optional(node, 'ErrorDetail')
  return {
    code: cut(attributeOf(node, 'errorCode', '')?.trim() ?? ''),
    severity: cut(attributeOf(node, 'severity', '')?.trim() ?? ''),
    ...(shortDescription === undefined ? {} : { shortDescription: cut(shortDescription) }),
    ...(description === undefined ? {} : { description: cut(description) }),
    ...(detail === undefined ? {} : { detail: cut(detail) }),
    ...(refToMessageId === undefined ? {} : { refToMessageId: cut(refToMessageId) }),
  }
}

/** A stranger's text is kept, logged and shown: no more of it than a person reads. */
const foreignTextMax = 1000

function cut(text: string): string {
  return text.length > foreignTextMax ? `${text.slice(0, foreignTextMax - 1).trimEnd()}…` : text
}

function leaf(local: string, text: string): string {
  return element(`eb:${local}`, undefined, escapeText(text))
}

function optional(parent: XmlElement | undefined, local: string): string | undefined {
  const node = child(parent, local, ns.eb)
  return node === undefined ? undefined : tokenOf(node)
}
