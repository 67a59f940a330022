// What eb:UserMessage may contain: the content model of the ebMS 3.0 header schema
// (ebms-header-3_0-200704), as a table.
import { children, textOf, trimSpace, type XmlElement } from '../xml/index.ts'
import { As4Error } from './error.ts'
import { namespaces as ns } from './profile.ts'

/**
 * The allowed children of each element, in order. Elements not listed contain only text. Whether a
 * child is required is for the reader of the header to decide.
 */
const contents = new Map<string, readonly string[]>([
  [
    'UserMessage',
    ['MessageInfo', 'PartyInfo', 'CollaborationInfo', 'MessageProperties', 'PayloadInfo'],
  ],
  ['MessageInfo', ['Timestamp', 'MessageId', 'RefToMessageId']],
  ['PartyInfo', ['From', 'To']],
  ['From', ['PartyId', 'Role']],
  ['To', ['PartyId', 'Role']],
  ['CollaborationInfo', ['AgreementRef', 'Service', 'Action', 'ConversationId']],
  ['MessageProperties', ['Property']],
  ['PayloadInfo', ['PartInfo']],
  ['PartInfo', ['Schema', 'Description', 'PartProperties']],
  ['PartProperties', ['Property']],
])
const repeatable = ['PartyId', 'Property', 'PartInfo']

/**
 * Throws EBMS:0009 or 0003 for anything that the schema does not allow in eb:Messaging with a
 * user message. It allows elements of other namespaces only after eb:UserMessage, where no receiver
 * reads them.
 */
export function checkContent(messaging: XmlElement): void {
  const [message, ...extensions] = children(messaging)
  if (message?.namespace !== ns.eb || extensions.some(({ namespace }) => namespace === ''))
    throw misplaced(messaging)
  if (trimSpace(textOf(messaging)) !== '') throw invalid('eb:Messaging contains text')
  checkElement(message)
}

function checkElement(node: XmlElement): void {
  const order = contents.get(node.local) ?? []
  if (order.length > 0 && trimSpace(textOf(node)) !== '')
    throw invalid(`eb:${node.local} contains text`)
  let last = 0
  for (const [count, next] of children(node).entries()) {
    const place = next.namespace === ns.eb ? order.indexOf(next.local, last) : -1
    if (place === -1) throw misplaced(node)
    if (count > 0 && place === last && !repeatable.includes(next.local))
      throw new As4Error('EBMS:0003', `eb:${next.local} occurs twice`)
    checkElement(next)
    last = place
  }
}

function misplaced(parent: XmlElement): As4Error {
  return invalid(`eb:${parent.local} contains something unexpected or out of order`)
}

function invalid(detail: string): As4Error {
  return new As4Error('EBMS:0009', detail)
}
