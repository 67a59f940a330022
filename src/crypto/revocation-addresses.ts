// Where a certificate says its revocation status is published (RFC 5280, 4.2.1.13 and 4.2.2.1).
import type { X509Certificate } from 'node:crypto'
import { readFields } from './certificate.ts'
import { type DerValue, derTags, readDer, readOnlyDer, readParts } from './der.ts'
import { oidOf } from './extensions.ts'

const listingPointsOid = '551d1f'
const informationAccessOid = '2b06010505070101'
const ocspOid = '2b06010505073001'

const uri = 0x86
const pointName = 0xa0
const fullName = 0xa0

/**
 * The http and https URLs of revocation lists and of OCSP responders. Both are empty when the
 * certificate names none, or cannot be parsed.
 */
export function revocationAddresses(certificate: X509Certificate): {
  lists: string[]
  responders: string[]
} {
  try {
    return {
      lists: readListingPoints(certificate).flat().filter(isHttp),
      responders: readResponders(certificate).filter(isHttp),
    }
  } catch {
    return { lists: [], responders: [] }
  }
}

/**
 * The names of each list that the certificate's issuer publishes for all reasons. Lists of other
 * issuers (cRLIssuer) and for some reasons only are left out.
 */
export function readListingPoints(certificate: X509Certificate): string[][] {
  const extension = readFields(certificate).extensions.get(listingPointsOid)
  if (!extension) return []
  return readParts(readOnlyDer(extension.value), derTags.sequence)
    .map((point) => readParts(point, derTags.sequence))
    .filter((parts) => parts.every(({ tag }) => tag === pointName))
    .map((parts) =>
      parts
        .flatMap(({ content }) => readDer(content))
        .filter(({ tag }) => tag === fullName)
        .flatMap(({ content }) => readDer(content))
        .filter(({ tag }) => tag === uri)
        .map(textOf),
    )
}

function readResponders(certificate: X509Certificate): string[] {
  const extension = readFields(certificate).extensions.get(informationAccessOid)
  if (!extension) return []
  return readParts(readOnlyDer(extension.value), derTags.sequence)
    .map((description) => readParts(description, derTags.sequence))
    .filter(([method, location]) => oidOf(method) === ocspOid && location?.tag === uri)
    .map(([, location]) => textOf(location!))
}

function textOf({ content }: DerValue): string {
  return content.toString('latin1')
}

function isHttp(url: string): boolean {
  return /^https?:/i.test(url) && URL.canParse(url)
}
