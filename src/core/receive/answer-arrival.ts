// Our Message Level Status about a document that we received: whether its tenant has it, and what
// is wrong with it otherwise. It leaves as any other document does.
import { isReceiverFailure, NetworkError, parseParticipant } from '../../peppol/index.ts'
import {
  buildMls,
  type Mls,
  type MlsIssue,
  mlsDocumentType,
  mlsProcess,
} from '../../reporting/index.ts'
import type { Accept, Accepted, Document, InboundClaim, NewFile } from '../../store/index.ts'
import type { Gateway } from '../gateway.ts'
import { ownParticipant, participantOf, statedProvider } from '../identity/service-provider.ts'
import { cachingOf, findEndpoint } from '../network/find-endpoint.ts'
import { firstLane } from '../network/lane.ts'
import { moveOn } from '../status.ts'
import type { ValidationReport } from '../validate.ts'
import { ownDocument } from './own-document.ts'
import { type MlsCode, mlsMeanings } from './take-status-message.ts'
import { wordAbout, wordContent } from './word.ts'

const actor = 'reception'
/** Any more findings are in the record of the document alone. */
const issuesMax = 100

export async function answerArrival(
  gateway: Gateway,
  { document, ...claim }: InboundClaim & { document: Document },
): Promise<void> {
  const { store, metrics, log, now } = gateway
  if (document.mls?.status !== 'awaited') return store.endInbound(claim)
  const code = codeOf(gateway, document)
  const { mlsTo, as4 } = document
  const sender = { accessPoint: as4!.accessPoint!, ...(mlsTo ? { mlsTo } : {}) }
  const status = await statusDocument(gateway, { about: document, code, sender })
  const outcome = await queueStatus(gateway, status, document.id, {
    answering: {
      ...{ documentId: document.id, kind: 'mls', code, mlsStatus: mlsMeanings[code] },
      copy: mlsFile(gateway, status.ubl),
    },
  })
  if (outcome.kind === 'not-owed') return store.endInbound(claim)
  metrics.mlsSent(code, now().getTime() - document.as4!.sentAt.getTime())
  const facts = { documentId: document.id, mlsDocumentId: status.document.id, code }
  log.info(facts, 'a Message Level Status was queued')
  gateway.moved.notify(document.id)
}

function mlsFile({ newId }: Gateway, bytes: Buffer): NewFile {
  return { id: newId(), kind: 'mls', name: 'mls.xml', mediaType: 'application/xml', bytes }
}

/** Stores a Message Level Status about a document and has it sent. */
export async function queueStatus(
  gateway: Gateway,
  { document, ubl }: { document: Document; ubl: Buffer },
  aboutId: string,
  answering: Pick<Accept, 'answering'> = {},
): Promise<Accepted> {
  const { store, recentDocuments, queued, now } = gateway
  const outcome = await store.acceptDocument({
    document,
    files: [
      {
        ...{ id: gateway.newId(), kind: 'ubl', name: 'mls.xml', mediaType: 'application/xml' },
        bytes: ubl,
      },
    ],
    move: moveOn(undefined, 'submitted', actor, `about ${aboutId}`),
    job: {
      runAt: now(),
      lane: await firstLane(gateway.peppolAccess, document, now()),
      bytes: ubl.length,
    },
    allowDuplicate: true,
    ...answering,
  })
  if (outcome.kind !== 'stored') return outcome
  recentDocuments.put(document, ubl)
  queued.notify()
  return outcome
}

/** Whether its sender is told that it is not valid: a report refuses nothing. */
export function isRefusable(
  { inbound }: Pick<Gateway, 'inbound'>,
  verdict: Document['validation']['verdict'] | undefined,
): boolean {
  return verdict === 'invalid' && inbound.validation !== 'report'
}

/** What the tenant said. Else AP: it has the document; AB: it may fetch it; RE: it is not valid. */
export function codeOf(gateway: Pick<Gateway, 'inbound'>, document: Document): MlsCode {
  const { validation, status, word } = document
  if (isRefusable(gateway, validation.verdict)) return 'RE'
  return word?.code ?? (status === 'acknowledged' ? 'AP' : 'AB')
}

/** Who sent a document, and where they want its status. */
type StatusReceiver = { accessPoint: string; mlsTo?: string }

/** Our Message Level Status about a document that `sender` sent, as a document to be sent. */
export async function statusDocument(
  gateway: Gateway,
  {
    about,
    code,
    sender: to,
    at = gateway.now(),
    id = gateway.newId(at),
  }: { about: Document; code: MlsCode; sender: StatusReceiver; at?: Date; id?: string },
): Promise<{ document: Document; ubl: Buffer }> {
  const sender = ownParticipant(gateway)
  const receiver = await addressOf(gateway, to)
  const ubl = buildMls({
    ...{ id, issuedAt: at, code, documentId: about.instanceIdentifier },
    ...{ sender: withoutScheme(sender), receiver: withoutScheme(receiver) },
    ...(await contentOf(gateway, about, code)),
  })
  const document = ownDocument(gateway, {
    ...{ id, at, number: id, receiver },
    documentType: mlsDocumentType,
    process: mlsProcess,
  })
  return { document, ubl }
}

/**
 * Where the sender wants it, if that is theirs and registered; else their main identifier (Peppol
 * Service Provider Operational Guidelines, 5.1 and 5.4).
 */
async function addressOf(
  gateway: Gateway,
  { mlsTo, accessPoint: seatId }: StatusReceiver,
): Promise<string> {
  const main = participantOf(seatId)
  const stated = mlsTo && statedProvider(mlsTo, seatId)
  if (!stated || stated === main) return main
  const query = {
    participant: parseParticipant(stated),
    documentType: mlsDocumentType,
    process: mlsProcess,
  }
  try {
    await findEndpoint(gateway.peppolAccess, query, cachingOf(gateway))
    return stated
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    return isReceiverFailure(error) ? main : stated
  }
}

/** What the tenant said when it said anything; what is wrong with the document otherwise. */
async function contentOf(
  gateway: Gateway,
  about: Document,
  code: MlsCode,
): Promise<Pick<Mls, 'description' | 'issues'>> {
  const isOurs = isRefusable(gateway, about.validation.verdict)
  if (about.word && !isOurs) return wordContent(await wordAbout(gateway, { id: about.id, code }))
  if (code !== 'RE') return { issues: [] }
  return { description: 'The document is not valid.', issues: await issuesOf(gateway, about) }
}

async function issuesOf({ store }: Gateway, { id }: Document): Promise<MlsIssue[]> {
  const file = await store.latestFile(id, 'findings')
  if (!file) throw new Error(`document ${id} is invalid and has no findings`)
  const { findings } = JSON.parse(file.bytes.toString('utf8')) as ValidationReport
  const ordered = findings.toSorted((one, other) => weightOf(one) - weightOf(other))
  return ordered.slice(0, issuesMax).map(({ xpath, rule, message, severity, layer }) => ({
    line: xpath ?? 'NA',
    text: `[${rule}] ${message}`,
    reason: severity === 'warning' ? 'BW' : layer === 'rules' ? 'BV' : 'SV',
  }))
}

// Errors first: a rejection needs one.
function weightOf({ severity }: { severity: 'error' | 'warning' }): number {
  return severity === 'error' ? 0 : 1
}

function withoutScheme(participant: string): string {
  return participant.slice(participant.indexOf(':') + 1)
}
