// What happens to a document that was received: it is judged, made available to its tenant, and it
// may be owed a Message Level Status. Most are not judged, and are available once they are stored.

import { carriedFile } from '../../intake/index.ts'
import { Problem } from '../../problem.ts'
import { taxRegimes } from '../../reporting/index.ts'
import type {
  Document,
  InboundClaim,
  Move,
  NewFile,
  TaxReport,
  TaxReporting,
  Tenant,
  ValidationFacts,
} from '../../store/index.ts'
import type { Gateway, InboundValidation } from '../gateway.ts'
import { serviceTenantId } from '../identity/service-provider.ts'
import { reportingEntry } from '../reporting/reporting-entry.ts'
import { type MadeReport, makeTaxReport, roleOf } from '../reporting/tax-report.ts'
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
  served: Pick<Tenant, 'mlsWait' | 'taxReporting'>,
): { document: Document; opening: Move } | undefined {
  const { kind, number, tenantId } = document
  const isOfBusiness = kind !== 'other' && !isStatusMessage(document)
  // It cannot be read, or is no Invoice or CreditNote of UBL.
  const isDoubtful = number === undefined
  if (!isOfBusiness || isDoubtful || tenantId === serviceTenantId) return undefined
  if (checksOfArrival(gateway.inbound.validation)) return undefined
  if (entryFor(served, document)) return undefined
  const { mlsWait } = served
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
  const tenant = await store.tenantById(document.tenantId)
  const entry = tenant && entryFor(tenant, document)
  const checks = entry ? checksOf('true', 'rules') : checksOfArrival(gateway.inbound.validation)
  const report = await judge(gateway, document, ubl, { checks, isReported: entry !== undefined })
  if (report === 'later') return later()
  const facts = report && factsOf(report, { mode: 'report', layers: 'all', refusing: [] })
  const isInvalid = isRefusable(gateway, facts?.verdict)
  const mlsDueAt = mlsDue(gateway, document, { isInvalid, mlsWait: tenant?.mlsWait })
  const at = now()
  const reported = entry && (await reportOf(gateway, document, ubl, { entry, at, ...facts }))
  if (reported === 'later') return later()
  const opening = openingOf(document)
  const opened = await store.openInbound({
    ...claim,
    ...{ move: opening.opened, at },
    ...(facts ? { validation: facts } : {}),
    files: [...(report ? [findingsFile(gateway, report)] : []), ...(await carried(gateway, ubl))],
    ...(mlsDueAt ? { mlsDueAt } : {}),
    ...(reported ? { reported } : {}),
  })
  if (!opened) return
  if (reported?.report) gateway.queued.notify()
  const move = opening.acknowledged
  const { id: documentId, tenantId } = document
  if (move) await store.acknowledgeInbound({ documentId, tenantId, move, at })
  tell()
}

/** What its receiver reports of it to a tax authority. */
function entryFor(
  tenant: Pick<Tenant, 'taxReporting'>,
  { receiver, documentTypeId, createdAt }: Document,
): TaxReporting | undefined {
  return reportingEntry(tenant, { participant: receiver.id, documentTypeId, at: createdAt })
}

/**
 * The report about a document that was received; what is not valid is reported as that, where the
 * regime knows it. What cannot be reported says why.
 */
async function reportOf(
  gateway: Gateway,
  document: Document,
  ubl: Buffer,
  { entry, at, verdict = 'not-validated' }: ReceivedFacts,
): Promise<{ taxReport: TaxReport; report?: MadeReport['report'] } | 'later'> {
  const { regime } = entry
  const type = verdict === 'invalid' ? 'failed' : 'submit'
  const unreported = (status: 'not-applicable' | 'failed', detail: string) => ({
    taxReport: { status, regime, role: roleOf(document), at: at.toISOString(), detail },
  })
  if (!taxRegimes[regime].types.includes(type))
    return unreported('not-applicable', 'It is not valid.')
  const wish = { entry, type, sequence: 1, at, actor } as const
  const made = await makeTaxReport(gateway, document, ubl, wish).catch(unlessOther)
  if (made instanceof Problem)
    return made.retryable && !isWaitedFor(gateway, document)
      ? 'later'
      : unreported('failed', made.detail ?? made.message)
  if (!('report' in made)) return unreported('failed', `${made.rule}: ${made.fault}`)
  if (verdict !== 'not-validated') return made
  return { ...made, taxReport: { ...made.taxReport, detail: 'It was not validated before.' } }
}

function unlessOther(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

/** Its tenant should not have to wait for ever: some documents cost more than any limit. */
function isWaitedFor({ now, mls }: Gateway, { createdAt }: Document): boolean {
  return now().getTime() - createdAt.getTime() >= mls.tenantMs
}

type ReceivedFacts = { entry: TaxReporting; at: Date } & Partial<Pick<ValidationFacts, 'verdict'>>

function checksOfArrival(wanted: InboundValidation): Checks | undefined {
  return wanted === 'report' ? checksOf('report', 'none') : checksOf('off', wanted)
}

/** Undefined when there is nothing to judge by, or when that was impossible for too long. */
async function judge(
  gateway: Gateway,
  document: Document,
  ubl: Buffer,
  { checks, isReported }: { checks: Checks | undefined; isReported: boolean },
): Promise<ValidationReport | 'later' | undefined> {
  const isBusiness = document.kind !== 'other'
  const body = { format: 'xml', bytes: ubl, mediaType: 'application/xml' } as const
  try {
    const validate = isBusiness ? validateBody : validateOther
    const report = checks && (await validate(gateway, body, checks).catch(unlessWithoutRules))
    const isDoubtful = document.number === undefined || isReported
    if (report || !isBusiness || !isDoubtful) return report
    // Whether it is not XML, or not UBL.
    const structure = await validateBody(gateway, body, { layers: 'structure' })
    return structure.valid ? undefined : structure
  } catch (error) {
    if (!(error instanceof Problem && error.retryable)) throw error
    return isWaitedFor(gateway, document) ? undefined : 'later'
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
