// The service metadata publisher (Peppol SMP 1.4): what we ask it, and what its verified
// answer says.
import type { X509Certificate } from 'node:crypto'
import { attributeOf, children, type XmlElement } from '../xml/index.ts'
import { isSameName } from './distinguished-name.ts'
import { parseHttpUrl } from './http-url.ts'
import { encodeSegment, formatIdentifier, type Identifier } from './identifiers.ts'
import { NetworkError } from './network-error.ts'
import {
  invalid,
  onlyChild,
  onlyText,
  readIdentifier,
  readRoot,
  smpNamespace,
} from './smp-reading.ts'
import { checkSignature } from './smp-signature.ts'
import type { Judging } from './trust.ts'

export type GetOutcome =
  | { kind: 'answered'; status: number; contentType: string | undefined; body: Buffer }
  | {
      kind: 'failed'
      reason:
        | 'connect-failed'
        | 'tls-failed'
        | 'timeout'
        | 'too-large'
        | 'address-refused'
        | 'broken'
      detail: string
    }

export type Get = (url: string) => Promise<GetOutcome>

type Content =
  | { kind: 'information'; information: XmlElement }
  | { kind: 'redirect'; href: string; certificateUid: string }
/** What an SMP says about one document type of one participant, signed by a trusted SMP. */
export type Metadata = Content & { signer: X509Certificate }

export type Asked = { participant: Identifier; documentType: Identifier }

/** `{base}/{participant}/services/{document type}`. */
export function metadataUrl(base: string, { participant, documentType }: Asked): string {
  return `${base}/${encodeSegment(participant)}/services/${encodeSegment(documentType)}`
}

/**
 * The bytes of an answer, or undefined when the SMP has no such resource. Throws
 * NetworkError `lookup.smp-unreachable` when there was no answer, `lookup.smp-invalid` for
 * one that is not allowed.
 */
export function judgeSmpAnswer(outcome: GetOutcome): Buffer | undefined {
  if (outcome.kind === 'failed') {
    const isFinal = outcome.reason === 'too-large' || outcome.reason === 'address-refused'
    const code = isFinal ? 'lookup.smp-invalid' : 'lookup.smp-unreachable'
    throw new NetworkError(code, `The SMP could not be asked: ${outcome.detail}`)
  }
  const { status, contentType, body } = outcome
  if (status === 200 && isXml(contentType)) return body
  if (status === 200) throw invalid(`It is '${contentType}', not XML.`)
  if (status === 404) return undefined
  const isPassing = status >= 500 || status === 429 || status === 408
  if (isPassing)
    throw new NetworkError('lookup.smp-unreachable', `The SMP answered with HTTP status ${status}.`)
  // HTTP redirects are not followed (SMP 1.4, 5.1).
  throw invalid(`It answered with HTTP status ${status}.`)
}

/** Without a Content-Type, the body decides. */
function isXml(contentType: string | undefined): boolean {
  return contentType === undefined || /^\s*(text|application)\/xml\s*(;|$)/i.test(contentType)
}

/**
 * Parses and verifies SignedServiceMetadata. Throws NetworkError `lookup.smp-invalid`,
 * `lookup.smp-signature-invalid`, `certificate.revocation-unavailable`. `signer` is the subject
 * named by the SMP that redirected here.
 */
export async function readMetadata(
  body: Uint8Array,
  asked: Asked,
  expected: Judging & { signer?: string | undefined },
): Promise<Metadata> {
  const root = readRoot(body, 'SignedServiceMetadata')
  const signer = await checkSignature(root, expected)
  if (expected.signer !== undefined && !isSameName(expected.signer, signer.subject))
    throw new NetworkError(
      'lookup.smp-signature-invalid',
      `The SMP's metadata cannot be trusted. '${expected.signer}' was to sign it, not ` +
        `'${signer.subject}'.`,
    )
  const [content, ...others] = children(onlyChild(root, 'ServiceMetadata'))
  if (!content || others.length > 0 || content.namespace !== smpNamespace)
    throw invalid('It does not hold exactly one of ServiceInformation and Redirect.')
  const read =
    content.local === 'Redirect' ? readRedirect(content) : readInformation(content, asked)
  return { ...read, signer }
}

// Checks whose metadata came back, which other stacks seem not to do: an SMP, or a cache in front
// of it, may answer for another participant.
function readInformation(information: XmlElement, { participant, documentType }: Asked): Content {
  if (information.local !== 'ServiceInformation') throw invalid('It holds no ServiceInformation.')
  const who = readIdentifier(information, 'ParticipantIdentifier')
  const what = readIdentifier(information, 'DocumentIdentifier')
  if (formatIdentifier(who).toLowerCase() !== formatIdentifier(participant).toLowerCase())
    throw invalid(`It speaks of participant '${who.value}'.`)
  if (formatIdentifier(what) !== formatIdentifier(documentType))
    throw invalid(`It speaks of document type '${what.value}'.`)
  return { kind: 'information', information }
}

function readRedirect(redirect: XmlElement): Content {
  const href = attributeOf(redirect, 'href', '')?.trim() ?? ''
  if (!parseHttpUrl(href)) throw invalid('Its redirect leads to no http or https URL.')
  return { kind: 'redirect', href, certificateUid: onlyText(redirect, 'CertificateUID') }
}
