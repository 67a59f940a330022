// What our SMP and DNS say of the participants that are registered here, and what would have to be
// done so that others find each of them here. Only reads.
import {
  type Actual,
  findSmp,
  formatIdentifier,
  formatParticipant,
  type Identifier,
  IdentifierError,
  isSameIdentifier,
  isSameName,
  type LookupNeeds,
  NetworkError,
  type PhossSmp,
  type Plan,
  type PublishedType,
  parseParticipant,
  planParticipant,
  type Service,
  servicesDigest,
  type WantedEndpoint,
} from '../../peppol/index.ts'
import type {
  ParticipantMove,
  Publication,
  PublishedBy,
  Registration,
  Store,
} from '../../store/index.ts'
import { serviceTenantId } from '../service-tenant.ts'
import { isMovingIn, isMovingOut } from './move-states.ts'
import { ofIdentified } from './of-identified.ts'
import { servicesFor } from './received-types.ts'
import { type Elsewhere, registeredElsewhere } from './registered-elsewhere.ts'
import { typeWarnings } from './registered-types.ts'

export type PublicationNeeds = LookupNeeds & {
  store: Pick<
    Store,
    | 'registeredParticipants'
    | 'registrationOf'
    | 'publications'
    | 'participantMoveOf'
    | 'identificationOf'
  >
  smp: PhossSmp
  smpUrl: string
  endpoint: WantedEndpoint
}

export type ParticipantPlan = Omit<Plan, 'refusals'> & {
  refusals: { code: string; documentType?: string; detail: string }[]
  participant: string
  /** Absent where it is not registered. */
  publishedBy?: PublishedBy
  /** Whether our user has it in our SMP. */
  isInOurSmp?: boolean
  /** Base URL of the SMP that DNS names. */
  dns?: string
  /** Present when that is another SMP than ours. */
  elsewhere?: Elsewhere
  notes: { code: string; detail: string }[]
  /** Something could not be read: then there are no steps. */
  failure?: { code: string; detail: string }
}

export type PlanWish = {
  /** All registrations when there are none. */
  participants: readonly string[]
  /** They may take the place of another access point. */
  replace: readonly string[]
  /** Their withdrawal, begun or done, is given up. */
  republish?: readonly string[]
  /** Removes types that are not registered any more, where they are as they were written. */
  prune?: boolean
}

export type SmpFacts = {
  /** What would keep the gateway from writing, a sentence each. */
  warnings: string[]
  own: ReadonlySet<string>
  /** Hosts under which DNS may name it. */
  hosts: string[]
}

/** Throws NetworkError when the SMP cannot be asked, or refuses our credentials. */
export async function examineSmp({
  smp,
  smpUrl,
  network,
}: Pick<PublicationNeeds, 'smp' | 'smpUrl' | 'network'>): Promise<SmpFacts> {
  const own = await smp.own()
  const status = await smp.status()
  const warnings = [
    ...(status?.isWritable === false ? ['The SMP does not let REST clients write.'] : []),
    ...(status?.hasSml === false ? ['The SMP has no SML: it lists no one new in DNS.'] : []),
  ]
  const issuer = status?.certificateIssuer
  const { smpIssuers } = network.trust
  if (issuer !== undefined && !smpIssuers.some(({ subject }) => isSameName(subject, issuer)))
    warnings.push(`The SMP signs with a certificate of '${issuer}', which issues to none here.`)
  if (status?.isCertificateExpired) warnings.push('The certificate of the SMP has expired.')
  const urls = [smpUrl, ...(status?.publicUrl ? [status.publicUrl] : [])]
  return { warnings, own, hosts: urls.map((url) => new URL(url).host) }
}

/**
 * In the order of `participants`; without any, also what the SMP has and we do not know. What
 * others publish, and is not in our SMP, has steps only where it is named.
 */
export async function* planPublications(
  needs: PublicationNeeds,
  smp: SmpFacts,
  wish: PlanWish,
): AsyncGenerator<ParticipantPlan> {
  const { participants } = wish
  const registered = new Set(await needs.store.registeredParticipants())
  const all = new Set([...registered, ...smp.own])
  for (const participant of participants.length > 0 ? participants.map(shortForm) : all) {
    const plan = await planPublication(needs, smp, { ...wish, participant })
    yield participants.length > 0 ? plan : unlessElsewhere(plan)
  }
}

