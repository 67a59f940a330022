// What is known of the publication of a participant: who publishes it, what was written, what was
// asked for, and how the SMP and DNS differ from what is registered.
import { NetworkError } from '../../peppol/index.ts'
import type { Publication, PublicationWish, PublishedBy } from '../../store/index.ts'
import type { Gateway } from '../gateway.ts'
import { type IdentificationEntry, toIdentificationEntry } from './identification.ts'
import { useRegistrar } from './open-registrar.ts'
import { type PlanEntry, toPlanEntry } from './plan-entry.ts'
import { planPublication } from './plan-publication.ts'
import { showRegistration } from './registrations.ts'
import { adoptAgreeing } from './take-over.ts'

export type PublicationEntry = {
  participant: string
  publishedBy: PublishedBy
  /** Where the group is; absent while nothing was written from here. */
  state?: string
  since?: string
  changedBy?: string
  /** The document types that were written from here. */
  documentTypes: { documentType: string; state: string; since: string }[]
  /** What was asked for and is not done. */
  asked?: {
    wish: 'publish' | 'withdraw'
    at: string
    by: string
    tries: number
    /** Absent: it was refused, and is not tried again. */
    nextAt?: string
  }
  /** Why it went no further the last time. */
  fault?: { code?: string; detail: string }
  /** How its customer was identified; absent: no one recorded it. */
  identification?: IdentificationEntry
  /** Present if the SMP was asked. */
  difference?: Omit<PlanEntry, 'participant' | 'failure'>
  /** Why it could not be asked. */
  failure?: { code: string; detail: string }
}

type EntryNeeds = Pick<Gateway, 'store' | 'now' | 'publishing'>

/** What is stored. Throws Problem `registration.not-found`. */
export async function storedPublication(
  { store, now }: Pick<Gateway, 'store' | 'now'>,
  tenantId: string,
  written: string,
): Promise<PublicationEntry> {
  const { participant, publishedBy } = await showRegistration({ store, now }, tenantId, written)
  const [notes, wish, identification] = await Promise.all([
    store.publications(participant),
    store.publicationWish(participant),
    store.identificationOf(participant),
  ])
  const group = notes.find(({ documentType }) => documentType === '')
  const types = notes.filter(({ documentType }) => documentType !== '')
  return {
    ...{ participant, publishedBy },
    ...(group
      ? { state: group.state, since: group.since.toISOString(), changedBy: group.changedBy }
      : {}),
    documentTypes: types.map(({ documentType, state, since }) => ({
      ...{ documentType, state, since: since.toISOString() },
    })),
    ...(wish ? { asked: toAsked(wish) } : {}),
    ...faultOf(notes, wish),
    ...(identification ? { identification: toIdentificationEntry(identification, now()) } : {}),
  }
}

/** The same, and what differs. Adopts what agrees. Throws Problem `registration.not-found`. */
export async function showPublication(
  gateway: EntryNeeds,
  tenantId: string,
  { participant: written, actor }: { participant: string; actor: string },
): Promise<PublicationEntry> {
  const { publishing } = gateway
  const stored = await storedPublication(gateway, tenantId, written)
  if (!publishing) return stored
  const { participant } = stored
  try {
    const plan = await useRegistrar(publishing, gateway.store, async ({ needs, facts }) => {
      const made = await planPublication(needs, facts, { participant, replace: [] })
      await adoptAgreeing(gateway, made, actor)
      return made
    })
    const { participant: _, failure, ...difference } = toPlanEntry(plan)
    if (failure) return { ...stored, failure }
    // It may have been adopted just now.
    const { publishedBy } = (await gateway.store.registrationOf(participant)) ?? stored
    return { ...stored, publishedBy, difference }
  } catch (error) {
    if (error instanceof NetworkError)
      return { ...stored, failure: { code: error.code, detail: error.message } }
    const detail = error instanceof Error ? error.message : String(error)
    return { ...stored, failure: { code: 'publication.not-possible', detail } }
  }
}

function toAsked({ wish, askedAt, askedBy, tries, nextAt }: PublicationWish) {
  return {
    ...{ wish, at: askedAt.toISOString(), by: askedBy, tries },
    ...(nextAt ? { nextAt: nextAt.toISOString() } : {}),
  }
}

/** That of the wish, since it is the last one; otherwise that of the group or a type. */
function faultOf(
  notes: readonly Publication[],
  wish: PublicationWish | undefined,
): Pick<PublicationEntry, 'fault'> {
  if (wish?.detail !== undefined)
    return { fault: { ...(wish.code ? { code: wish.code } : {}), detail: wish.detail } }
  const detail = notes.find((one) => one.detail !== undefined)?.detail
  return detail === undefined ? {} : { fault: { detail } }
}
