// What takes a participant out of our SMP: its group, where nothing of others is in it, and our
// document types alone otherwise. Pure, as the plan of what is published.
import { formatIdentifier, type Identifier } from '../identifiers.ts'
import { isOurs, type WantedEndpoint } from './own-endpoint.ts'
import type { Actual, PlanRules } from './plan.ts'
import type { Refusal } from './plan-type.ts'
import type { PublishedType } from './published.ts'

export type WithdrawalStep =
  | { step: 'create-group'; inSml: false; reasons: string[] }
  | { step: 'delete-group'; inSml: boolean; reasons: string[] }
  | { step: 'delete-type'; documentType: Identifier; reasons: string[] }

export type Withdrawal = {
  steps: WithdrawalStep[]
  refusals: Refusal[]
  /** Nothing is left to do, and DNS still names our SMP. */
  isWaiting: boolean
}

/**
 * `actual` has every type of the group. `isFollowing`: the group was removed a moment ago, and DNS
 * may take its time. Otherwise the entry of the SML is left over, and can be removed with a group.
 */
export function planWithdrawal(
  endpoint: WantedEndpoint,
  { dns, group }: Actual,
  { smpHosts, isFollowing }: Pick<PlanRules, 'smpHosts'> & { isFollowing: boolean },
): Withdrawal {
  const isHere = dns !== undefined && smpHosts.includes(new URL(dns).host)
  if (!group) {
    const steps = isHere && !isFollowing ? [groupAlone, groupStep(true)] : []
    return { steps, refusals: [], isWaiting: isHere && isFollowing }
  }
  if (!group.isOurs) {
    const detail = 'The SMP has the group, and it belongs to another user of the SMP.'
    const refusals = [{ code: 'group.of-another-user' as const, detail }]
    return { steps: [], refusals, isWaiting: false }
  }
  const kinds = group.types.map((type) => ({ type, share: shareOf(type, endpoint) }))
  const isRead = kinds.length === group.documentTypes.length
  if (isRead && kinds.every(({ share }) => share === 'ours'))
    return { steps: [groupStep(isHere)], refusals: [], isWaiting: false }
  return {
    steps: kinds.flatMap(({ type, share }) => (share === 'ours' ? typeStep(type) : [])),
    refusals: kinds.flatMap(({ type, share }) => (share === 'shared' ? shared(type) : [])),
    isWaiting: false,
  }
}

const groupAlone: WithdrawalStep = {
  ...{ step: 'create-group', inSml: false },
  reasons: ['DNS names our SMP, which has no group: the SML takes an entry back with one alone.'],
}

function groupStep(inSml: boolean): WithdrawalStep {
  const reason = inSml
    ? 'All that it has is ours, and DNS names our SMP.'
    : 'All that it has is ours, and DNS does not name our SMP.'
  return { step: 'delete-group', inSml, reasons: [reason] }
}

function typeStep({ documentType }: PublishedType): WithdrawalStep {
  const reasons = ['It is ours, and the group has something of others beside it.']
  return { step: 'delete-type', documentType, reasons }
}

function shared({ documentType }: PublishedType): Refusal {
  const detail = 'It also leads to another access point: remove ours in the SMP itself.'
  return { code: 'endpoint.of-another', documentType: formatIdentifier(documentType), detail }
}

function shareOf(type: PublishedType, wanted: WantedEndpoint): 'ours' | 'shared' | 'others' {
  if (type.kind === 'redirect') return 'others'
  const endpoints = type.processes.flatMap((one) => one.endpoints)
  const ours = endpoints.filter((one) => isOurs(one, wanted))
  if (ours.length === 0) return 'others'
  return ours.length === endpoints.length && type.unmodelled.length === 0 ? 'ours' : 'shared'
}
