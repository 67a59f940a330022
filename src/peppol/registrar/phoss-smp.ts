// Reads what phoss SMP (REST interface of 8.x) has: for everyone what it publishes, and with our
// credentials whose it is. Texts of its answers are never quoted: they may repeat a token.
import { attributeOf, children } from '../../xml/index.ts'
import { type Identifier, IdentifierError, parseParticipant } from '../identifiers.ts'
import { NetworkError } from '../network-error.ts'
import { type Get, type GetOutcome, judgeSmpAnswer, metadataUrl, readMetadata } from '../smp.ts'
import { groupUrl, readServiceGroup, type ServiceGroup } from '../smp-group.ts'
import { readRoot, smpNamespace } from '../smp-reading.ts'
import type { Judging } from '../trust.ts'
import { type PublishedType, readServices } from './published.ts'

export type SmpAccess = {
  /** Without a trailing slash. */
  url: string
  user: string
  /** The value of the header Authorization. */
  authorization: string
  /** The password or token in it. */
  secret: string
}

export type SmpStatus = {
  /** The URL that DNS names, as the SMP says. */
  publicUrl?: string
  isWritable: boolean
  hasSml: boolean
  /** Who issued the certificate with which it signs: a distinguished name. */
  certificateIssuer?: string
  isCertificateExpired: boolean
}

export type PhossSmp = ReturnType<typeof openPhossSmp>

/**
 * Every function but `status` throws NetworkError `lookup.smp-unreachable` or
 * `lookup.smp-invalid`. `get` and `getAs`, which sends the header Authorization, do not follow
 * redirects.
 */
export function openPhossSmp(
  { url, user, authorization }: Omit<SmpAccess, 'secret'>,
  needs: {
    get: Get
    getAs(url: string, authorization: string): Promise<GetOutcome>
    judging(): Judging
  },
) {
  return {
    /** What it says of itself; undefined when it says nothing. Never throws. */
    async status(): Promise<SmpStatus | undefined> {
      const outcome = await needs.get(`${url}/smp-status/`)
      return outcome.kind === 'answered' && outcome.status === 200
        ? readStatus(outcome.body)
        : undefined
    },

    /** The participants whose groups are ours, in their short forms. */
    async own(): Promise<Set<string>> {
      const outcome = await needs.getAs(`${url}/list/${encodeURIComponent(user)}`, authorization)
      const status = outcome.kind === 'answered' ? outcome.status : undefined
      if (status === 401 || status === 403)
        throw new NetworkError(
          'lookup.smp-invalid',
          `The SMP refuses our credentials with HTTP status ${status}: look at SMP_USER, and at ` +
            'its password or token.',
        )
      const body = judgeSmpAnswer(outcome)
      if (body) return readOwn(body)
      throw new NetworkError(
        'lookup.smp-invalid',
        `There is no phoss SMP at ${url}: it has no /list/ of a user's participants.`,
      )
    },

    /** Undefined when there is none. */
    async group(participant: Identifier): Promise<ServiceGroup | undefined> {
      const body = judgeSmpAnswer(await needs.get(groupUrl(url, participant)))
      return body && readServiceGroup(body, participant)
    },

    /** Signed by an SMP of the network. Throws `lookup.smp-signature-invalid`, too. */
    async type(
      participant: Identifier,
      documentType: Identifier,
    ): Promise<PublishedType | undefined> {
      const asked = { participant, documentType }
      const body = judgeSmpAnswer(await needs.get(metadataUrl(url, asked)))
      if (!body) return undefined
      const metadata = await readMetadata(body, asked, needs.judging())
      if (metadata.kind === 'redirect')
        return { documentType, kind: 'redirect', href: metadata.href }
      return { documentType, kind: 'services', ...readServices(metadata.information) }
    },
  }
}

/** Ten thousand participants have about thirty thousand nodes. */
const ownNodesMax = 1_000_000

function readOwn(body: Buffer): Set<string> {
  const root = readRoot(body, 'ServiceGroupReferenceList', { nodesMax: ownNodesMax })
  const references = children(root, 'ServiceGroupReference', smpNamespace)
  return new Set(references.flatMap((one) => participantIn(attributeOf(one, 'href', '')) ?? []))
}

function participantIn(href: string | undefined): string | undefined {
  const segment = /\/([^/?#]+)\/?$/.exec(href?.trim() ?? '')?.[1]
  try {
    return segment && parseParticipant(decodeURIComponent(segment)).value
  } catch (error) {
    if (error instanceof IdentifierError || error instanceof URIError) return undefined
    throw error
  }
}

function readStatus(body: Buffer): SmpStatus | undefined {
  const found = parseJson(body)
  if (!found) return undefined
  const publicUrl = found['smp.publicurl']
  const issuer = found['smp.certificate.issuer']
  return {
    ...(typeof publicUrl === 'string' && URL.canParse(publicUrl) ? { publicUrl } : {}),
    isWritable: found['smp.writable-rest-api.enabled'] !== false,
    hasSml: found['smp.sml.enabled'] !== false,
    ...(typeof issuer === 'string' && issuer !== '' ? { certificateIssuer: issuer } : {}),
    isCertificateExpired: found['smp.certificate.expired'] === true,
  }
}

function parseJson(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString())
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
