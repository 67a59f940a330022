// What the rules of another day would refuse of the documents that were sent lately. It is worked
// out in the background, in threads and one document at a time: one process at a time, and on from
// there when it died.
import { nameInRecord } from '../../peppol/index.ts'
import { Problem } from '../../problem.ts'
import type {
  ClaimedForecast,
  Forecast,
  ForecastDocument,
  ForecastStep,
  PageQuery,
} from '../../store/index.ts'
import { ThreadError } from '../../threads/index.ts'
import { ValidationUnavailable } from '../../validation/index.ts'
import { actorOf } from '../access/actor.ts'
import { requireScope } from '../access/may-call.ts'
import type { Scope } from '../access/token.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { type ListPage, toListPage } from '../list-page.ts'
import { ruleDay } from '../rule-day.ts'

export const forecastOwners = ['tenant', 'installation'] as const

/** What people call the document type of an entry. */
export function forecastTypeName({ documentTypeId }: ForecastRuleEntry): string {
  return nameInRecord(documentTypeId)
}

/** How many days of documents may be asked for. */
export const forecastDaysMax = 366

/** `of` is the tenant for a token with `admin`, otherwise the installation. */
export type ForecastWish = {
  on: string
  days: number
  of?: (typeof forecastOwners)[number]
}

export type ForecastEntry = {
  id: string
  on: string
  days: number
  of: (typeof forecastOwners)[number]
  status: 'running' | 'completed'
  /** From 0 to 1, by the time of the documents. */
  progress: number
  createdAt: string
  completedAt?: string
  documents: { judged: number; refused: number; withoutBytes: number; notJudged: number }
  /** The most frequent ones first. */
  rules: ForecastRuleEntry[]
  hasMore: boolean
}

export type ForecastSummary = Omit<ForecastEntry, 'rules' | 'hasMore'>

export type ForecastRuleEntry = {
  /** Where it is of all tenants. */
  tenantId?: string
  documentTypeId: string
  rule: string
  documents: number
  /** The participant that sends them, and the first of them: of a tenant, for its `admin`. */
  sender?: string
  documentIds?: string[]
}

type ForecastNeeds = Pick<Gateway, 'store' | 'validate' | 'now' | 'newId' | 'draining' | 'log'>

const leaseMs = 60_000
/** Documents between two notes of how far it has come. */
const documentsAtOnce = 20
const rulesShownMax = 1_000
/** What one token may have under way. */
export const underWayMax = 3

function has({ token }: Caller, scope: Scope): boolean {
  return token.scopes.includes(scope)
}

/** Whose documents are meant where the caller does not say it. */
export function usualForecastOwner(caller: Caller): ForecastSummary['of'] {
  return has(caller, 'admin') ? 'tenant' : 'installation'
}

/**
 * Begins it, for what there is now. While one is under way for the same documents and day, that is
 * the answer. Throws Problem `request.invalid-field`, `auth.scope-missing`, `forecast.too-many`.
 */
export async function beginForecast(
  gateway: ForecastNeeds,
  caller: Caller,
  { on, days, of = usualForecastOwner(caller) }: ForecastWish,
): Promise<ForecastEntry> {
  const { store, now, newId, log } = gateway
  if (of === 'installation') requireScope(caller, 'operator')
  ruleDay(on, now(), { name: 'on', pointer: '/on' })
  const begun = await store.addForecast({
    ...{ id: newId(), actor: actorOf(caller), rulesDay: on, days, createdAt: now(), underWayMax },
    ...(of === 'installation' ? {} : { tenantId: caller.tenant.id }),
  })
  if (!begun)
    throw new Problem('forecast.too-many', {
      detail: `${underWayMax} that this token has begun are under way: wait for the end of one.`,
    })
  void workForecasts(gateway).catch((error: unknown) => log.warn({ err: error }, forecastFailed))
  return toEntry(gateway, caller, begun)
}

export const forecastFailed = 'a forecast of the rules could not go on'

/** Throws Problem `forecast.not-found`. */
export async function showForecast(
  gateway: Pick<Gateway, 'store'>,
  caller: Caller,
  id: string,
): Promise<ForecastEntry> {
  const found = await gateway.store.forecastById(id)
  if (!found || !maySee(caller, found))
    throw new Problem('forecast.not-found', { detail: 'You have asked for no such forecast.' })
  return toEntry(gateway, caller, found)
}

/**
 * Forecasts of the caller's tenant or of the installation, newest first. Throws Problem
 * `auth.scope-missing`, `request.invalid-field`.
 */
export async function listForecasts(
  { store }: Pick<Gateway, 'store'>,
  caller: Caller,
  { of, ...page }: PageQuery & { of: ForecastSummary['of'] },
): Promise<ListPage<ForecastSummary>> {
  if (of === 'installation') requireScope(caller, 'operator')
  const whose = of === 'installation' ? {} : { tenantId: caller.tenant.id }
  return toListPage(store.forecastsPage(whose, page), toSummary)
}

function maySee(caller: Caller, { tenantId }: Forecast): boolean {
  return tenantId === undefined ? has(caller, 'operator') : tenantId === caller.tenant.id
}

