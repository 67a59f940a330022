// A command that writes into the SMP for one participant: nothing is done where something stands in
// the way of all writing, and one process writes at a time.
import { readConfig } from '../../config/config.ts'
import { commandActor } from '../../core/access/actor.ts'
import { type ApplyNeeds, whyNotWritten } from '../../core/network/apply-publication.ts'
import type { SmpFacts } from '../../core/network/plan-publication.ts'
import { leaseTimes, takeLease } from '../../core/network/registrar-lease.ts'
import type { Store } from '../../store/index.ts'
import { report, reportError, withRegistrar } from './open-registrar.ts'

/** The exit code that `work` resolves with, or 2 when nothing could be done. */
export async function underLease(
  store: Store,
  work: (needs: ApplyNeeds, facts: SmpFacts) => Promise<number>,
): Promise<number> {
  let exitCode = 2
  try {
    await withRegistrar(readConfig(), store, async ({ needs, facts, writerUnder }) => {
      const hindrances = await whyNotWritten({ ...needs, store }, facts)
      for (const hindrance of hindrances) report(hindrance)
      if (hindrances.length > 0) return
      const lease = await takeLease(store, leaseTimes)
      if (!lease) return report('Another process writes into the SMP: try again when it is done.')
      try {
        const writer = writerUnder(lease)
        exitCode = await work({ ...needs, store, writer, lease, actor: commandActor }, facts)
      } finally {
        await lease.end()
      }
    })
  } catch (error) {
    // 1 would say that it is begun.
    reportError(error)
    return 2
  }
  return exitCode
}
