// Documents that were received for a tenant, as its callers see them.
import { nameInRecord } from '../../peppol/index.ts'
import { Problem } from '../../problem.ts'
import type { Attention, Document, ListQuery, MlsCode } from '../../store/index.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { type ListPage, toListPage } from '../list-page.ts'
import { type DocumentRecord, taxFacts } from '../record.ts'
import { attentionOf, moveOn, type Outcome, outcomeOf } from '../status.ts'
import { idsFor } from '../tracking/search.ts'
import { checkKept, heldFor } from '../tracking/track.ts'
import { isStatusMessage } from './take-status-message.ts'

export type InboundRecord = {
  id: string
  type: Document['kind']
  direction: 'inbound'
  /** For a response, that of the document that it is about. */
  number?: string
  /** For a response: what it is about, if that is known. */
  about?: { documentId: string; number?: string }
  issueDate?: string
  sender: Document['sender']
  receiver: Document['receiver']
  documentTypeId: string
  /** In words, by the code list of Peppol. */
  documentTypeName: string
  processId: string
  countryC1: string
  totals?: NonNullable<Document['totals']>
  /** AS4: who knows the message by which name. */
  messageId: string
  accessPoint: string
  /** SBDH. */
  instanceIdentifier: string
  /** The earlier document that came under this instance identifier, and is another one. */
  sameInstanceAs?: string
  /** How often it came again. */
  repeats: number
  status: Document['status']
  outcome: Outcome
  validation: Document['validation']
  warnings?: string[]
  /** What its sender asked for, and what we answered. */
  mls: {
    requested?: NonNullable<Document['mlsType']>
    status: 'not-expected' | NonNullable<Document['mls']>['status']
    code?: string
    sentAt?: string
    dueAt?: string
    /** What its receiver said about it; `sent` false: the sender did not ask for that. */
    word?: { code: MlsCode; at: string; sent: boolean }
  }
  /** The last Invoice Response that was sent about it. */
  responseCode?: string
  /** Why it needs a person. */
  attention?: Attention
  setAside?: { at: string; note?: string }
  /** When its contents were removed at a person's request. */
  forgottenAt?: string
  /** Where its report to a tax authority stands. */
  taxReport?: NonNullable<DocumentRecord['taxReport']>
  sentAt: string
  receivedAt: string
  updatedAt: string
  acknowledgedAt?: string
  links: { content: string; pdf: string; files: string; history: string }
}

type InboundNeeds = Pick<Gateway, 'store'>

/** Newest first, unless the query says otherwise. Throws Problem `request.invalid-field`. */
export async function listInbound(
  { store }: InboundNeeds,
  { tenant }: Caller,
  { q, ...query }: Omit<ListQuery, 'direction'> & { q?: string },
): Promise<ListPage<InboundRecord>> {
  const ids = q && (await idsFor({ store }, tenant.id, q, 'inbound')).ids
  const wanted = { ...query, direction: ['inbound' as const], ...(ids ? { ids } : {}) }
  const listed = store.listDocuments(tenant.id, heldFor(tenant, wanted))
  const records = listed.then(async ({ documents, ...page }) => {
    const known = await aboutOf({ store }, documents)
    return { ...page, items: documents.map((document) => toInboundRecord(document, known)) }
  })
  return toListPage(records, (record) => record)
}

/** Throws Problem `document.not-found`, also for another tenant's documents. */
export async function showInbound(
  gateway: InboundNeeds,
  caller: Caller,
  id: string,
): Promise<InboundRecord> {
  return inboundRecordOf(gateway, await findInbound(gateway, caller, id))
}

/**
 * The document's bytes as they stand in the received SBD, root to root. Throws Problem
 * `document.not-found`, `document.content-removed`.
 */
export async function inboundContent(
  gateway: InboundNeeds,
  caller: Caller,
  id: string,
): Promise<{ document: Document; bytes: Buffer }> {
  const document = await findInbound(gateway, caller, id)
  const content = await gateway.store.latestFile(document.id, 'ubl')
  if (!content || content.bytes.length < content.file.size) {
    await checkKept(gateway, document.id)
    throw new Error(`document ${document.id} has no content`)
  }
  return { document, bytes: content.bytes }
}

/**
 * The tenant says that it has the document: now, or before. Throws Problem `document.not-found`,
 * `document.not-available`.
 */
