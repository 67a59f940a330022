// The service metadata locator: which SMP serves a participant, from U-NAPTR records in DNS (Peppol
// SML, RFC 4848).
import { sha256 } from '../crypto/index.ts'
import { parseHttpUrl } from './http-url.ts'
import { formatParticipant, type Identifier } from './identifiers.ts'
import { NetworkError } from './network-error.ts'

export type NaptrRecord = {
  order: number
  preference: number
  flags: string
  service: string
  regexp: string
  replacement: string
}

export type NaptrOutcome =
  | { kind: 'records'; records: NaptrRecord[] }
  | { kind: 'no-such-name' }
  | { kind: 'failed'; detail: string }

export type ResolveNaptr = (name: string) => Promise<NaptrOutcome>

/** The DNS name of a participant: base32 of the SHA-256 of its value, its scheme, the zone. */
export function smlName(participant: Identifier, zone: string): string {
  const { scheme, value } = participant
  return `${base32(sha256(value.toLowerCase()))}.${scheme.toLowerCase()}.${zone}`
}

/**
 * The SMP's base URL, without a trailing slash. Throws NetworkError `receiver.not-registered`,
 * `lookup.record-invalid`, `lookup.dns-failed`.
 */
export function judgeNaptr(outcome: NaptrOutcome, participant: Identifier): string {
  const who = `Participant ${formatParticipant(participant)}`
  if (outcome.kind === 'failed')
    throw new NetworkError(
      'lookup.dns-failed',
      `${who} could not be looked up in DNS: ${outcome.detail}`,
    )
  if (outcome.kind === 'no-such-name' || outcome.records.length === 0)
    throw new NetworkError('receiver.not-registered', `${who} is not registered in the network.`)
  const record = chooseRecord(outcome.records)
  if (!record)
    throw new NetworkError('lookup.record-invalid', `${who} is listed in DNS without an SMP.`)
  const url = baseUrlOf(record)
  if (!url)
    throw new NetworkError(
      'lookup.record-invalid',
      `${who} is listed in DNS with a record that cannot be used.`,
    )
  return url
}

/** The SMP record that comes first by order, then by preference. */
function chooseRecord(records: NaptrRecord[]): NaptrRecord | undefined {
  return records
    .filter(({ flags, service }) => flags.toUpperCase() === 'U' && service === 'Meta:SMP')
    .sort((a, b) => a.order - b.order || a.preference - b.preference)[0]
}

// U-NAPTR allows only an expression that matches everything and a URL without back-references (RFC
// 4848, 2.2). It is never run as a regular expression, which an attacker could make run for ever.
function baseUrlOf({ regexp }: NaptrRecord): string | undefined {
  const [nothing, expression, replacement, flags, ...rest] = regexp.split(regexp.charAt(0))
  const isWhole = nothing === '' && rest.length === 0 && (flags === '' || flags === 'i')
  if (!isWhole || !/^\^?\.[*+]\$?$/.test(expression ?? '')) return undefined
  const url = replacement?.includes('\\') ? undefined : parseHttpUrl(replacement ?? '')
  if (!url || url.search || url.hash) return undefined
  return url.href.replace(/\/+$/, '')
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

// RFC 4648, 6, in lower case and without padding.
function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += alphabet[(value >>> (bits - 5)) & 31]
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text
}
