// What belongs to the access point itself and to none of its tenants: Message Level Status, ours
// and the others', and the reports to Peppol.
import { commonName } from '../../crypto/index.ts'
import { formatIdentifier, isSeatId } from '../../peppol/index.ts'
import { Problem } from '../../problem.ts'
import { isServiceProviderId, mlsDocumentType, serviceProviderId } from '../../reporting/index.ts'
import type { Gateway, PeppolAccess } from '../gateway.ts'
import { serviceTenantId } from '../service-tenant.ts'

export { serviceTenantId } from '../service-tenant.ts'

const name = 'service-provider'

/** Who registers us, in the log of the installation. */
const actor = 'start'

/** Registers us for Message Level Status, under the number in our seat id. */
export async function registerServiceProvider(
  gateway: Pick<Gateway, 'store' | 'peppolAccess' | 'log' | 'now' | 'newId' | 'publishing'>,
): Promise<void> {
  const { store, log, now, newId } = gateway
  const seat = commonName(gateway.peppolAccess.keys.certificate) ?? ''
  if (!isSeatId(seat)) {
    log.warn({ seat }, 'our certificate names no seat id: nothing can be answered')
    return
  }
  const participant = participantOf(seat)
  const by = { actor, at: now() }
  const tenant = await store.ensureTenant(
    { id: serviceTenantId, name, participants: [participant], duplicates: 'warn' },
    by,
  )
  if (tenant.id !== serviceTenantId)
    throw new Error(`Rename the tenant '${name}': the gateway needs that name for itself.`)
  const own = { tenantId: serviceTenantId, participants: [participant] }
  await store.addParticipants(own, by)
  const documentTypes = [formatIdentifier(mlsDocumentType)]
  const registration = { id: newId(), participant, tenantId: serviceTenantId, documentTypes }
  const publishedBy = gateway.publishing ? ('us' as const) : ('elsewhere' as const)
  const added = { ...registration, createdAt: by.at, publishedBy, byOperator: true }
  await store.addRegistration(added, by)
  const { tenantId } = (await store.registrationOf(participant)) ?? {}
  if (tenantId !== serviceTenantId)
    log.warn({ participant, tenantId }, 'a tenant receives what is addressed to us')
}

/** We, as a participant: `0242:000306`. */
export function ownParticipant({ peppolAccess }: OwnKeys): string {
  return participantOf(commonName(peppolAccess.keys.certificate) ?? '')
}

/** The service provider with a seat, as a participant. */
export function participantOf(seatId: string): string {
  return `0242:${serviceProviderId(seatId)}`
}

type OwnKeys = { peppolAccess: { keys: Pick<PeppolAccess['keys'], 'certificate'> } }

/** Whether statuses for us may be sent to it: it is we, or one of our sub-identifiers. */
export function isOwnMlsTo(gateway: OwnKeys, participant: string): boolean {
  const id = /^0242:(.+)$/.exec(participant)?.[1]
  return (
    id !== undefined && isServiceProviderId(id) && participant.startsWith(ownParticipant(gateway))
  )
}

/** Throws Problem `request.invalid-field`. */
export function checkMlsTo(gateway: OwnKeys, value: string, where: { pointer?: string }): void {
  if (isOwnMlsTo(gateway, value)) return
  const own = ownParticipant(gateway)
  const code = 'request.invalid-field'
  const message = `mlsTo must be ${own}, or a sub-identifier of it such as ${own}-UNIT1`
  throw new Problem(code, { detail: message, errors: [{ ...where, code, message, value }] })
}

/** The participant that an MLS_TO names, if it is one of the service provider with that seat. */
export function statedProvider(mlsTo: string, seatId: string): string | undefined {
  const id = /^iso6523-actorid-upis::0242:(.+)$/i.exec(mlsTo)?.[1]
  if (id === undefined || !isServiceProviderId(id)) return undefined
  return id.startsWith(serviceProviderId(seatId)) ? `0242:${id}` : undefined
}