function unlessElsewhere(plan: ParticipantPlan): ParticipantPlan {
  const { publishedBy, isInOurSmp, steps, refusals } = plan
  const differs = steps.length > 0 || refusals.length > 0
  if (publishedBy !== 'elsewhere' || isInOurSmp || !differs) return plan
  const detail = 'It is published elsewhere: name it, to publish it in our SMP.'
  const note = { code: 'published-elsewhere', detail }
  return { ...plan, steps: [], refusals: [], notes: [...plan.notes, note] }
}

/** `participant` in its short form. */
export async function planPublication(
  needs: PublicationNeeds,
  smp: SmpFacts,
  {
    participant,
    replace,
    republish = [],
    prune = false,
  }: Omit<PlanWish, 'participants'> & { participant: string },
): Promise<ParticipantPlan> {
  const registration = await needs.store.registrationOf(participant)
  if (!registration) return unregistered(participant, smp.own.has(participant))
  const notes = await needs.store.publications(participant)
  const group = notes.find(({ documentType }) => documentType === '')
  const isWithdrawn = group?.state === 'withdrawing' || group?.state === 'withdrawn'
  if (isWithdrawn && !republish.some((one) => shortForm(one) === participant))
    return {
      participant,
      ...nothing,
      notes: [{ code: 'withdrawn', detail: withdrawnSince(group) }],
    }
  const move = await needs.store.participantMoveOf(participant)
  const isReplaced = replace.some((one) => shortForm(one) === participant)
  const { nextTypes, documentTypes } = registration
  const plan = await planOne(needs, smp, {
    // What leaves the SMP is served for a while, and not wanted there.
    registration: { ...registration, documentTypes: nextTypes ?? documentTypes },
    replace: isReplaced,
    prune: prune || nextTypes !== undefined,
    ...(move ? { move } : {}),
  })
  const placed = { ...plan, ...placeOf(registration, smp) }
  return registration.tenantId === serviceTenantId ? placed : ofIdentified(needs, placed)
}

// No one else publishes our own entry for Message Level Status.
function placeOf({ participant, tenantId, publishedBy }: Registration, { own }: SmpFacts) {
  const isOurs = tenantId === serviceTenantId
  return {
    publishedBy: isOurs ? ('us' as const) : publishedBy,
    isInOurSmp: own.has(participant),
  }
}

function withdrawnSince({ state, since }: Pick<Publication, 'state' | 'since'>): string {
  return state === 'withdrawn'
    ? `It was withdrawn at ${since.toISOString()}, is served for a day, and is removed then.`
    : `It is being withdrawn from the SMP since ${since.toISOString()}: repeat that until it is.`
}

/** A text that is no participant stays as it is, and is then found nowhere. */
function shortForm(written: string): string {
  try {
    return formatParticipant(parseParticipant(written))
  } catch (error) {
    if (error instanceof IdentifierError) return written
    throw error
  }
}

const nothing = { steps: [], refusals: [], unknown: [], notes: [] }

function unregistered(participant: string, isInSmp: boolean): ParticipantPlan {
  if (isInSmp) {
    const detail = 'Our SMP has it, and it is not registered here. It stays.'
    return { participant, ...nothing, notes: [{ code: 'not-registered-here', detail }] }
  }
  const detail = 'It is registered neither here nor as ours in the SMP.'
  return { participant, ...nothing, failure: { code: 'registration.not-found', detail } }
}

type Order = {
  registration: Registration
  replace: boolean
  prune: boolean
  move?: ParticipantMove
}

async function planOne(
  needs: PublicationNeeds,
  smp: SmpFacts,
  { registration, replace, prune, move }: Order,
): Promise<ParticipantPlan> {
  const { documentTypes } = registration
  const participant = parseParticipant(registration.participant)
  const services = servicesFor(documentTypes)
  const now = needs.now()
  try {
    const actual = await readActual(needs, smp, { participant, services, prune })
    const plan = planParticipant({ participant, services, endpoint: needs.endpoint }, actual, {
      ...{ smpHosts: smp.hosts, replace, now, isTaken: isMovingIn(move) },
      plainHttpAllowed: needs.network.plainHttpAllowed,
    })
    const { dns } = actual
    const isElsewhere = plan.refusals.some(({ code }) => placesElsewhere.includes(code))
    const elsewhere =
      dns !== undefined && isElsewhere
        ? { elsewhere: await registeredElsewhere(needs, dns, participant) }
        : {}
    return {
      participant: registration.participant,
      ...(dns === undefined ? {} : { dns }),
      ...elsewhere,
      ...plan,
      notes: [
        ...(move && isMovingOut(move) ? [movingOut(move)] : []),
        ...typeWarnings(documentTypes, now),
      ],
    }
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    const failure = { code: error.code, detail: error.message }
    return { participant: registration.participant, ...nothing, failure }
  }
}

