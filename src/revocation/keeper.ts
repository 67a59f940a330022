// Fetches evidence from sources before it expires, and stores it in the database, where all
// processes find it.
import { setTimeout } from 'node:timers/promises'
import type { Get, GetOutcome } from '../peppol/index.ts'
import type { Evidence, EvidenceReader } from './evidence.ts'
import type { Source } from './source.ts'

/** What the database knows about a source; `version` identifies the bytes that were stored last. */
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
  /** False while another process is fetching, and if one has fetched since the claimer looked. */
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
  /** Evidence is fetched again when half of its validity has passed, within these bounds. */
  renewMsMin: number
  renewMsMax: number
  /** After a failed fetch. */
  retryMs: number
  /** How long one process keeps the others from fetching the same source. */
  leaseMs: number
  /** How often a process checks what the fetching one has got. */
  lookAgainMs: number
  /** The number of sources that one process remembers. */
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
  /** Asked for since it was fetched: unused sources are not fetched again. */
  isUsed: boolean
  renewal?: Promise<void> | undefined
}

type Failing = { url: string; since: Date; detail: string; evidence: Evidence | undefined }

export type Keeper = {
  /**
   * The last evidence of a source. Fetches only if there is none that is valid and no fetch failed
   * recently; never rejects.
   */
  current(source: Source): Promise<Evidence | undefined>
  /** Fetches again what is used and has passed half of its validity. */
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

  /** `isEnough` says whether what another process has stored makes a fetch unnecessary. */
  function renew(entry: Entry, isEnough: (entry: Entry) => boolean): Promise<void> {
    entry.renewal ??= tryToRenew(entry, isEnough).finally(() => {
      entry.renewal = undefined
    })
    return entry.renewal
  }

  async function tryToRenew(entry: Entry, isEnough: (entry: Entry) => boolean): Promise<void> {
    try {
      const version = await takeKept(entry)
      if (isEnough(entry) || isToWait(entry)) return
      if (await claim(entry, version)) return await fetchNew(entry)
      const seen = await waitForOther(entry, isEnough)
      // The process that had the claim has ended without a word.
      if (!isEnough(entry) && !isToWait(entry) && (await claim(entry, seen))) await fetchNew(entry)
    } catch (error) {
      await noteFailure(entry, error instanceof Error ? error.message : String(error))
    }
  }

  /**
   * Takes over what another process, or this one before a restart, has fetched, or its failure.
   * Returns the version it has seen.
   */
  async function takeKept(entry: Entry): Promise<string | undefined> {
    const { source } = entry
    const kept = await store.revocationSource(source.key)
    if (kept?.version && kept.fetchedAt && kept.version !== entry.version) {
      const bytes = await store.revocationBytes(source.key, kept.version)
      // An unreadable row counts as none.
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

  function claim({ source: { key, url } }: Entry, version: string | undefined): Promise<boolean> {
    const at = now()
    const until = later(at, limits.leaseMs)
    return store.claimRevocationFetch({ key, url, version, now: at, until })
  }

  /** Returns the version that was seen last. */
  async function waitForOther(
    entry: Entry,
    isEnough: (entry: Entry) => boolean,
  ): Promise<string | undefined> {
    for (let waited = 0; waited < limits.leaseMs; waited += limits.lookAgainMs) {
      const version = await takeKept(entry)
      if (isEnough(entry) || isToWait(entry)) return version
      await setTimeout(limits.lookAgainMs)
    }
    return takeKept(entry)
  }

  async function fetchNew(entry: Entry): Promise<void> {
    const { source, evidence: before } = entry
    const bytes = bytesOf(await get(source.address))
    const evidence = await reader.read(source, bytes, now())
    if (evidence.nextUpdate < now())
      throw new Error(`It expired at ${evidence.nextUpdate.toISOString()}`)
    if (before && evidence.thisUpdate < before.thisUpdate)
      throw new Error('It is older than the previous one')
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
    // If the database is away, the other processes find out for themselves.
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
  if (outcome.status !== 200) throw new Error(`The server answered with HTTP ${outcome.status}`)
  return outcome.body
}

function later(from: Date, ms: number): Date {
  return new Date(from.getTime() + ms)
}
