// Asking for a participant to be published in the SMP, or withdrawn from it. What is asked for is
// stored, and carried out in the background (work-publications.ts).
import { Problem } from '../../problem.ts'
import { actorOf, changedBy } from '../access/actor.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { whyNotIdentified } from './identification.ts'
import { showRegistration } from './registrations.ts'

type AskNeeds = Pick<Gateway, 'store' | 'now' | 'publishing' | 'publicationAsked'> & {
  peppolAccess: { network: { name: string } }
}

/** Whose participant it is: an operator may name another tenant. */
export type Asked = { tenantId: string; participant: string }

/**
 * Throws Problem `publication.not-allowed`, `auth.environment-mismatch`, `registration.not-found`,
 * `publication.no-smp`, `identification.missing`.
 */
export async function askToPublish(
  gateway: AskNeeds,
  caller: Caller,
  asked: Asked,
): Promise<string> {
  return ask(gateway, caller, asked, 'publish')
}

/** `confirm`: the identifier once more. Throws Problem as askToPublish, `request.invalid-field`. */
export async function askToWithdraw(
  gateway: AskNeeds,
  caller: Caller,
  { confirm, ...asked }: Asked & { confirm: string },
): Promise<string> {
  requirePublisher(gateway, caller)
  const { participant } = await showRegistration(gateway, asked.tenantId, asked.participant)
  if (confirm !== participant) {
    const code = 'request.invalid-field'
    const message = `confirm must be the participant once more: ${participant}`
    throw new Problem(code, {
      detail: `Nothing was done: ${message}.`,
      errors: [{ code, message, value: confirm }],
    })
  }
  return ask(gateway, caller, asked, 'withdraw')
}

async function ask(
  gateway: AskNeeds,
  caller: Caller,
  asked: Asked,
  wish: 'publish' | 'withdraw',
): Promise<string> {
  requirePublisher(gateway, caller)
  const { participant } = await showRegistration(gateway, asked.tenantId, asked.participant)
  if (!gateway.publishing)
    throw new Problem('publication.no-smp', {
      detail: 'No SMP is named in the settings (SMP_URL): the operator registers participants.',
    })
  if (wish === 'publish') await refuseUnidentified(gateway, participant)
  const by = changedBy(gateway, actorOf(caller))
  await gateway.store.wishPublication({ participant, wish }, by)
  gateway.publicationAsked.notify()
  return participant
}

/** What was written before is written again all the same. */
async function refuseUnidentified(gateway: AskNeeds, participant: string): Promise<void> {
  const { store, now, peppolAccess } = gateway
  if ((await store.publications(participant)).length > 0) return
  const why = await whyNotIdentified({ network: peppolAccess.network, store, now }, participant)
  if (why) throw new Problem('identification.missing', { detail: why.detail })
}

/** Whether the caller may publish and withdraw participants of its tenant. */
export function mayPublish(
  { peppolAccess }: Pick<AskNeeds, 'peppolAccess'>,
  caller: Caller,
): boolean {
  return whyNotPublisher(peppolAccess.network.name, caller) === undefined
}

/** Throws Problem `publication.not-allowed`, `auth.environment-mismatch`. */
export function requirePublisher(
  { peppolAccess }: Pick<AskNeeds, 'peppolAccess'>,
  caller: Caller,
): void {
  const why = whyNotPublisher(peppolAccess.network.name, caller)
  if (why) throw why
}

function whyNotPublisher(network: string, { token, tenant }: Caller): Problem | undefined {
  const isPublic = network === 'test' || network === 'production'
  if (isPublic && token.environment === 'test')
    return new Problem('auth.environment-mismatch', {
      detail: 'A test token writes nothing into the SMP; use a live token.',
    })
  const isTenants = tenant.mayPublish === true && token.scopes.includes('admin')
  if (isTenants || token.scopes.includes('operator')) return undefined
  return new Problem('publication.not-allowed', {
    detail: 'Your tenant may not publish participants: an operator does, or sets mayPublish.',
  })
}
