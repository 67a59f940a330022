// Invoice Responses: what our tenant, who received an invoice, tells its sender about it. They
// leave as documents of the tenant.

import {
  formatIdentifier,
  isReceiverFailure,
  NetworkError,
  parseParticipant,
} from '../../peppol/index.ts'
import { Problem, type ProblemDetail } from '../../problem.ts'
import {
  buildInvoiceResponse,
  type Clarification,
  type InvoiceResponse,
  invoiceResponseDocumentType,
  invoiceResponseProcess,
  invoiceStatuses,
  needsClarification,
  RuleBroken,
  statusActions,
  statusReasons,
} from '../../reporting/index.ts'
import type { Document } from '../../store/index.ts'
import { askerFor } from '../access/asker.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { cachingOf, findEndpoint } from '../network/find-endpoint.ts'
import { isProblem } from '../network/participant.ts'
import { oncePerKey } from '../submit/idempotency.ts'
import type { Submission, Submitted } from '../submit/submission.ts'
import { submit } from '../submit/submit.ts'
import { inboundContent } from './inbound.ts'

export const responseStatuses = Object.values(invoiceStatuses)
export const reasonCodes = codesOf(statusReasons)
export const actionCodes = codesOf(statusActions)

type ClarificationWish<Code> = {
  code: Code
  text?: string
  /** Which field is meant, such as BT-13, and what it should say. */
  conditions?: { field: string; text?: string }[]
}

export type ResponseWish = {
  status: (typeof responseStatuses)[number]
  reasons?: ClarificationWish<keyof typeof statusReasons>[]
  actions?: ClarificationWish<keyof typeof statusActions>[]
  note?: string
  effectiveDate?: string
}

/** How the response is to be treated, as any submission. */
type Settings = Pick<Submission, 'validation' | 'idempotencyKey' | 'traceparent'>

/**
 * Queues a response to a received invoice, credit note or debit note. Throws Problem
 * `document.not-found`, `document.content-removed`, `document.not-available`,
 * `document.type-mismatch`, `request.invalid-field`, `request.missing-field`,
 * `receiver.takes-no-response`, `lookup.*`, `certificate.revocation-unavailable`, and those of
 * submit.
 */
export async function respond(
  gateway: Gateway,
  caller: Caller,
  id: string,
  { wish, ...settings }: Settings & { wish: ResponseWish },
): Promise<Submitted> {
  const submission: Submission = {
    ...{ caller, ...settings, options: {}, testOnly: false },
    path: `/api/v1/inbound/${id}/respond`,
    body: { format: 'json', bytes: Buffer.from(JSON.stringify(wish)) },
  }
  // The response has a new identifier each time: what makes a request the same is the wish.
  return oncePerKey(gateway, submission, async ({ idempotencyKey: _, ...held }) => {
    const { document, bytes } = await inboundContent(gateway, caller, id)
    if (document.status === 'received')
      throw new Problem('document.not-available', {
        detail: 'The document is being opened; ask again in a moment.',
      })
    checkExplained(wish)
    const response = written(await responseTo(gateway, caller, { document, bytes, wish }))
    const countryC1 = await countryOf(gateway, document)
    await checkRegistered(gateway, document)
    return submit(gateway, {
      ...held,
      body: { format: 'xml', bytes: response, mediaType: 'application/xml' },
      options: {
        ...{ sender: document.receiver.id, receiver: document.sender.id, countryC1 },
        documentTypeId: formatIdentifier(invoiceResponseDocumentType),
        processId: formatIdentifier(invoiceResponseProcess),
      },
      answering: {
        ...{ documentId: document.id, kind: 'invoice-response' },
        code: codeOf(wish.status),
      },
    })
  })
}

/**
 * Whether the sender of a received document takes responses: throws Problem
 * `receiver.takes-no-response` if not, `document.not-found`, `lookup.*`, and
 * `certificate.revocation-unavailable` while the network does not say.
 */
export async function checkTakesResponses(
  gateway: Gateway,
  caller: Caller,
  id: string,
): Promise<void> {
  const { document } = await inboundContent(gateway, caller, id)
  await checkRegistered(gateway, document)
}

type Received = { document: Document; bytes: Buffer; wish: ResponseWish }

