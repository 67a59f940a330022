// Whether a certificate has been revoked: lists and answers are fetched in the background,
// verified, and shared by all processes. Never fetched once per message.
import type { RevocationOf } from '../peppol/index.ts'
import { openEvidenceReader, type ReadingLimits } from './evidence.ts'
import { type Keeper, type KeeperLimits, type KeeperNeeds, openKeeper } from './keeper.ts'
import { sourcesOf } from './source.ts'

export type RevocationLimits = KeeperLimits & {
  /** How long the last evidence is used past its end while no new one is available. */
  graceMs: number
  /** How often to look for evidence that is due to be fetched again. */
  sweepMs: number
  reading: ReadingLimits
}

export type Revocations = {
  revocationOf: RevocationOf
  /** What an operator needs to know: evidence that is missing, or used past its end. */
  concerns(): string[]
  /** Fetches what is due; also runs periodically. */
  renewDue(): Promise<void>
  close(): Promise<void>
}

export function openRevocations({
  limits,
  ...needs
}: Omit<KeeperNeeds, 'reader' | 'limits'> & { limits: RevocationLimits }): Revocations {
  const reader = openEvidenceReader(limits.reading)
  const keeper = openKeeper({ ...needs, reader, limits })
  const sweep = setInterval(() => void keeper.renewDue(), limits.sweepMs)
  sweep.unref()
  const { graceMs } = limits
  return {
    revocationOf: revocationBy(keeper, { now: needs.now, graceMs }),
    concerns: () => concernsOf(keeper, { now: needs.now(), graceMs }),
    renewDue: keeper.renewDue,
    async close() {
      clearInterval(sweep)
      await reader.close()
    },
  }
}

/** The first source with a current answer; else the first whose last evidence may still be used. */
function revocationBy(
  keeper: Keeper,
  { now, graceMs }: { now(): Date; graceMs: number },
): RevocationOf {
  return async (certificate, issuer) => {
    let late: Awaited<ReturnType<RevocationOf>> = 'unknown'
    for (const source of sourcesOf(certificate, issuer)) {
      const evidence = await keeper.current(source)
      if (!evidence) continue
      const found = evidence.about(certificate)
      const lateMs = now().getTime() - evidence.nextUpdate.getTime()
      if (lateMs <= 0 && found !== 'unknown') return found
      if (lateMs <= graceMs && late === 'unknown') late = found
    }
    return late
  }
}

function concernsOf(keeper: Keeper, { now, graceMs }: { now: Date; graceMs: number }): string[] {
  return keeper
    .failing()
    .filter(({ evidence }) => !evidence || evidence.nextUpdate < now)
    .map(({ url, since, detail, evidence }) => {
      const failed = `${url} cannot be fetched since ${since.toISOString()}: ${detail}.`
      if (!evidence) return `${failed} Its revocations are unknown.`
      const until = new Date(evidence.nextUpdate.getTime() + graceMs)
      return `${failed} Its last revocations are used until ${until.toISOString()}.`
    })
}
