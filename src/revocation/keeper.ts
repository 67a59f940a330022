// Fetches what sources give before it runs out, and keeps it in the database, where all processes
// find it.
import { setTimeout } from 'node:timers/promises'
import type { Get, GetOutcome } from '../peppol/index.ts'
import type { Evidence, EvidenceReader } from './evidence.ts'
import type { Source } from './source.ts'

/** What the database knows of a source; `version` names the bytes that were kept last. */
type KeptSource = {
  version?: string
  fetchedAt?: Date
  failure?: string
  failedSince?: Date
  retryAt?: Date
}

/** What the keeper needs of the database, which all processes share. */
type KeeperStore = {
  revocationSource(key: string): Promise<KeptSource | undefined>
  revocationBytes(key: string, version: string): Promise<Buffer>
  /** False while another process fetches, and when it has since the claimer looked. */
  claimRevocationFetch(claim: {
    key: string
    url: string
    version: string | undefined
    now: Date
    until: Date
  }): Promise<boolean>
  keepRevocation(kept: { key: string; version: string; bytes: Buffer; now: Date }): Promise<void>
  failRevocation(failed: { key: string; detail: string; now: Date; retryAt: Date }): Promise<void>
}

export type KeeperLimits = {
  /** Evidence is fetched again when half of its time has passed, within these bounds. */
  renewMsMin: number
  renewMsMax: number
  /** After a fetch that failed. */
  retryMs: number
  /** How long one process keeps the others from fetching the same. */
  leaseMs: number
  /** How often a process looks what the one that fetches has got. */
  lookAgainMs: number
  /** The sources that one process remembers. */
  sourcesMax: number
}

export type KeeperNeeds = {
  get: Get
  store: KeeperStore
  reader: EvidenceReader
  limits: KeeperLimits
  warn(facts: object, message: string): void
  now(): Date
  newId(): string
}

type Entry = {
  source: Source
  evidence?: Evidence
  version?: string
  renewAt: number
  retryAt: number
  failure?: { since: Date; detail: string }
  /** Asked for since it was fetched: what nobody uses is not fetched again. */
  isUsed: boolean
  renewal?: Promise<void> | undefined
}

type Failing = { url: string; since: Date; detail: string; evidence: Evidence | undefined }

export type Keeper = {
  /**
   * The last evidence of a source. Fetches only when there is none that holds, and no fetch failed
   * lately; never rejects.
   */
  current(source: Source): Promise<Evidence | undefined>
  /** Fetches again what is used and has passed half of its time. */
  renewDue(): Promise<void>
  /** The sources whose last fetch failed. */
  failing(): Failing[]
}

