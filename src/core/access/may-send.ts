// Who sends for whom: a tenant for the participants in its list, and in no other tenant's name.
import type { ReadDocument, ReadOther } from '../../intake/index.ts'
import { Problem } from '../../problem.ts'
import type { Document, Party, Tenant } from '../../store/index.ts'
import type { Gateway } from '../gateway.ts'
import { participantFilter } from '../given-participant.ts'

/** Throws Problem `participant.sender-not-allowed`. */
export function refuseForeignSender(
  { name, participants }: Tenant,
  { sender }: { sender: Party },
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
  gateway: Pick<Gateway, 'store'>,
  tenant: Tenant,
  read: ReadDocument | ReadOther,
): Promise<void> {
  const participant = await foreignParty(gateway, tenant, read)
  if (participant === undefined) return
  const words = `may not send for ${participant}: the document names it.`
  throw new Problem('participant.sender-not-allowed', {
    detail: `The tenant '${tenant.name}' ${words}`,
  })
}

/**
 * Whether what was submitted may be sent at this moment: lists may have been changed since. The
 * document is read again only if one was.
 */
export async function mayStillSend(
  { store, intake }: Pick<Gateway, 'store' | 'intake'>,
  { id, tenantId, kind, sender, createdAt }: Document,
): Promise<boolean> {
  const { isAllowed, listsChangedAt } = await store.maySend({ tenantId, sender: sender.id })
  const isChanged = listsChangedAt !== undefined && listsChangedAt >= createdAt
  if (!isAllowed || kind === 'other' || !isChanged) return isAllowed
  const [tenant, ubl] = await Promise.all([store.tenantById(tenantId), store.latestFile(id, 'ubl')])
  if (!tenant || !ubl) return false
  const read = await intake.readAny(ubl.bytes)
  return (await foreignParty({ store }, tenant, read)) === undefined
}

/** The party that the sender stands for, if it is another tenant's and not its own. */
async function foreignParty(
  { store }: Pick<Gateway, 'store'>,
  { id: tenantId, participants }: Tenant,
  read: ReadDocument | ReadOther,
): Promise<string | undefined> {
  const participant = issuerOf(read)
  if (!participant || participants.includes('*') || participants.includes(participant))
    return undefined
  return (await store.isListedByAnother({ tenantId, participant })) ? participant : undefined
}

/** The electronic address of who issues a billing document, if it is a participant of Peppol. */
function issuerOf(read: ReadDocument | ReadOther): string | undefined {
  if (!('summary' in read)) return undefined
  const { endpoint } = read.summary.sender
  return endpoint && participantFilter(`${endpoint.scheme}:${endpoint.id}`)
}
