// Which published endpoints are ours, and what in them is not as we want it.
import type { X509Certificate } from 'node:crypto'
import { parseDateTime } from '../../xml/index.ts'
import { parseHttpUrl } from '../http-url.ts'
import { transportProfile } from '../identifiers.ts'
import type { PublishedEndpoint } from './published.ts'

export type WantedEndpoint = {
  url: string
  /** Where we were before: an endpoint there is ours, too. */
  formerUrls: readonly string[]
  certificate: X509Certificate
  /** What a new endpoint says; one that is there keeps its own. */
  description: string
  contactUrl: string
}

export function isPeppolAs4({ transportProfile: profile }: PublishedEndpoint): boolean {
  return profile === transportProfile
}

export function isOurs(endpoint: PublishedEndpoint, { url, formerUrls }: WantedEndpoint): boolean {
  return isPeppolAs4(endpoint) && [url, ...formerUrls].some((one) => isSameUrl(one, endpoint.url))
}

/** What is to change in an endpoint of ours, a sentence each; none when it is as wanted. */
export function changesIn(endpoint: PublishedEndpoint, wanted: WantedEndpoint): string[] {
  const { certificate } = wanted
  const changes = isSameUrl(endpoint.url, wanted.url)
    ? []
    : [`Its URL is our former one, ${endpoint.url}; ours is ${wanted.url}.`]
  if (!certificateBytes(endpoint.certificate).equals(certificate.raw))
    changes.push('Its certificate is not the one in use.')
  const dates = [
    ['activation', endpoint.activatesAt, certificate.validFrom],
    ['expiration', endpoint.expiresAt, certificate.validTo],
  ] as const
  for (const [name, published, own] of dates)
    if (parseDateTime(published ?? '')?.getTime() !== Date.parse(own))
      changes.push(
        `Its ${name} date is ${published ?? 'not stated'}; the certificate's is ` +
          `${new Date(own).toISOString()}.`,
      )
  return changes
}

/** The endpoint as we want it; what we do not want to change is kept. */
export function asWanted(
  { url, certificate, description, contactUrl }: WantedEndpoint,
  before: PublishedEndpoint | undefined,
): PublishedEndpoint {
  return {
    ...(before ?? {
      transportProfile,
      ...{ businessLevelSignature: 'false', description, contactUrl, extensions: [] },
    }),
    url,
    activatesAt: new Date(certificate.validFrom).toISOString(),
    expiresAt: new Date(certificate.validTo).toISOString(),
    certificate: certificate.raw.toString('base64'),
  }
}

function isSameUrl(one: string, other: string): boolean {
  const [first, second] = [parseHttpUrl(one)?.href, parseHttpUrl(other)?.href]
  return first !== undefined && first === second
}

/** Base64 with line breaks, or PEM. */
export function certificateBytes(text: string): Buffer {
  return Buffer.from(text.replace(/-----[A-Z ]+-----/g, ''), 'base64')
}
