// Who sends for whom: a tenant for the participants in its list, and in no other tenant's name.
import { Problem } from '../problem.ts'
import type { Tenant } from '../store/index.ts'
import { type Addressed, participantFilter } from './address-document.ts'
import type { Gateway } from './gateway.ts'
import type { ReadDocument } from './read-document.ts'
import type { ReadOther } from './read-other.ts'

/** Throws Problem `participant.sender-not-allowed`. */
export function refuseForeignSender(
  { name, participants }: Tenant,
  { sender }: Pick<Addressed, 'sender'>,
): void {
  if (participants.includes('*') || participants.includes(sender.id)) return
  throw new Problem('participant.sender-not-allowed', {
    detail: `The tenant '${name}' may not send for ${sender.id}.`,
  })
}

/**
 * The receiver reads the document, not its envelope: the party that the sender stands for must be
 * no other tenant of this installation. Throws Problem `participant.sender-not-allowed`.
 */
export async function refuseForeignParty(
  { store }: Pick<Gateway, 'store'>,
  { id: tenantId, name, participants }: Tenant,
  read: ReadDocument | ReadOther,
): Promise<void> {
  const participant = issuerOf(read)
  if (!participant || participants.includes('*') || participants.includes(participant)) return
  if (!(await store.isListedByAnother({ tenantId, participant }))) return
  throw new Problem('participant.sender-not-allowed', {
    detail: `The tenant '${name}' may not send for ${participant}, which the document names.`,
  })
}

/** The electronic address of who issues a billing document, if it is a participant of Peppol. */
function issuerOf(read: ReadDocument | ReadOther): string | undefined {
  if (!('summary' in read)) return undefined
  const { endpoint } = read.summary.sender
  return endpoint && participantFilter(`${endpoint.scheme}:${endpoint.id}`)
}
