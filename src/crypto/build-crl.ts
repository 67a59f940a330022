// Builds certificate revocation lists (RFC 5280, 5.1), for the sandbox's authorities.
import { type KeyObject, sign, type X509Certificate } from 'node:crypto'
import { readFields } from './certificate.ts'
import { derTags } from './der.ts'
import type { Period } from './signed-der.ts'
import { writeAlgorithm, writeDer, writeOid, writeSequence, writeTime } from './write-der.ts'

type CrlOrder = Period & {
  issuer: { certificate: X509Certificate; privateKey: KeyObject }
  /** Increases from list to list. */
  number: number
  revoked: { certificate: X509Certificate; at: Date }[]
}

const sha256WithRsa = '2a864886f70d01010b'
const crlNumberOid = '551d14'

/** A complete list of the issuer's in DER: version 2, RSA with SHA-256. */
export function buildCrl({ issuer, number, revoked, thisUpdate, nextUpdate }: CrlOrder): Buffer {
  const entries = revoked.map(({ certificate, at }) =>
    writeSequence(writeDer(derTags.integer, readFields(certificate).serialNumber), writeTime(at)),
  )
  const list = writeSequence(
    writeDer(derTags.integer, Buffer.from([1])),
    writeAlgorithm(sha256WithRsa),
    readFields(issuer.certificate).subject,
    writeTime(thisUpdate),
    writeTime(nextUpdate),
    // Without entries, the field is absent (5.1.2.6).
    ...(entries.length > 0 ? [writeSequence(...entries)] : []),
    writeDer(explicitExtensions, writeSequence(crlNumber(number))),
  )
  const signature = sign('sha256', list, issuer.privateKey)
  return writeSequence(
    list,
    writeAlgorithm(sha256WithRsa),
    writeDer(derTags.bitString, Buffer.from([0]), signature),
  )
}

const explicitExtensions = 0xa0

function crlNumber(number: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(number))
  // A positive integer begins with a zero bit, and is encoded as short as possible.
  let start = 0
  while (start < 7 && bytes[start] === 0 && (bytes[start + 1]! & 0x80) === 0) start += 1
  const value = writeDer(derTags.integer, bytes.subarray(start))
  return writeSequence(writeOid(crlNumberOid), writeDer(derTags.octetString, value))
}
