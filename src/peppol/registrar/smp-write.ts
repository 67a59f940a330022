// The writing requests of phoss SMP (REST interface of 8.x), and what each answer means. Statuses
// decide, since the texts of errors may be switched off.
import { attributeOf, child, parseXml, textOf, XmlError } from '../../xml/index.ts'
import { encodeSegment, type Identifier } from '../identifiers.ts'
import type { GetOutcome } from '../smp.ts'
import {
  buildMigration,
  buildServiceGroup,
  buildServices,
  type ServicesToWrite,
} from './build-services.ts'

type Subject = 'group' | 'type' | 'migration'

export type SmpRequest = {
  /** The SML takes part in a group and in a migration, so they take longer. */
  subject: Subject
  method: 'PUT' | 'DELETE'
  /** From the base URL on. */
  path: string
  body: string
}

export type SmpFault = {
  code:
    | 'smp.credentials-refused'
    | 'smp.not-owner'
    | 'smp.not-found'
    | 'smp.setting'
    | 'smp.request-refused'
    | 'smp.outcome-unknown'
    | 'smp.unavailable'
  /**
   * `stop`: the next write would fare no better. `read`: nothing is repeated; what is there decides
   * what is next. `wait`: nothing was written, and later it may be.
   */
  next: 'stop' | 'read' | 'wait'
  detail: string
}

/** `body` of an answer is empty but for migrations. */
export type WriteOutcome = { body: Buffer } | { fault: SmpFault }

/** `sml`: whether the SMP is to tell the SML. */
export const smpRequests = {
  createGroup: (participant: Identifier, sml: boolean): SmpRequest => ({
    ...{ subject: 'group', method: 'PUT' },
    path: `/${encodeSegment(participant)}${sml ? '' : '?create-in-sml=false'}`,
    body: buildServiceGroup(participant),
  }),
  deleteGroup: (participant: Identifier, sml: boolean): SmpRequest => ({
    ...{ subject: 'group', method: 'DELETE', body: '' },
    path: `/${encodeSegment(participant)}${sml ? '' : '?delete-in-sml=false'}`,
  }),
  putType: (participant: Identifier, services: ServicesToWrite): SmpRequest => ({
    ...{ subject: 'type', method: 'PUT' },
    path: typePath(participant, services.documentType),
    body: buildServices(participant, services),
  }),
  deleteType: (participant: Identifier, documentType: Identifier): SmpRequest => ({
    ...{ subject: 'type', method: 'DELETE', body: '' },
    path: typePath(participant, documentType),
  }),
  /** Moving out. */
  migration: (participant: Identifier, call: 'start' | 'cancel' | 'finalize'): SmpRequest => ({
    ...{ subject: 'migration', method: 'PUT', body: '' },
    path: `/migration/outbound/${call}/${encodeSegment(participant)}`,
  }),
  /** Moving in. The key is in the body: a URL is logged. */
  take: (participant: Identifier, key: string): SmpRequest => ({
    ...{ subject: 'migration', method: 'PUT', path: '/migration/inbound' },
    body: buildMigration(participant, key),
  }),
}

function typePath(participant: Identifier, documentType: Identifier): string {
  return `/${encodeSegment(participant)}/services/${encodeSegment(documentType)}`
}

type Answer = Extract<GetOutcome, { kind: 'answered' }>
type Failure = Extract<GetOutcome, { kind: 'failed' }> & { bodySent: boolean }
type Fault = Pick<SmpFault, 'code' | 'next'> & { sentence: string; isQuoted?: false }

/** `secrets` are those that the request carried: no part of an answer that has them is quoted. */
export function judgeWrite(
  { subject }: Pick<SmpRequest, 'subject'>,
  outcome: Answer | Failure,
  secrets: readonly string[],
): WriteOutcome {
  if (outcome.kind === 'failed') return { fault: failureFault(subject, outcome) }
  if (outcome.status >= 200 && outcome.status < 300) return { body: outcome.body }
  const { code, next, sentence, isQuoted } = answerFault(subject, outcome)
  const said = isQuoted === false ? '' : textIn(outcome, secrets)
  const detail = `${sentence} (HTTP status ${outcome.status}).${said && ` It says: ${said}`}`
  return { fault: { code, next, detail: cut(detail) } }
}

function failureFault(subject: Subject, { reason, detail, bodySent }: Failure): SmpFault {
  const isUnsent = !bodySent || ['connect-failed', 'tls-failed', 'address-refused'].includes(reason)
  if (isUnsent || subject === 'type')
    return {
      code: 'smp.unavailable',
      next: 'wait',
      detail: cut(`The SMP did not answer: ${detail}.`),
    }
  return { code: 'smp.outcome-unknown', next: 'read', detail: cut(`${unknown}: ${detail}.`) }
}