export async function acknowledge(
  gateway: Pick<Gateway, 'store' | 'moved' | 'inboundQueued' | 'now'>,
  caller: Caller,
  id: string,
): Promise<InboundRecord> {
  const { store, moved, inboundQueued, now } = gateway
  const document = await findInbound(gateway, caller, id)
  if (document.status === 'acknowledged') return inboundRecordOf(gateway, document)
  const acknowledged =
    document.status === 'available' &&
    (await store.acknowledgeInbound({
      ...{ documentId: document.id, tenantId: document.tenantId, at: now() },
      move: moveOn('available', 'acknowledged', `token:${caller.token.id}`),
    }))
  const after = await findInbound(gateway, caller, id)
  if (!acknowledged && after.status !== 'acknowledged')
    throw new Problem('document.not-available', {
      detail: 'The document is being opened; ask again in a moment.',
    })
  moved.notify(document.id)
  inboundQueued.notify()
  return inboundRecordOf(gateway, after)
}

/** Throws Problem `document.not-found`, also for another tenant's documents. */
export async function findInbound(
  { store }: InboundNeeds,
  { tenant }: Caller,
  id: string,
): Promise<Document> {
  const document = await store.documentById(tenant.id, id)
  if (document?.direction !== 'inbound') throw new Problem('document.not-found')
  return document
}

type About = NonNullable<InboundRecord['about']>

/** What the responses among these documents are about. */
function aboutOf(
  { store }: InboundNeeds,
  documents: readonly Document[],
): Promise<Map<string, About>> {
  return store.answeredBy(documents.filter(isStatusMessage).map(({ id }) => id))
}

export async function inboundRecordOf(
  needs: InboundNeeds,
  document: Document,
): Promise<InboundRecord> {
  return toInboundRecord(document, await aboutOf(needs, [document]))
}

function toInboundRecord(document: Document, known: Map<string, About>): InboundRecord {
  const { id, issueDate, totals, mls, mlsType, sameInstanceAs, completedAt } = document
  const { responseCode, setAside, forgottenAt, word } = document
  const attention = attentionOf(document)
  const about = known.get(id)
  const number = about?.number ?? document.number
  const as4 = document.as4!
  return {
    id,
    type: document.kind,
    direction: 'inbound',
    ...(number === undefined ? {} : { number }),
    ...(about ? { about } : {}),
    ...(issueDate === undefined ? {} : { issueDate }),
    sender: document.sender,
    receiver: document.receiver,
    documentTypeId: document.documentTypeId,
    documentTypeName: nameInRecord(document.documentTypeId),
    processId: document.processId,
    countryC1: document.countryC1,
    ...(totals ? { totals } : {}),
    messageId: as4.messageId,
    accessPoint: as4.accessPoint!,
    instanceIdentifier: document.instanceIdentifier,
    ...(sameInstanceAs ? { sameInstanceAs } : {}),
    repeats: document.repeats,
    status: document.status,
    outcome: outcomeOf(document),
    validation: document.validation,
    ...(document.warnings.length > 0 ? { warnings: document.warnings } : {}),
    mls: {
      ...(mlsType ? { requested: mlsType } : {}),
      status: mls?.status ?? 'not-expected',
      ...(mls?.code ? { code: mls.code } : {}),
      ...(mls?.at ? { sentAt: mls.at.toISOString() } : {}),
      ...(mls?.dueAt ? { dueAt: mls.dueAt.toISOString() } : {}),
      ...(word
        ? { word: { code: word.code, at: word.at.toISOString(), sent: mls !== undefined } }
        : {}),
    },
    ...(responseCode ? { responseCode } : {}),
    ...(attention ? { attention } : {}),
    ...(setAside ? { setAside: { ...setAside, at: setAside.at.toISOString() } } : {}),
    ...(forgottenAt ? { forgottenAt: forgottenAt.toISOString() } : {}),
    ...taxFacts(document),
    sentAt: as4.sentAt.toISOString(),
    receivedAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
    ...(completedAt ? { acknowledgedAt: completedAt.toISOString() } : {}),
    links: {
      content: `/api/v1/inbound/${id}/content`,
      pdf: `/api/v1/documents/${id}/pdf`,
      files: `/api/v1/documents/${id}/files`,
      history: `/api/v1/status/${id}/history`,
    },
  }
}
