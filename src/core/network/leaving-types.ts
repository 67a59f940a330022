// Document types that are in the SMP and are not to be received any more: they are withdrawn there
// first, and served for another day.
import { formatIdentifier } from '../../peppol/index.ts'
import type { Registration, Store } from '../../store/index.ts'
import { servicesFor } from './received-types.ts'

/** How long a type is served that was withdrawn: others may have looked it up before. */
const servedMs = 24 * 3_600_000

/** The types in the SMP, written from here, that are registered now and not among `next`. */
export async function publishedAndLeaving(
  { store }: { store: Pick<Store, 'publications'> },
  { participant, documentTypes }: Pick<Registration, 'participant' | 'documentTypes'>,
  next: string[],
): Promise<string[]> {
  const notes = await store.publications(participant)
  const group = notes.find(({ documentType }) => documentType === '')
  if (group?.state === 'withdrawn') return []
  const [before, after] = [namesOf(documentTypes), namesOf(next)]
  return notes
    .map(({ documentType }) => documentType)
    .filter((type) => before.has(type) && !after.has(type))
}

function namesOf(documentTypes: string[]): Set<string> {
  return new Set(servicesFor(documentTypes).map((one) => formatIdentifier(one.documentType)))
}

/** Not after a restore, since they may have been published again after the backup. */
export async function dropLeft({
  store,
  now,
}: {
  store: Pick<
    Store,
    'pauses' | 'publications' | 'registrationsLosingTypes' | 'noteTypesGone' | 'dropTypes'
  >
  now(): Date
}): Promise<void> {
  if ((await store.pauses()).some(({ restored }) => restored)) return
  const at = now()
  for (const registration of await store.registrationsLosingTypes()) {
    const { participant, nextTypes = [], typesGoneAt } = registration
    const left = await publishedAndLeaving({ store }, registration, nextTypes)
    if (left.length > 0) continue
    if (!typesGoneAt) await store.noteTypesGone(participant, at)
    else if (at.getTime() - typesGoneAt.getTime() >= servedMs)
      await store.dropTypes(participant, { actor: 'registrar', at })
  }
}
