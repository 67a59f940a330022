// Withdraws several participants, a few in one run.
import type { ApplyNeeds, Stopped } from './apply-publication.ts'
import type { SmpFacts } from './plan-publication.ts'
import { type Withdrawn, withdrawPublication } from './withdraw-publication.ts'

export const withdrawalsMax = 5
const failuresMax = 3

export type WithdrawalsWish = {
  /** In their short forms. */
  participants: readonly string[]
  /** More than `withdrawalsMax` of them may be withdrawn. */
  all: boolean
}

export async function* withdrawPublications(
  needs: ApplyNeeds,
  facts: SmpFacts,
  { participants, all }: WithdrawalsWish,
): AsyncGenerator<Withdrawn | Stopped> {
  let failures = 0
  for (const [at, participant] of participants.entries()) {
    if (at === withdrawalsMax && !all)
      return yield { stopped: `A run withdraws ${withdrawalsMax} participants: begin another.` }
    const withdrawn = await withdrawPublication(needs, facts, participant)
    yield withdrawn
    failures = withdrawn.outcome === 'failed' ? failures + 1 : 0
    if (failures === failuresMax)
      return yield { stopped: `${failuresMax} participants failed one after the other.` }
  }
}
