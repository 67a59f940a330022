// What to do so that others find a participant here: the difference between what is registered and
// what DNS and our SMP say, as steps in their order, each with its reason, and as refusals. What
// is not ours stays, and so does what was not written from here.
import { formatIdentifier, type Identifier, isSameIdentifier } from '../identifiers.ts'
import type { Service } from '../listed-type.ts'
import { participantFault } from '../participant-fault.ts'
import type { WantedEndpoint } from './own-endpoint.ts'
import { type PutType, planType, type Refusal } from './plan-type.ts'
import type { PublishedType } from './published.ts'

/** What is to be published of a participant. */
export type Wanted = {
  participant: Identifier
  services: readonly Service[]
  endpoint: WantedEndpoint
}

/** What is published of it. */
export type Actual = {
  /** Base URL of the SMP that DNS names; absent when it names none. */
  dns?: string
  /** At our SMP; absent when it has no such group. */
  group?: {
    isOurs: boolean
    documentTypes: readonly Identifier[]
    /** What it says of the types that are wanted. */
    types: readonly PublishedType[]
    /** Types that are not wanted any more, as we once wrote them: those alone may be removed. */
    leftOver?: readonly Identifier[]
  }
}

export type PlanRules = {
  /** Hosts, with their ports, under which DNS may name our SMP. */
  smpHosts: readonly string[]
  plainHttpAllowed: boolean
  /** Takes the place of another access point in the processes that are wanted. */
  replace: boolean
  /** We took it over from the SMP that DNS may still name. */
  isTaken?: boolean
  now: Date
}

export type Step =
  | { step: 'create-group'; inSml: boolean; reasons: string[] }
  | { step: 'wait-for-dns'; reasons: string[] }
  | PutType
  | { step: 'delete-type'; documentType: Identifier; reasons: string[] }

export type Plan = {
  /** In their order. */
  steps: Step[]
  refusals: Refusal[]
  /** Document types that the SMP has and we do not know: they stay. */
  unknown: string[]
}

export function planParticipant(wanted: Wanted, actual: Actual, rules: PlanRules): Plan {
  const unknown = unknownTypes(wanted, actual)
  const refusals = [...ownFaults(wanted, rules), ...placeRefusals(actual, rules)]
  if (refusals.length > 0) return { steps: [], refusals, unknown }
  const types = typesOf(wanted, rules).map((type) =>
    planType(
      type,
      actual.group?.types.find((one) => isSameIdentifier(one.documentType, type.documentType)),
    ),
  )
  const puts = types.flatMap(({ step }) => step ?? [])
  const writes = [...groupSteps(actual, rules), ...puts, ...removals(actual)]
  return {
    steps: wanted.services.length === 0 ? [] : writes,
    refusals: types.flatMap((type) => type.refusals),
    unknown,
  }
}

/** Whether DNS names our SMP. */
function isHere({ dns }: Actual, { smpHosts }: PlanRules): boolean {
  return dns !== undefined && smpHosts.includes(new URL(dns).host)
}

// An existing group is never written: that would take it from its owner.
function groupSteps(actual: Actual, rules: PlanRules): Step[] {
  const { dns, group } = actual
  if (group) return isHere(actual, rules) ? [] : [waitFor(dns)]
  const inSml = !isHere(actual, rules)
  const reason = inSml
    ? 'DNS names no SMP, and the SMP has no group.'
    : 'DNS names our SMP, which has no group: an answer of the SML was lost, or the group.'
  return [{ step: 'create-group', inSml, reasons: [reason] }]
}

function waitFor(dns: string | undefined): Step {
  const reason =
    dns === undefined
      ? 'The SMP has the group, and DNS names no SMP. A new entry takes its time; if it does not ' +
        'come, the SML has lost it.'
      : `The SMP took it over, and DNS still names the SMP ${dns}.`
  return { step: 'wait-for-dns', reasons: [reason] }
}

function removals({ group }: Actual): Step[] {
  const reasons = ['It is not registered here any more, and is as it was written from here.']
  return (group?.leftOver ?? []).map((documentType) => ({
    ...{ step: 'delete-type', documentType, reasons },
  }))
}

function placeRefusals(actual: Actual, rules: PlanRules): Refusal[] {
  const { dns, group } = actual
  const isFollowing = rules.isTaken && group?.isOurs
  if (dns !== undefined && !isHere(actual, rules) && !isFollowing)
    return [elsewhere(dns, group?.isOurs)]
  if (!group || group.isOurs) return []
  const detail =
    'The SMP has the group, and it belongs to another user of the SMP. Writing it would take it ' +
    'from them.'
  return [{ code: 'group.of-another-user', detail }]
}

function elsewhere(dns: string, isOurs: boolean | undefined): Refusal {
  return isOurs
    ? {
        code: 'moved-away',
        detail: `DNS names the SMP ${dns}: the participant has moved, and our group is left over.`,
      }
    : {
        code: 'registered-elsewhere',
        detail: `DNS names the SMP ${dns}. The provider there has to give a migration key.`,
      }
}

/** What an SMP would accept, and senders would not. */
function ownFaults({ participant, endpoint }: Wanted, rules: PlanRules): Refusal[] {
  const { certificate, url } = endpoint
  const fault = participantFault(participant)
  const isValid =
    Date.parse(certificate.validFrom) <= rules.now.getTime() &&
    rules.now.getTime() < Date.parse(certificate.validTo)
  const refusals: (Refusal | false | undefined)[] = [
    fault?.isFatal && { code: 'participant.invalid', detail: fault.message },
    !isValid && {
      code: 'certificate.not-valid',
      detail:
        `Our certificate is valid from ${certificate.validFrom} to ${certificate.validTo}, ` +
        'and not now.',
    },
    !rules.plainHttpAllowed &&
      !url.startsWith('https://') && {
        code: 'endpoint.not-https',
        detail: `AS4_URL is ${url}: others deliver to https only.`,
      },
  ]
  return refusals.filter((one): one is Refusal => Boolean(one))
}

function typesOf({ services, endpoint }: Wanted, { replace }: PlanRules) {
  const types = new Map(
    services.map(({ documentType }) => [formatIdentifier(documentType), documentType]),
  )
  return [...types.values()].map((documentType) => ({
    documentType,
    processes: services
      .filter((one) => isSameIdentifier(one.documentType, documentType))
      .map(({ process }) => process),
    ...{ endpoint, replace },
  }))
}

function unknownTypes({ services }: Wanted, { group }: Actual): string[] {
  const known = [...services.map(({ documentType }) => documentType), ...(group?.leftOver ?? [])]
  return (group?.documentTypes ?? [])
    .filter((type) => !known.some((one) => isSameIdentifier(one, type)))
    .map(formatIdentifier)
}