function movingOut({
  state,
  since,
}: Pick<ParticipantMove, 'state' | 'since'>): ParticipantPlan['notes'][0] {
  const detail = `It moves to another SMP: ${state} since ${since.toISOString()}.`
  return { code: 'moving-out', detail }
}

const placesElsewhere = ['registered-elsewhere', 'moved-away']

/** How many types are asked for at the same time. */
const atOnce = 4

type WantedServices = {
  participant: Identifier
  services: readonly Service[]
  /** Also looks for what we once wrote and is not wanted any more. */
  prune: boolean
}

async function readActual(
  needs: PublicationNeeds,
  { own }: SmpFacts,
  { participant, services, prune }: WantedServices,
): Promise<Actual> {
  const { group, ...named } = await readPlaces(needs, own, participant)
  if (!group) return named
  const { isOurs, documentTypes } = group
  const wanted = documentTypes.filter(
    (type) => isOurs && services.some(({ documentType }) => isSameIdentifier(documentType, type)),
  )
  const types = await readTypes(needs, participant, wanted)
  const others = documentTypes.filter(
    (type) => !services.some(({ documentType }) => isSameIdentifier(documentType, type)),
  )
  const leftOver = prune && isOurs ? await leftOverOf(needs, participant, others) : []
  return { ...named, group: { isOurs, documentTypes, types, leftOver } }
}

/** Who has it: the SMP that DNS names, and ours, of whose participants `own` are our user's. */
export async function readPlaces(
  needs: Pick<PublicationNeeds, 'network' | 'resolveNaptr' | 'smp'>,
  own: ReadonlySet<string>,
  participant: Identifier,
): Promise<{ dns?: string; group?: { isOurs: boolean; documentTypes: Identifier[] } }> {
  const dns = await smpInDns(needs, participant)
  const named = dns === undefined ? {} : { dns }
  const group = await needs.smp.group(participant)
  if (!group) return named
  const { documentTypes } = group
  return { ...named, group: { documentTypes, isOurs: own.has(formatParticipant(participant)) } }
}

export async function readTypes(
  { smp }: Pick<PublicationNeeds, 'smp'>,
  participant: Identifier,
  documentTypes: readonly Identifier[],
): Promise<PublishedType[]> {
  const types = []
  for (let at = 0; at < documentTypes.length; at += atOnce) {
    const asked = documentTypes.slice(at, at + atOnce)
    types.push(...(await Promise.all(asked.map((type) => smp.type(participant, type)))))
  }
  return types.filter((type) => type !== undefined)
}

async function leftOverOf(
  needs: Pick<PublicationNeeds, 'smp' | 'store'>,
  participant: Identifier,
  others: readonly Identifier[],
): Promise<Identifier[]> {
  const notes = await needs.store.publications(formatParticipant(participant))
  const digests = new Map(notes.map(({ documentType, sha256 }) => [documentType, sha256]))
  const once = others.filter((type) => digests.get(formatIdentifier(type)) !== undefined)
  return (await readTypes(needs, participant, once))
    .filter(
      (type) =>
        type.kind === 'services' &&
        type.unmodelled.length === 0 &&
        digests.get(formatIdentifier(type.documentType)) === servicesDigest(type),
    )
    .map(({ documentType }) => documentType)
}

export async function smpInDns(
  needs: Pick<PublicationNeeds, 'network' | 'resolveNaptr'>,
  participant: Identifier,
): Promise<string | undefined> {
  try {
    return await findSmp(needs, participant)
  } catch (error) {
    if (error instanceof NetworkError && error.code === 'receiver.not-registered') return undefined
    throw error
  }
}