const unknown =
  'The answer of the SMP was lost, so it is not known whether the SML did it; the SMP and DNS ' +
  'are read again'

const badRequest: Fault = {
  ...({ code: 'smp.request-refused', next: 'stop' } as const),
  sentence: 'The SMP refuses what we wrote, which is a fault of ours',
}

function answerFault(subject: Subject, answer: Answer): Fault {
  const { status } = answer
  switch (status) {
    case 401:
    case 403:
      return credentialsFault(answer)
    case 404:
      return isPage(answer)
        ? {
            ...{ code: 'smp.request-refused', next: 'stop' },
            sentence: 'There is no such path: look at SMP_URL, and at a proxy before the SMP',
            isQuoted: false,
          }
        : {
            ...{ code: 'smp.not-found', next: 'read' },
            sentence: 'The SMP does not have the participant or its document type',
          }
    case 408:
    case 429:
      return { code: 'smp.unavailable', next: 'wait', sentence: 'The SMP is busy' }
    case 412:
      return {
        ...{ code: 'smp.setting', next: 'stop' },
        sentence: 'A setting of the SMP forbids it: writing by REST, or the SML, is switched off',
      }
  }
  if (status >= 500) return serverFault(subject, answer)
  if (status < 400)
    return {
      ...{ code: 'smp.request-refused', next: 'stop' },
      sentence: 'The SMP redirects, which is not followed: look at SMP_URL',
      isQuoted: false,
    }
  return subject === 'migration'
    ? {
        ...{ code: 'smp.request-refused', next: 'read' },
        sentence: 'The SMP refuses the migration: it is under way already, or there is none',
      }
    : badRequest
}

// Without its text, a 403 for what another user owns looks like a wrong password. Texts of a 403
// are not quoted: they may repeat a token.
function credentialsFault({ body, contentType }: Answer): Fault {
  const isQuoted = false
  if (isText(contentType) && body.includes(' does not own '))
    return {
      ...{ code: 'smp.not-owner', next: 'read', isQuoted },
      sentence: 'The participant belongs to another user of the SMP',
    }
  return {
    ...{ code: 'smp.credentials-refused', next: 'stop', isQuoted },
    sentence:
      'The SMP refuses our credentials: look at SMP_USER, and at its password or token. A ' +
      'participant of another user is refused the same way',
  }
}

function serverFault(subject: Subject, answer: Answer): Fault {
  if (subject !== 'type')
    return {
      ...{ code: 'smp.outcome-unknown', next: 'read' },
      sentence:
        'The SMP failed, perhaps after the SML did it; the SMP and DNS are read again, and ' +
        'nothing is repeated',
    }
  if ([502, 503, 504].includes(answer.status))
    return {
      ...{ code: 'smp.unavailable', next: 'wait' },
      sentence: 'The SMP is not reached behind its proxy',
    }
  if (isPage(answer))
    return { ...badRequest, sentence: 'The SMP cannot read our XML, which is a fault of ours' }
  return {
    ...{ code: 'smp.request-refused', next: 'read' },
    sentence: 'The SMP does not take the document type',
  }
}

const isText = (type: string | undefined) => /^\s*text\/plain\b/i.test(type ?? '')
const isPage = ({ contentType }: Answer) => /^\s*text\/html\b/i.test(contentType ?? '')

const detailMax = 255

function cut(text: string): string {
  return text.length > detailMax ? `${text.slice(0, detailMax - 1)}…` : text
}

/** Quoted, in one line, and without what looks like a credential. */
function textIn({ contentType, body }: Answer, secrets: readonly string[]): string {
  if (!isText(contentType)) return ''
  const text = body
    .subarray(0, 2000)
    .toString()
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  const isSecret = secrets.some((secret) => secret !== '' && text.includes(secret))
  if (text === '' || isSecret || looksLikeCredential.test(text)) return ''
  return `'${text}'`
}

const looksLikeCredential = /bearer|basic |authorization|password|token|secret/i

/** The key of a migration that was started; undefined when there is none in the answer. */
export function migrationKeyIn(body: Buffer): string | undefined {
  try {
    const { root } = parseXml(body, { nodesMax: 100 })
    const key = child(root, 'migrationKey')
    const isKey = key && attributeOf(root, 'success', '') === 'true'
    return isKey ? textOf(key).trim() || undefined : undefined
  } catch (error) {
    if (error instanceof XmlError) return undefined
    throw error
  }
}