async function toEntry(
  { store }: Pick<Gateway, 'store'>,
  caller: Caller,
  forecast: Forecast,
): Promise<ForecastEntry> {
  const isOfTenant = forecast.tenantId !== undefined
  const withSenders = isOfTenant && has(caller, 'admin')
  const wish = { id: forecast.id, withSenders, limit: rulesShownMax + 1 }
  const rules = await store.forecastRules(wish)
  return {
    ...toSummary(forecast),
    rules: rules.slice(0, rulesShownMax).map(({ senderId, documentIds, ...row }) => ({
      ...{ documentTypeId: row.documentTypeId, rule: row.rule, documents: row.documents },
      ...(isOfTenant ? {} : { tenantId: row.tenantId }),
      ...(senderId === undefined ? {} : { sender: senderId }),
      ...(documentIds === undefined ? {} : { documentIds }),
    })),
    hasMore: rules.length > rulesShownMax,
  }
}

function toSummary(forecast: Forecast): ForecastSummary {
  const { id, tenantId, rulesDay, days, createdAt, completedAt } = forecast
  const { judged, refused, withoutBytes, notJudged } = forecast
  return {
    ...{ id, on: rulesDay, days, of: tenantId === undefined ? 'installation' : 'tenant' },
    status: completedAt ? 'completed' : 'running',
    progress: completedAt ? 1 : progressOf(forecast),
    createdAt: createdAt.toISOString(),
    ...(completedAt ? { completedAt: completedAt.toISOString() } : {}),
    documents: { judged, refused, withoutBytes, notJudged },
  }
}

/** An id begins with the millisecond in which it was made (RFC 9562, version 7). */
const timeIn = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

function progressOf({ doneFrom, doneTo, doneUntil }: Forecast): number {
  const share = (timeIn(doneTo) - timeIn(doneFrom)) / (timeIn(doneUntil) - timeIn(doneFrom))
  return Math.floor(share * 100) / 100
}

/** The stores whose process is at work: it does one forecast after the other. */
const atWork = new WeakSet<object>()

/** Works on all that are due, until there is none, or the process stops. */
export async function workForecasts(gateway: ForecastNeeds): Promise<void> {
  const { store, now } = gateway
  if (atWork.has(store)) return
  atWork.add(store)
  try {
    for (;;) {
      const claim = await store.claimForecast({ now: now(), leaseMs })
      if (!claim) return
      if (!(await workOn(gateway, claim))) return
    }
  } finally {
    atWork.delete(store)
  }
}

/** False when it goes on after the lease, here or in another process. */
async function workOn(gateway: ForecastNeeds, begun: ClaimedForecast): Promise<boolean> {
  const { store, now } = gateway
  for (let claim = begun; ; ) {
    const { documents, last } = await store.nextToForecast(claim, documentsAtOnce)
    const step = await judgeAll(gateway, documents, claim)
    if (!step) return false
    claim = { ...claim, doneTo: last ?? claim.doneTo }
    const isOurs = await store.noteForecast({
      ...{ claim, step },
      until: last ? { leaseUntil: new Date(now().getTime() + leaseMs) } : { completedAt: now() },
    })
    if (!isOurs) return false
    if (!last) return true
  }
}

/** Undefined when it has to wait. */
async function judgeAll(
  gateway: ForecastNeeds,
  documents: readonly ForecastDocument[],
  { rulesDay }: Forecast,
): Promise<ForecastStep | undefined> {
  const step: ForecastStep = { judged: 0, refused: 0, withoutBytes: 0, notJudged: 0, refusals: [] }
  for (const document of documents) {
    if (gateway.draining.now) return undefined
    const rules = await refusing(gateway, document, new Date(`${rulesDay}T00:00:00Z`))
    if (rules === 'waits') return undefined
    if (rules === 'without-bytes') step.withoutBytes++
    else if (rules === 'not-judged') step.notJudged++
    else {
      step.judged++
      if (rules.length > 0) step.refused++
      step.refusals.push(...rules.map((rule) => ({ ...document, rule })))
    }
  }
  return step
}

/** The rules for which `X-Validation: true` would refuse it that day, each once. */
async function refusing(
  { store, validate }: Pick<ForecastNeeds, 'store' | 'validate'>,
  { id }: ForecastDocument,
  on: Date,
): Promise<string[] | 'without-bytes' | 'not-judged' | 'waits'> {
  const ubl = await store.latestFile(id, 'ubl')
  if (!ubl || ubl.bytes.length < ubl.file.size) return 'without-bytes'
  const options = { layers: 'all', on, isBehind: true, asker: { owner: 'rules.forecast' } } as const
  try {
    const { findings } = await validate(ubl.bytes, options)
    const errors = findings.filter(({ severity }) => severity === 'error')
    return [...new Set(errors.map(({ rule }) => rule))].sort()
  } catch (error) {
    if (!(error instanceof ValidationUnavailable)) throw error
    return isBusy(error) ? 'waits' : 'not-judged'
  }
}

function isBusy({ cause }: ValidationUnavailable): boolean {
  return cause instanceof ThreadError && ['busy', 'ended', 'closed'].includes(cause.reason)
}
