// wsu:Timestamp in wsse:Security (WSS SOAP Message Security 1.1, 10). The profile has none, but
// some stacks add one; if it is present, it is checked.
import { children, parseDateTime, type XmlElement } from '../xml/index.ts'
import { As4Error } from './error.ts'
import { namespaces as ns } from './profile.ts'
import { tokenOf } from './soap.ts'

// How far two clocks may be apart.
const skewMs = 5 * 60_000

/**
 * Throws EBMS:0101 when the Timestamp has expired, is in the future, is repeated or cannot be
 * parsed, and when there is one but no clock.
 */
export function checkSecurityTime(
  security: XmlElement | undefined,
  now: (() => Date) | undefined,
): void {
  const [timestamp, ...others] =
    security === undefined ? [] : children(security, 'Timestamp', ns.wsu)
  if (timestamp === undefined) return
  if (others.length > 0) throw refused('there must be only one wsu:Timestamp')
  if (now === undefined) throw refused('a wsu:Timestamp cannot be checked here')
  const created = timeOf(timestamp, 'Created')
  const expires = timeOf(timestamp, 'Expires')
  const at = now().getTime()
  if (created !== undefined && created > at + skewMs)
    throw refused('the wsu:Timestamp is in the future')
  if (expires !== undefined && expires < at - skewMs) throw refused('the wsu:Timestamp has expired')
}

function timeOf(timestamp: XmlElement, local: 'Created' | 'Expires'): number | undefined {
  const [element, ...others] = children(timestamp, local, ns.wsu)
  if (element === undefined) return undefined
  if (others.length > 0) throw refused(`there must be only one wsu:${local}`)
  const moment = parseDateTime(tokenOf(element))
  if (moment === undefined) throw refused('the wsu:Timestamp cannot be parsed')
  return moment.getTime()
}

function refused(detail: string): As4Error {
  return new As4Error('EBMS:0101', detail)
}
