// Sends a document that certainly did not arrive to another receiver: a new document, made of the
// JSON that was submitted, with the other participant in it. The two name each other.

import type { SubmittedBody } from '../../intake/index.ts'
import { formatParticipant } from '../../peppol/index.ts'
import { Problem } from '../../problem.ts'
import type { Document } from '../../store/index.ts'
import { askerFor } from '../access/asker.ts'
import { refuseUnlessTest } from '../access/may-call.ts'
import { dayOf } from '../day.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { givenParticipant, refuseFault } from '../given-participant.ts'
import type { Submission, Submitted } from '../submit/submission.ts'
import { submit } from '../submit/submit.ts'
import { checkKept, contentRemoved, findDocument, type Reference } from '../tracking/track.ts'

/** Whether a document, if it was submitted as JSON, may be sent to another receiver. */
export function isReaddressable({
  direction,
  status,
  certainty,
  sentAnewAs,
}: Pick<Document, 'direction' | 'status' | 'certainty' | 'sentAnewAs'>): boolean {
  const hasEnded = status === 'failed' || status === 'cancelled'
  const hasNotArrived = certainty === 'not-sent' || certainty === 'refused'
  return direction === 'outbound' && hasEnded && hasNotArrived && !sentAnewAs
}

/**
 * Throws Problem `document.not-found`, `document.not-retryable`, `document.duplicate` when it was
 * sent anew before, `document.type-mismatch` unless it was submitted as JSON,
 * `document.content-removed`, `participant.id-invalid`, `participant.checksum-failed`,
 * `request.invalid-field`, `auth.environment-mismatch`, and those of submit.
 */
export async function sendToAnother(
  gateway: Gateway,
  caller: Caller,
  reference: Reference,
  { receiver: written, idempotencyKey }: { receiver: string } & Pick<Submission, 'idempotencyKey'>,
): Promise<Submitted> {
  const document = await findDocument(gateway, caller, reference)
  refuseUnlessTest(caller, document.test)
  const { id, kind, clientId, reference: name, scenario } = document
  const receiver = receiverIn(written, document)
  refuseUnlessReaddressable(document)
  if (kind === 'other') throw notJson()
  const body = await submittedJson(gateway, document)
  const asker = askerFor(gateway, caller)
  const { summary } = await gateway.intake.read(body, { day: dayOf(gateway.now()), kind, asker })
  const party = { role: summary.receiver.role, endpoint: receiver }
  const submitted = await submit(gateway, {
    ...{ caller, kind, path: `/api/v1/documents/${id}/send-to-another` },
    body: { ...body, bytes: await gateway.intake.withEndpoint(body.bytes, party, asker) },
    options: {
      ...{ sender: document.sender.id, countryC1: document.countryC1 },
      ...{ documentTypeId: document.documentTypeId, processId: document.processId },
      ...(clientId ? { clientId } : {}),
      ...(name ? { reference: name } : {}),
    },
    testOnly: document.test,
    ...(scenario ? { scenario } : {}),
    validation: document.validation.mode,
    ...(idempotencyKey ? { idempotencyKey } : {}),
    insteadOf: id,
  })
  gateway.moved.notify(id)
  return submitted
}

function receiverIn(text: string, { receiver }: Document): string {
  const where = { pointer: '/receiver' }
  const participant = givenParticipant(text, { name: 'receiver', ...where })
  refuseFault(participant, where, { name: 'receiver', written: text })
  const id = formatParticipant(participant)
  if (id !== receiver.id) return id
  const code = 'request.invalid-field'
  const message = `receiver is ${id}, which did not get it: try it again, or write another one`
  throw new Problem(code, { errors: [{ ...where, code, message, value: text }] })
}

function refuseUnlessReaddressable(document: Document): void {
  const { id, status, certainty, sentAnewAs } = document
  if (isReaddressable(document)) return
  if (sentAnewAs)
    throw new Problem('document.duplicate', {
      detail: `It was sent anew before, as document ${sentAnewAs}.`,
      documentId: id,
    })
  const why = certainty === 'not-sent' ? `It is ${status}.` : 'It has arrived, or may have.'
  throw new Problem('document.not-retryable', {
    detail: `Only what has ended and certainly did not arrive gets another receiver. ${why}`,
    documentId: id,
  })
}

type JsonBody = Extract<SubmittedBody, { format: 'json' }>

/** What was submitted, with the files beside it. */
async function submittedJson({ store }: Gateway, { id }: Document): Promise<JsonBody> {
  const files = await store.filesOf(id)
  const submitted = files.find(({ kind }) => kind === 'submitted')
  if (submitted?.mediaType !== 'application/json') throw notJson()
  await checkKept({ store }, id)
  const bytesOf = async (fileId: string, size: number) => {
    const pieces: Buffer[] = []
    for await (const piece of store.filePieces(id, fileId)) pieces.push(piece)
    const bytes = Buffer.concat(pieces)
    if (bytes.length < size) throw contentRemoved(id)
    return bytes
  }
  const attached: { name: string; mediaType: string; bytes: Buffer }[] = []
  for (const { id: fileId, kind, name, mediaType, size } of files)
    if (kind === 'attachment')
      attached.push({ name, mediaType, bytes: await bytesOf(fileId, size) })
  const bytes = await bytesOf(submitted.id, submitted.size)
  return { format: 'json', bytes, ...(attached.length > 0 ? { attached } : {}) }
}

function notJson(): Problem {
  return new Problem('document.type-mismatch', {
    detail: 'Only what was submitted as JSON gets another receiver: change the XML, and submit it.',
  })
}
