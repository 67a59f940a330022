// eb:UserMessage (ebMS 3.0, 5.2.2) as Peppol fills it: written canonically, read strictly.
import assert from 'node:assert/strict'
import {
  attributeOf,
  child,
  children,
  element,
  escapeText,
  holdsElements,
  parseDateTime,
  type XmlElement,
} from '../xml/index.ts'
import { As4Error } from './error.ts'
import { contentIdOf } from './mime.ts'
import { namespaces as ns, profile } from './profile.ts'
import { buildMessaging, tokenOf } from './soap.ts'

export type Identified = { scheme: string; value: string }

/** `from` and `to` are party ids, mere claims until they are compared with the certificates. */
export type UserMessageHeader = NewUserMessageHeader & {
  /**
   * For the test service: answered, but not delivered. Only such a message may have no payloads.
   */
  isTest: boolean
}

export type NewUserMessageHeader = {
  messageId: string
  conversationId: string
  timestamp: Date
  from: string
  to: string
  service: { type: string; value: string }
  /** `<scheme>::<document type>`. */
  action: string
  originalSender: Identified
  finalRecipient: Identified
  parts: PartInfo[]
}

export type PartInfo = { contentId: string; mimeType: string | undefined; isCompressed: boolean }

// The msg-id of RFC 5322, 3.6.4, without its angle brackets (ebMS 3.0, 5.2.2.1): a dot-atom on
// either side. We take no domain literal on the right; Oxalis does not either.
const atext = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const dotAtom = `${atext}(?:\\.${atext})*`
const messageIdForm = new RegExp(`^${dotAtom}@${dotAtom}$`)
const messageIdLengthMax = 255

export function isMessageId(text: string): boolean {
  return text.length <= messageIdLengthMax && messageIdForm.test(text)
}

/** eb:Messaging around one user message with compressed XML payloads. */
export function buildUserMessageHeader(header: NewUserMessageHeader): string {
  assert(isMessageId(header.messageId), 'a MessageId has the form of RFC 5322')
  return buildMessaging(
    element(
      'eb:UserMessage',
      undefined,
      element(
        'eb:MessageInfo',
        undefined,
        leaf('Timestamp', header.timestamp.toISOString()),
        leaf('MessageId', header.messageId),
      ),
      element(
        'eb:PartyInfo',
        undefined,
        party('From', header.from, profile.initiatorRole),
        party('To', header.to, profile.responderRole),
      ),
      element(
        'eb:CollaborationInfo',
        undefined,
        leaf('AgreementRef', profile.agreement),
        leaf('Service', header.service.value, { type: header.service.type }),
        leaf('Action', header.action),
        leaf('ConversationId', header.conversationId),
      ),
      element(
        'eb:MessageProperties',
        undefined,
        property('originalSender', header.originalSender.value, header.originalSender.scheme),
        property('finalRecipient', header.finalRecipient.value, header.finalRecipient.scheme),
      ),
      element('eb:PayloadInfo', undefined, ...header.parts.map(partInfo)),
    ),
  )
}

/**
 * Reads the one user message in eb:Messaging. Throws EBMS:0009, 0003, 0010 or 0011 when it breaks
 * the schema or the profile.
 */
export function readUserMessageHeader(messaging: XmlElement): UserMessageHeader {
  const message = only(messaging, 'UserMessage')
  if (children(messaging, undefined, ns.eb).length !== 1)
    throw new As4Error('EBMS:0003', 'there must be exactly one eb:UserMessage')
  const channel = attributeOf(message, 'mpc', '') ?? profile.defaultMpc
  if (channel !== profile.defaultMpc)
    throw new As4Error('EBMS:0003', 'the message partition channel is unknown')
  const party = only(message, 'PartyInfo')
  const properties = readProperties(only(message, 'MessageProperties'))
  const collaboration = readCollaboration(only(message, 'CollaborationInfo'))
  const isTest =
    collaboration.service.value === profile.testService &&
    collaboration.action === profile.testAction
  return {
    messageId: readMessageId(messaging),
    timestamp: readTimestamp(leafOf(only(only(message, 'MessageInfo'), 'Timestamp'))),
    from: readParty(only(party, 'From'), profile.initiatorRole),
    to: readParty(only(party, 'To'), profile.responderRole),
    ...collaboration,
    originalSender: participant(properties, 'originalSender'),
    finalRecipient: participant(properties, 'finalRecipient'),
    parts:
      isTest && !child(message, 'PayloadInfo', ns.eb)
        ? []
        : readParts(only(message, 'PayloadInfo')),
    isTest,
  }
}

/** Only the MessageId, so that even a refusal can say what it is about. Throws EBMS:0009. */
export function readMessageId(messaging: XmlElement): string {
  const messageId = leafOf(only(only(only(messaging, 'UserMessage'), 'MessageInfo'), 'MessageId'))
  if (!isMessageId(messageId)) throw invalid('eb:MessageId is not a msg-id of RFC 5322')
  return messageId
}

function leaf(
  local: string,
  text: string,
  attributes?: Record<string, string | undefined>,
): string {
  return element(`eb:${local}`, attributes, escapeText(text))
}

