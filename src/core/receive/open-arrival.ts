// What happens to a document that was received: it is judged, made available to its tenant, and it
// may be owed a Message Level Status. Most are not judged, and are available once they are stored.

import { carriedFile } from '../../intake/index.ts'
import { Problem } from '../../problem.ts'
import type { Document, InboundClaim, Move, NewFile } from '../../store/index.ts'
import type { Gateway, InboundValidation } from '../gateway.ts'
import { serviceTenantId } from '../identity/service-provider.ts'
import { moveOn } from '../status.ts'
import {
  type Checks,
  checksOf,
  factsOf,
  lacksRules,
  type ValidationReport,
  validateBody,
  validateOther,
} from '../validate.ts'
import { isRefusable } from './answer-arrival.ts'
import { isStatusMessage, openingOf, takeStatusMessage } from './take-status-message.ts'

/** When what cannot be done now is tried again. */
const laterMs = 5_000
const actor = 'reception'

/**
 * An arrival that is stored as available, and how it became so; undefined when there is something
 * to be done with it first.
 */
export function openedAtOnce(
  gateway: Pick<Gateway, 'inbound' | 'mls' | 'now'>,
  document: Document,
  mlsWait: number | undefined,
): { document: Document; opening: Move } | undefined {
  const { kind, number, tenantId } = document
  const isOfBusiness = kind !== 'other' && !isStatusMessage(document)
  // It cannot be read, or is no Invoice or CreditNote of UBL.
  const isDoubtful = number === undefined
  if (!isOfBusiness || isDoubtful || tenantId === serviceTenantId) return undefined
  if (checksOfArrival(gateway.inbound.validation)) return undefined
  const opening = moveOn(document.status, 'opened', actor)
  const dueAt = mlsDue(gateway, document, { isInvalid: false, mlsWait })
  const mls = dueAt ? { mls: { status: 'awaited' as const, dueAt } } : {}
  return { document: { ...document, status: opening.to, ...mls }, opening }
}

export async function openArrival(
  gateway: Gateway,
  { document, ...claim }: InboundClaim & { document: Document },
): Promise<void> {
  const { store, now, events, moved } = gateway
  const later = () => store.endInbound(claim, new Date(now().getTime() + laterMs))
  const tell = () => {
    moved.notify(document.id)
    events.notify(document.tenantId)
  }
  const recent = gateway.recentDocuments.takeUbl(document.id)
  const ubl = recent ?? (await store.latestFile(document.id, 'ubl'))?.bytes
  if (!ubl) throw new Error(`document ${document.id} has no content`)
  const taken = await takeStatusMessage(gateway, { document, ...claim }, ubl)
  if (taken === 'later') return later()
  if (taken === 'opened') return tell()
  const report = await judge(gateway, document, ubl)
  if (report === 'later') return later()
  const facts = report && factsOf(report, { mode: 'report', layers: 'all', refusing: [] })
  const isInvalid = isRefusable(gateway, facts?.verdict)
  const mlsWait = (await store.tenantById(document.tenantId))?.mlsWait
  const mlsDueAt = mlsDue(gateway, document, { isInvalid, mlsWait })
  const at = now()
  const opening = openingOf(document)
  const opened = await store.openInbound({
    ...claim,
    ...{ move: opening.opened, at },
    ...(facts ? { validation: facts } : {}),
    files: [...(report ? [findingsFile(gateway, report)] : []), ...(await carried(gateway, ubl))],
    ...(mlsDueAt ? { mlsDueAt } : {}),
  })
  if (!opened) return
  const move = opening.acknowledged
  const { id: documentId, tenantId } = document
  if (move) await store.acknowledgeInbound({ documentId, tenantId, move, at })
  tell()
}

function checksOfArrival(wanted: InboundValidation): Checks | undefined {
  return wanted === 'report' ? checksOf('report', 'none') : checksOf('off', wanted)
}

/** Undefined when there is nothing to judge by, or when that was impossible for too long. */
async function judge(
  gateway: Gateway,
  document: Document,
  ubl: Buffer,
): Promise<ValidationReport | 'later' | undefined> {
  const isBusiness = document.kind !== 'other'
  const checks = checksOfArrival(gateway.inbound.validation)
  const body = { format: 'xml', bytes: ubl, mediaType: 'application/xml' } as const
  try {
    const validate = isBusiness ? validateBody : validateOther
    const report = checks && (await validate(gateway, body, checks).catch(unlessWithoutRules))
    if (report || !isBusiness || document.number !== undefined) return report
    // Whether it is not XML, or not UBL.
    const structure = await validateBody(gateway, body, { layers: 'structure' })
    return structure.valid ? undefined : structure
  } catch (error) {
    if (!(error instanceof Problem && error.retryable)) throw error
    // Its tenant should not have to wait for ever: some documents cost more than any limit.
    const waitedMs = gateway.now().getTime() - document.createdAt.getTime()
    return waitedMs < gateway.mls.tenantMs ? 'later' : undefined
  }
}

function unlessWithoutRules(error: unknown): undefined {
  if (!lacksRules(error)) throw error
}

/**
 * A failure is reported at once; what was asked for every document waits for the tenant's own word,
 * within the time that the network allows (Peppol Network Policy, MLS-1, MLS-3).
 */
function mlsDue(
  gateway: Pick<Gateway, 'mls' | 'now'>,
  { mlsType, createdAt, deadline }: Document,
  { isInvalid, mlsWait }: { isInvalid: boolean; mlsWait: number | undefined },
): Date | undefined {
  if (mlsType === undefined) return undefined
  if (isInvalid) return gateway.now()
  if (mlsType !== 'ALWAYS_SEND') return undefined
  const tenantsTime = createdAt.getTime() + waitMs(gateway, mlsWait)
  return new Date(Math.min(tenantsTime, deadline.getTime() - gateway.mls.tenantMs))
}

/** How long a tenant may take to say what becomes of a document that was received. */
export function waitMs({ mls }: Pick<Gateway, 'mls'>, mlsWait: number | undefined): number {
  return mlsWait === undefined ? mls.tenantMs : mlsWait * 60_000
}

/** The file in a document that is one. */
async function carried({ newId, log }: Gateway, ubl: Buffer): Promise<NewFile[]> {
  try {
    const file = await carriedFile(ubl)
    return file ? [{ ...file, id: newId(), kind: 'attachment', name: 'content' }] : []
  } catch (error) {
    log.warn({ err: error }, 'the file in a received document cannot be decoded')
    return []
  }
}

function findingsFile({ newId }: Gateway, report: ValidationReport): NewFile {
  const bytes = Buffer.from(`${JSON.stringify(report, null, 2)}\n`)
  return {
    ...{ id: newId(), kind: 'findings', name: 'findings.json', mediaType: 'application/json' },
    bytes,
  }
}
