// How the customer behind a participant was identified. On public networks no one is published
// without it; what is published already stays, also when it is overdue.
import { shown } from '../../billing/index.ts'
import { Problem } from '../../problem.ts'
import type { Identification, Store } from '../../store/index.ts'
import { changedBy } from '../access/actor.ts'
import type { Gateway } from '../gateway.ts'
import { showRegistration } from './registrations.ts'

export type IdentificationWish = Pick<
  Identification,
  'checked' | 'checkedBy' | 'checkedOn' | 'dueOn' | 'reference'
>

export type IdentificationEntry = IdentificationWish & {
  participant: string
  recordedAt: string
  recordedBy: string
  state: IdentificationState
}

type IdentificationState = 'valid' | 'due' | 'overdue'

/** So long before it is due, it is a warning. */
const warnedMs = 60 * 24 * 3_600_000

/** Throws Problem `registration.not-found`, `request.invalid-field`. */
export async function identify(
  gateway: Pick<Gateway, 'store' | 'now'>,
  { tenantId, actor, participant: written }: Identified,
  wish: IdentificationWish,
): Promise<IdentificationEntry> {
  const { store, now } = gateway
  const { participant } = await showRegistration(gateway, tenantId, written)
  refuseWrongDays(wish, now())
  await store.recordIdentification({ participant, ...wish }, changedBy(gateway, actor))
  const recorded = await store.identificationOf(participant)
  if (!recorded) throw new Problem('registration.not-found')
  return toIdentificationEntry(recorded, now())
}

type Identified = { tenantId: string; actor: string; participant: string }

export function toIdentificationEntry(found: Identification, at: Date): IdentificationEntry {
  return { ...found, recordedAt: found.recordedAt.toISOString(), state: stateOf(found, at) }
}

function stateOf({ dueOn }: Pick<Identification, 'dueOn'>, at: Date): IdentificationState {
  const leftMs = endOf(dueOn).getTime() - at.getTime()
  return leftMs <= 0 ? 'overdue' : leftMs <= warnedMs ? 'due' : 'valid'
}

/** It counts on the day when it is due. */
function endOf(day: string): Date {
  return new Date(new Date(`${day}T00:00:00Z`).getTime() + 24 * 3_600_000)
}

function refuseWrongDays({ checkedOn, dueOn }: IdentificationWish, at: Date): void {
  const today = at.toISOString().slice(0, 10)
  const wrong =
    checkedOn > today
      ? ([
          '/checkedOn',
          `checkedOn is ${shown(checkedOn)}: that is in the future`,
          checkedOn,
        ] as const)
      : dueOn <= checkedOn
        ? (['/dueOn', `dueOn is ${shown(dueOn)}: write a day after ${checkedOn}`, dueOn] as const)
        : undefined
  if (!wrong) return
  const [pointer, message, value] = wrong
  const code = 'request.invalid-field'
  throw new Problem(code, { detail: message, errors: [{ pointer, code, message, value }] })
}

export type IdentificationNeeds = {
  network: { name: string }
  store: Pick<Store, 'identificationOf'>
  now(): Date
}

type Doubt = { code: string; detail: string }

/** Why a participant may not be published newly; undefined when it may. */
export async function whyNotIdentified(
  { network, store, now }: IdentificationNeeds,
  participant: string,
): Promise<Doubt | undefined> {
  if (network.name !== 'test' && network.name !== 'production') return undefined
  const found = await store.identificationOf(participant)
  if (!found)
    return {
      code: 'identification.missing',
      detail: `Record first how the customer behind ${participant} was identified.`,
    }
  if (stateOf(found, now()) !== 'overdue') return undefined
  const detail = `The customer had to be identified anew by ${found.dueOn}: do it, and record it.`
  return { code: 'identification.overdue', detail }
}

/** What deserves a look where it is published already. */
export async function identificationNote(
  { store, now }: Pick<IdentificationNeeds, 'store' | 'now'>,
  participant: string,
): Promise<Doubt | undefined> {
  const found = await store.identificationOf(participant)
  const state = found && stateOf(found, now())
  if (!found || state === 'valid') return undefined
  const detail = `The customer has to be identified anew by ${found.dueOn}. It stays published.`
  return { code: `identification.${state}`, detail }
}
