// `fourcorner participant remove ID --unpublish`: takes the participant out of the SMP first.
import { withdrawPublication } from '../../core/network/withdraw-publication.ts'
import type { Store } from '../../store/index.ts'
import { jsonLine } from '../foreign-text.ts'
import { isConfirmed } from './confirm.ts'
import { underLease } from './under-lease.ts'

/**
 * `confirm`: the identifier typed once more; it is asked for on a terminal. Exit codes: 0 it is
 * withdrawn, 1 it is not yet, 2 nothing could be done.
 */
export async function unpublish(
  store: Store,
  participant: string,
  confirm: string | undefined,
): Promise<number> {
  if (!(await isConfirmed(participant, confirm, 'Others will no longer find it.'))) return 2
  return underLease(store, async (needs, facts) => {
    const withdrawn = await withdrawPublication(needs, facts, participant)
    process.stdout.write(`${jsonLine(withdrawn)}\n`)
    return withdrawn.outcome === 'withdrawn' ? 0 : 1
  })
}