async function responseTo(
  gateway: Gateway,
  caller: Caller,
  { document, bytes, wish }: Received,
): Promise<InvoiceResponse> {
  const { intake, now, newId } = gateway
  const read =
    document.kind === 'other'
      ? undefined
      : await intake.readAny(bytes, askerFor(gateway, caller)).catch(refuseUnreadable)
  if (!read || !('summary' in read))
    throw new Problem('document.type-mismatch', {
      detail: 'A response is about an invoice, a credit note or a debit note.',
    })
  const { number, issueDate, typeCode, sender, receiver } = read.summary
  if (number === undefined || typeCode === undefined)
    throw new Problem('document.type-mismatch', {
      detail: 'The document has no number or no type code, by which a response refers to it.',
    })
  const at = now()
  const party = (participant: string, name = participant) => ({
    endpoint: endpointOf(participant),
    name,
  })
  return {
    ...{ id: newId(at), issuedAt: at, code: codeOf(wish.status) },
    ...{ note: wish.note, effectiveDate: wish.effectiveDate },
    sender: party(document.receiver.id, receiver.name),
    receiver: party(document.sender.id, sender.name),
    clarifications: [
      ...(wish.reasons ?? []).map((reason) => clarify('OPStatusReason', reason)),
      ...(wish.actions ?? []).map((action) => clarify('OPStatusAction', action)),
    ],
    invoice: { number, issueDate, typeCode },
  }
}

function clarify<List extends Clarification['list'], Code>(
  list: List,
  { code, text, conditions = [] }: ClarificationWish<Code>,
) {
  return {
    ...{ list, code, text },
    conditions: conditions.map((one) => ({ attribute: one.field, description: one.text })),
  }
}

function refuseUnreadable(error: unknown): never {
  if (!(error instanceof Problem) || error.retryable) throw error
  throw new Problem('document.type-mismatch', {
    detail: `The document cannot be read: ${error.message}`,
    cause: error,
  })
}

/** Throws Problem `request.invalid-field`: the same rule in the words of the caller's JSON. */
function checkExplained({ status, reasons = [], actions = [] }: ResponseWish): void {
  if (!needsClarification(codeOf(status)) || reasons.length + actions.length > 0) return
  const rule = 'PEPPOL-T111-R001'
  const remedy = 'add reasons or actions, such as "reasons": [{ "code": "PRI" }]'
  const message = `status is "${status}": ${remedy}`
  throw new Problem('request.invalid-field', {
    detail: `${message} (${rule})`,
    errors: [{ pointer: '/status', rule, severity: 'error', message, value: status }],
  })
}

/** Throws Problem `request.invalid-field`, naming the rule that the response would break. */
function written(response: InvoiceResponse): Buffer {
  try {
    return buildInvoiceResponse(response)
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error
    const { rule, fault: message } = error
    const errors: ProblemDetail[] = [{ rule, severity: 'error', message }]
    throw new Problem('request.invalid-field', { detail: `${message} (${rule}).`, errors })
  }
}

/** COUNTRY_C1 of the response: where our participant is. */
async function countryOf({ store }: Gateway, { receiver }: Document): Promise<string> {
  const registration = await store.registrationOf(receiver.id)
  const country = registration?.country ?? receiver.country
  if (country) return country
  throw new Problem('request.missing-field', {
    detail: `Register ${receiver.id} with its country: a sender must say where it is.`,
  })
}

// Few sellers take responses; a document that cannot arrive is not queued.
async function checkRegistered(gateway: Gateway, { sender }: Document): Promise<void> {
  const query = {
    participant: parseParticipant(sender.id),
    documentType: invoiceResponseDocumentType,
    process: invoiceResponseProcess,
  }
  try {
    await findEndpoint(gateway.peppolAccess, query, cachingOf(gateway))
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    const { code, message: detail } = error
    if (isReceiverFailure(error))
      throw new Problem('receiver.takes-no-response', { detail, cause: error })
    if (isProblem(code)) throw new Problem(code, { detail, cause: error })
    // Other failures show up in the record of the response.
  }
}

function endpointOf(participant: string): { scheme: string; id: string } {
  const at = participant.indexOf(':')
  return { scheme: participant.slice(0, at), id: participant.slice(at + 1) }
}

function codeOf(status: ResponseWish['status']): InvoiceResponse['code'] {
  return codesOf(invoiceStatuses).find((code) => invoiceStatuses[code] === status)!
}

function codesOf<Code extends string>(list: Record<Code, string>): Code[] {
  return Object.keys(list) as Code[]
}