export function openKeeper({ get, store, reader, limits, warn, now, newId }: KeeperNeeds): Keeper {
  const entries = new Map<string, Entry>()

  function entryOf(source: Source): Entry {
    const entry = entries.get(source.key) ?? { source, renewAt: 0, retryAt: 0, isUsed: true }
    entries.delete(source.key)
    const oldest = entries.keys().next()
    if (entries.size >= limits.sourcesMax && !oldest.done) entries.delete(oldest.value)
    entries.set(source.key, entry)
    return entry
  }

  const isFresh = ({ evidence }: Entry) => evidence !== undefined && evidence.nextUpdate >= now()
  const isNew = ({ renewAt }: Entry) => renewAt > now().getTime()
  const isToWait = ({ retryAt }: Entry) => retryAt > now().getTime()

  /** `isEnough` says of what another process has kept that it needs no fetch. */
  function renew(entry: Entry, isEnough: (entry: Entry) => boolean): Promise<void> {
    entry.renewal ??= tryToRenew(entry, isEnough).finally(() => {
      entry.renewal = undefined
    })
    return entry.renewal
  }

  async function tryToRenew(entry: Entry, isEnough: (entry: Entry) => boolean): Promise<void> {
    const { key, url } = entry.source
    try {
      const version = await takeKept(entry)
      if (isEnough(entry) || isToWait(entry)) return
      const at = now()
      const claim = { key, url, version, now: at, until: later(at, limits.leaseMs) }
      if (await store.claimRevocationFetch(claim)) await fetchNew(entry)
      else await waitForOther(entry, isEnough)
    } catch (error) {
      await noteFailure(entry, error instanceof Error ? error.message : String(error))
    }
  }

  /**
   * Takes over what another process, or this one before a restart, has fetched or failed to.
   * Returns the version that it has seen.
   */
  async function takeKept(entry: Entry): Promise<string | undefined> {
    const { source } = entry
    const kept = await store.revocationSource(source.key)
    if (kept?.version && kept.fetchedAt && kept.version !== entry.version) {
      const bytes = await store.revocationBytes(source.key, kept.version)
      // A row that cannot be read any more is as good as none.
      const evidence = await reader.read(source, bytes, now()).catch(() => undefined)
      if (evidence) take(entry, evidence, kept.version, kept.fetchedAt)
    }
    if (kept && !kept.failure) delete entry.failure
    if (kept?.failure && kept.failedSince && kept.retryAt) {
      entry.failure = { since: kept.failedSince, detail: kept.failure }
      entry.retryAt = kept.retryAt.getTime()
    }
    return kept?.version
  }

  async function waitForOther(entry: Entry, isEnough: (entry: Entry) => boolean): Promise<void> {
    for (let waited = 0; waited < limits.leaseMs; waited += limits.lookAgainMs) {
      await takeKept(entry)
      if (isEnough(entry) || isToWait(entry)) return
      await setTimeout(limits.lookAgainMs)
    }
  }

  async function fetchNew(entry: Entry): Promise<void> {
    const { source, evidence: before } = entry
    const bytes = bytesOf(await get(source.address))
    const evidence = await reader.read(source, bytes, now())
    if (evidence.nextUpdate < now())
      throw new Error(`It ended at ${evidence.nextUpdate.toISOString()}`)
    if (before && evidence.thisUpdate < before.thisUpdate)
      throw new Error('It is older than the one before')
    const version = newId()
    await store.keepRevocation({ key: source.key, version, bytes, now: now() })
    take(entry, evidence, version, now())
  }

  function take(entry: Entry, evidence: Evidence, version: string, fetchedAt: Date): void {
    const half = (evidence.nextUpdate.getTime() - fetchedAt.getTime()) / 2
    const renewMs = Math.max(limits.renewMsMin, Math.min(half, limits.renewMsMax))
    delete entry.failure
    Object.assign(entry, { evidence, version, renewAt: fetchedAt.getTime() + renewMs, retryAt: 0 })
  }

  async function noteFailure(entry: Entry, detail: string): Promise<void> {
    const { key, url } = entry.source
    const retryAt = later(now(), limits.retryMs)
    entry.failure = { since: entry.failure?.since ?? now(), detail }
    entry.retryAt = retryAt.getTime()
    entry.isUsed = true
    const until = entry.evidence?.nextUpdate
    warn({ url, detail, ...(until ? { until } : {}) }, 'a revocation list could not be fetched')
    // When the database is away, the other processes find out for themselves.
    await store.failRevocation({ key, detail, now: now(), retryAt }).catch(() => {})
  }

  return {
    async current(source) {
      const entry = entryOf(source)
      entry.isUsed = true
      if (!isFresh(entry) && !isToWait(entry)) await renew(entry, isFresh)
      return entry.evidence
    },
    async renewDue() {
      const due = [...entries.values()].filter(
        (entry) => entry.isUsed && !isNew(entry) && !isToWait(entry),
      )
      for (const entry of due) entry.isUsed = false
      await Promise.all(due.map((entry) => renew(entry, isNew)))
    },
    failing: () =>
      [...entries.values()].flatMap(({ source, failure, evidence }) =>
        failure ? [{ url: source.url, ...failure, evidence }] : [],
      ),
  }
}

function bytesOf(outcome: GetOutcome): Buffer {
  if (outcome.kind === 'failed') throw new Error(outcome.detail)
  if (outcome.status !== 200) throw new Error(`The server answers with HTTP ${outcome.status}`)
  return outcome.body
}

function later(from: Date, ms: number): Date {
  return new Date(from.getTime() + ms)
}