function party(local: string, id: string, role: string): string {
  return element(
    `eb:${local}`,
    undefined,
    leaf('PartyId', id, { type: profile.partyIdType }),
    leaf('Role', role),
  )
}

function property(name: string, value: string, type?: string): string {
  return leaf('Property', value, { name, type })
}

function partInfo(part: PartInfo): string {
  const properties = element(
    'eb:PartProperties',
    undefined,
    part.mimeType === undefined ? undefined : property('MimeType', part.mimeType),
    part.isCompressed ? property('CompressionType', profile.compressionType) : undefined,
  )
  return element('eb:PartInfo', { href: `cid:${part.contentId}` }, properties)
}

function only(parent: XmlElement, local: string): XmlElement {
  const [first, ...others] = children(parent, local, ns.eb)
  if (first === undefined) throw invalid(`eb:${local} is missing`)
  if (others.length > 0) throw new As4Error('EBMS:0003', `eb:${local} occurs twice`)
  return first
}

function readTimestamp(text: string): Date {
  const timestamp = parseDateTime(text)
  if (timestamp === undefined) throw invalid('eb:Timestamp is not an xs:dateTime')
  return timestamp
}

function readParty(party: XmlElement, role: string): string {
  const partyId = only(party, 'PartyId')
  if (attributeOf(partyId, 'type', '') !== profile.partyIdType)
    throw mismatch('the type of an eb:PartyId')
  if (leafOf(only(party, 'Role')) !== role) throw mismatch('an eb:Role')
  return required(partyId)
}

function readCollaboration(
  info: XmlElement,
): Pick<UserMessageHeader, 'service' | 'action' | 'conversationId'> {
  const agreement = only(info, 'AgreementRef')
  // The profile has no attributes here; an empty type says as much, and some write it.
  const others = agreement.attributes.filter(
    ({ local, namespace, value }) => local !== 'type' || namespace !== '' || value.trim() !== '',
  )
  if (leafOf(agreement) !== profile.agreement || others.length > 0)
    throw mismatch('eb:AgreementRef')
  const service = only(info, 'Service')
  return {
    service: { type: attributeOf(service, 'type', '') ?? '', value: required(service) },
    action: required(only(info, 'Action')),
    conversationId: required(only(info, 'ConversationId')),
  }
}

type Properties = Map<string, { type: string; value: string }>

function readProperties(properties: XmlElement | undefined): Properties {
  const all: Properties = new Map()
  for (const node of properties === undefined ? [] : children(properties, 'Property', ns.eb)) {
    const name = attributeOf(node, 'name', '') ?? ''
    if (name === '' || all.has(name)) throw invalid('an eb:Property has no name or a duplicate one')
    all.set(name, { type: attributeOf(node, 'type', '') ?? '', value: leafOf(node) })
  }
  return all
}

// A missing type is no fault of the message (AS4_CP_TA20); it will fail the comparison with
// the SBDH.
function participant(properties: Properties, name: string): Identified {
  const found = properties.get(name)
  if (found === undefined || found.value === '') throw mismatch(`the property ${name}`)
  return { scheme: found.type, value: found.value }
}

function readParts(payloadInfo: XmlElement): PartInfo[] {
  const parts = children(payloadInfo, 'PartInfo', ns.eb).map(readPart)
  if (parts.length === 0) throw invalid('there is no eb:PartInfo')
  const ids = new Set(parts.map((part) => part.contentId))
  if (ids.size < parts.length)
    throw new As4Error('EBMS:0003', 'two eb:PartInfo reference the same part')
  return parts
}

function readPart(node: XmlElement): PartInfo {
  const contentId = contentIdOf(attributeOf(node, 'href', '') ?? '')
  if (contentId === undefined)
    throw new As4Error('EBMS:0011', 'a payload must be a part of the message')
  const properties = readProperties(child(node, 'PartProperties', ns.eb))
  const mimeType = properties.get('MimeType')?.value
  const compression = properties.get('CompressionType')?.value
  const charset = properties.get('CharacterSet')?.value
  if (compression !== undefined && compression !== profile.compressionType)
    throw new As4Error('EBMS:0003', 'the CompressionType is unknown')
  if (compression !== undefined && !mimeType)
    throw new As4Error('EBMS:0003', 'a compressed part needs a MimeType')
  if (charset !== undefined && !/^[A-Za-z][A-Za-z0-9._-]*$/.test(charset))
    throw new As4Error('EBMS:0003', 'the CharacterSet is not valid')
  return { contentId, mimeType, isCompressed: compression !== undefined }
}

/** Others might read text beside elements differently. */
function leafOf(node: XmlElement): string {
  if (holdsElements(node)) throw invalid(`eb:${node.local} must contain text only`)
  return tokenOf(node)
}

function required(node: XmlElement): string {
  const text = leafOf(node)
  if (text === '') throw invalid(`eb:${node.local} is empty`)
  return text
}

function invalid(detail: string): As4Error {
  return new As4Error('EBMS:0009', detail)
}

function mismatch(what: string): As4Error {
  return new As4Error('EBMS:0010', `${what} does not match the profile`)
}
