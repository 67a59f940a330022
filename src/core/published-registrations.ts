// Registrations that others find in the SMP: what was written there from here is withdrawn first,
// or senders would deliver to a refusal, and is served for another day.
import { Problem } from '../problem.ts'
import type { Gateway } from './gateway.ts'

/** How long a withdrawn participant is served: others may have looked it up before. */
const servedMs = 24 * 3_600_000

/** Throws Problem `registration.published`. */
export async function refusePublished(
  { store }: Pick<Gateway, 'store'>,
  participants: readonly string[],
): Promise<void> {
  for (const participant of participants) {
    const [published] = await store.publications(participant)
    const wish = await store.publicationWish(participant)
    if (!published && wish?.wish === 'publish' && wish.nextAt)
      throw new Problem('registration.published', {
        detail: `${participant} is about to be written into the SMP: withdraw it first.`,
      })
    if (published)
      throw new Problem('registration.published', {
        detail:
          published.state === 'withdrawn'
            ? `${participant} was withdrawn from the SMP less than a day ago: it is served for a ` +
              'day and then removed by itself.'
            : `${participant} is in the SMP: DELETE /api/v1/registrations/${participant}` +
              `/publication, or fourcorner participant remove ${participant} --unpublish, ` +
              'withdraws it there and removes it a day later.',
      })
  }
}

/**
 * Registrations that were withdrawn a day ago are removed; but not after a restore, since they may
 * have been published again after the backup.
 */
export async function removeWithdrawn({
  store,
  now,
}: Pick<Gateway, 'store' | 'now'>): Promise<void> {
  if ((await store.pauses()).some(({ restored }) => restored)) return
  const at = now()
  await store.removeWithdrawn(new Date(at.getTime() - servedMs), { actor: 'registrar', at })
}
