// Notes that a participant is published from here. Until then it counts as published elsewhere, and
// nothing is written for it unless it is named.
import type { Store } from '../../store/index.ts'
import type { ParticipantPlan } from './plan-publication.ts'

type TakeOverNeeds = { store: Pick<Store, 'setPublishedBy'>; now(): Date }

/** What our user has in the SMP and agrees with what is registered is ours, without a step. */
export async function adoptAgreeing(
  { store, now }: TakeOverNeeds,
  plan: ParticipantPlan,
  actor: string,
): Promise<void> {
  const { participant, publishedBy, isInOurSmp, steps, refusals, notes, failure } = plan
  const agrees = steps.length === 0 && refusals.length === 0 && !failure
  if (publishedBy !== 'elsewhere' || !isInOurSmp || !agrees) return
  if (notes.some(({ code }) => code === 'withdrawn')) return
  await takeOver({ store, now }, participant, actor)
}

export async function takeOver(
  { store, now }: TakeOverNeeds,
  participant: string,
  actor: string,
): Promise<void> {
  await store.setPublishedBy({ participant, publishedBy: 'us' }, { actor, at: now() })
}
