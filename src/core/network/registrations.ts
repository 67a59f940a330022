// Whom we receive documents for: each participant for one tenant of the installation.
import { shown } from '../../billing/index.ts'
import {
  formatIdentifier,
  formatParticipant,
  type Identifier,
  type Network,
  type ParsedHeader,
  parseParticipant,
  registrationCandidates,
  type Service,
} from '../../peppol/index.ts'
import { Problem } from '../../problem.ts'
import type { PageQuery, PublishedBy, Registration, Served } from '../../store/index.ts'
import { actorOf, changedBy } from '../access/actor.ts'
import { requireScope } from '../access/may-call.ts'
import { refuseRemoved } from '../access/tenant-removed.ts'
import { showTenant } from '../access/tenants.ts'
import type { Caller, Gateway, TenantLimits } from '../gateway.ts'
import { givenParticipant, participantFilter, refuseFault } from '../given-participant.ts'
import { type ListPage, toListPage } from '../list-page.ts'
import { refusePublished } from '../published-registrations.ts'
import { publishedAndLeaving } from './leaving-types.ts'
import { identifierWarnings, type ParticipantWarning } from './participant-warnings.ts'
import { servicesFor } from './received-types.ts'
import { registrableTypes, typeWarnings } from './registered-types.ts'

type RegistrationsNeeds = Pick<Gateway, 'store' | 'now' | 'newId'> & {
  /** Without, as many as an operator wants. */
  tenantLimits?: Pick<TenantLimits, 'registrations'>
  peppolAccess: { network: Pick<Network, 'name'> }
  /** Without an SMP of ours, others publish what is registered. */
  publishing?: object | undefined
}

export type RegistrationWish = {
  /** Document types by identifier or by a name of the code lists; 'all': whatever comes. */
  documentTypes: 'all' | string[]
  country?: string
  endUser?: string
  /** Absent: stays; of a new one, `us` where an SMP is set. */
  publishedBy?: PublishedBy
}

export type RegistrationEntry = {
  participant: string
  documentTypes: 'all' | string[]
  country?: string
  endUser?: string
  createdAt: string
  /** Who has it in an SMP. */
  publishedBy: PublishedBy
  /** What is left once the types that leave the SMP are served no more. */
  nextDocumentTypes?: 'all' | string[]
  /** What deserves a look in the participant's identifier, and in the document types. */
  warnings?: ParticipantWarning[]
}

/** The registration that takes a document; undefined when there is none. */
export async function registrationFor(
  { store }: Pick<Gateway, 'store'>,
  { receiver, documentType }: Pick<ParsedHeader, 'receiver' | 'documentType'>,
): Promise<Served | undefined> {
  const participant = formatParticipant(receiver)
  const main = mainProvider(participant)
  const registration =
    (await store.registrationOf(participant)) ?? (main && (await store.registrationOf(main)))
  return registration && takes(registration, documentType) ? registration : undefined
}

/** The service provider of a sub-identifier: `0242:000306` for `0242:000306-unit1`. */
function mainProvider(participant: string): string | undefined {
  return /^(0242:\d{6})-/.exec(participant)?.[1]
}

/** What an SMP says of a participant; undefined when it is not registered. */
export async function servicesOf(
  { store }: Pick<Gateway, 'store'>,
  participant: string,
): Promise<Service[] | undefined> {
  const registration = await store.registrationOf(participant)
  return registration && servicesFor(registration.documentTypes)
}

function takes(
  { documentTypes }: Pick<Registration, 'documentTypes'>,
  documentType: Identifier,
): boolean {
  if (documentTypes.length === 0) return true
  const names = registrationCandidates(documentType).map(formatIdentifier)
  // A type of the wildcard scheme is published with `*` too, for its variants.
  return names.some(
    (name) => documentTypes.includes(name) || documentTypes.includes(name.replace('*::', '::')),
  )
}

/** For which tenant a participant is registered, who does it, and whether that is an operator. */
export type Registrar = { tenantId: string; actor: string; isOperator: boolean }

/** Operators register for any tenant. Throws Problem `auth.scope-missing`, `tenant.not-found`. */
export async function registrarOf(
  gateway: Pick<RegistrationsNeeds, 'store'>,
  caller: Caller,
  tenantId: string = caller.tenant.id,
): Promise<Registrar> {
  if (tenantId !== caller.tenant.id) {
    requireScope(caller, 'operator')
    await showTenant(gateway, tenantId)
  }
  return { tenantId, actor: actorOf(caller), isOperator: caller.token.scopes.includes('operator') }
}

/**
 * A tenant registers what is in its list; with `*`, what is in no other tenant's list. An operator
 * registers anything, which adds it to the list. Throws Problem `participant.taken`,
 * `registration.limit-reached`, `participant.receiver-not-allowed`, `participant.id-invalid`,
 * `participant.checksum-failed`, `request.invalid-field`, `request.missing-field`.
 */
export async function addRegistration(
  gateway: RegistrationsNeeds,
  { tenantId, actor, isOperator }: Registrar,
  participant: string,
  wish: RegistrationWish,
): Promise<RegistrationEntry> {
  const { store, now, newId } = gateway
  const registration = {
    id: newId(),
    participant: participantOf(participant),
    tenantId,
    ...factsOf(gateway, wish, []),
    createdAt: now(),
    publishedBy:
      wish.publishedBy ?? (gateway.publishing ? ('us' as const) : ('elsewhere' as const)),
  }
  if (!isOperator && isOfServiceProviders(registration.participant)) throw notAllowed(registration)
  const max = isOperator ? undefined : gateway.tenantLimits?.registrations
  const added = { ...registration, byOperator: isOperator, ...(max === undefined ? {} : { max }) }
  const outcome = await store.addRegistration(added, { actor, at: registration.createdAt })
  if (outcome === 'added') return toEntry(registration, registration.createdAt)
  await refuseRemoved(gateway, tenantId)
  if (outcome === 'not-allowed') throw notAllowed(registration)
  if (outcome === 'full')
    throw new Problem('registration.limit-reached', {
      detail: `A tenant can have ${max} participants registered. Remove one, or ask the operator.`,
    })
  const { participant: taken } = registration
  const isOwn = (await store.registrationOf(taken))?.tenantId === tenantId
  const words = isOwn
    ? `for your tenant already: PUT /api/v1/registrations/${taken} changes it.`
    : 'already; a participant has one tenant.'
  throw new Problem('participant.taken', { detail: `${taken} is registered ${words}` })
}

/** Message Level Status is addressed to them: 0242 and the number of a seat. */
function isOfServiceProviders(participant: string): boolean {
  return participant.startsWith('0242:')
}

// The same for all, so that it tells nothing about other tenants.
function notAllowed({ participant }: Pick<Registration, 'participant'>): Problem {
  return new Problem('participant.receiver-not-allowed', {
    detail: `Your tenant may not receive for ${participant}: ask the operator to register it.`,
    errors: [{ pointer: '/participant', message: 'is not yours', value: participant }],
  })
}

/** Newest first. Throws Problem `request.invalid-field`. */
export async function listRegistrations(
  { store, now }: Pick<RegistrationsNeeds, 'store' | 'now'>,
  { tenant }: Caller,
  query: PageQuery,
): Promise<ListPage<RegistrationEntry>> {
  const at = now()
  return toListPage(store.registrationsOf(tenant.id, query), (one) => toEntry(one, at))
}

/** Throws Problem `registration.not-found`. */
export async function showRegistration(
  gateway: Pick<RegistrationsNeeds, 'store' | 'now'>,
  tenantId: string,
  participant: string,
): Promise<RegistrationEntry> {
  return toEntry(await find(gateway, tenantId, participant), gateway.now())
}

/**
 * Types that leave the SMP are received until they have left it for a day: `unpublish` asks for
 * that. Throws Problem `registration.not-found`, `registration.published`, and those of
 * addRegistration but the first.
 */
export async function changeRegistration(
  gateway: RegistrationsNeeds,
  { tenantId, actor }: Pick<Registrar, 'tenantId' | 'actor'>,
  participant: string,
  { unpublish, ...wish }: RegistrationWish & { unpublish?: boolean | undefined },
): Promise<RegistrationEntry> {
  const { id, createdAt, publishedBy, ...found } = await find(gateway, tenantId, participant)
  const changed = {
    ...{ id, createdAt, tenantId, participant: found.participant },
    publishedBy: wish.publishedBy ?? publishedBy,
    ...factsOf(gateway, wish, found.documentTypes),
  }
  const leaving = await publishedAndLeaving(gateway, found, changed.documentTypes)
  if (leaving.length > 0 && !unpublish) throw inSmp(found.participant, leaving)
  const kept = { ...changed, documentTypes: found.documentTypes, nextTypes: changed.documentTypes }
  const stored = leaving.length > 0 ? kept : changed
  const by = changedBy(gateway, actor)
  if (await gateway.store.changeRegistration(stored, by)) {
    if (changed.publishedBy !== publishedBy) await gateway.store.setPublishedBy(changed, by)
    return toEntry(stored, by.at)
  }
  throw new Problem('registration.not-found', {
    detail: 'Your tenant has registered no such participant.',
  })
}

function inSmp(participant: string, leaving: readonly string[]): Problem {
  const [first] = leaving
  const others = leaving.length === 1 ? '' : ` and ${leaving.length - 1} more`
  return new Problem('registration.published', {
    detail:
      `${participant} is in the SMP with ${first}${others}. With unpublish=true, or fourcorner ` +
      'participant change --unpublish, what leaves is withdrawn there and served for another day.',
  })
}

/** Throws Problem `registration.not-found`, `registration.published`. */
export async function removeRegistration(
  gateway: Pick<RegistrationsNeeds, 'store' | 'now'>,
  { tenantId, actor }: Pick<Registrar, 'tenantId' | 'actor'>,
  participant: string,
): Promise<void> {
  const found = await find(gateway, tenantId, participant)
  await refusePublished(gateway, [found.participant])
  if (!(await gateway.store.removeRegistration(found, changedBy(gateway, actor))))
    throw new Problem('registration.not-found', {
      detail: 'Your tenant has registered no such participant.',
    })
}

async function find(
  { store }: Pick<RegistrationsNeeds, 'store'>,
  tenantId: string,
  written: string,
): Promise<Registration> {
  const participant = participantFilter(written)
  const found = participant && (await store.registrationOf(participant))
  // Registrations of others look as if they were not there.
  if (!found || found.tenantId !== tenantId)
    throw new Problem('registration.not-found', {
      detail: 'Your tenant has registered no such participant.',
    })
  return found
}

// The reports to Peppol need to know who and where the end user is.
function factsOf(
  { peppolAccess, now }: RegistrationsNeeds,
  { documentTypes, country, endUser }: RegistrationWish,
  before: readonly string[],
): Pick<Registration, 'documentTypes' | 'country' | 'endUser'> {
  if (country !== undefined && !/^[A-Z]{2}$/.test(country)) throw noCountry(country)
  const { name } = peppolAccess.network
  const isPublic = name === 'test' || name === 'production'
  const missing = [country ? [] : ['country'], endUser ? [] : ['endUser']].flat()
  if (isPublic && missing.length > 0)
    throw new Problem('request.missing-field', {
      detail: `The reports to Peppol need ${missing.join(' and ')} of each participant.`,
      errors: missing.map((field) => ({
        pointer: `/${field}`,
        code: 'request.missing-field',
        message: `${field} is missing: the reports to Peppol need it`,
      })),
    })
  return {
    documentTypes:
      documentTypes === 'all' ? [] : registrableTypes(documentTypes, { at: now(), before }),
    ...(country ? { country } : {}),
    ...(endUser ? { endUser } : {}),
  }
}

function noCountry(country: string): Problem {
  const code = 'request.invalid-field'
  const message = `country is ${shown(country)}: write two capital letters (ISO 3166-1), such as BE`
  return new Problem(code, { errors: [{ pointer: '/country', code, message, value: country }] })
}

function participantOf(text: string): string {
  const pointer = '/participant'
  const participant = givenParticipant(text, { name: 'participant', pointer })
  refuseFault(participant, { pointer }, { name: 'participant', written: text })
  return formatParticipant(participant)
}

function toEntry(registration: Registration, at: Date): RegistrationEntry {
  const { participant, documentTypes, country, endUser, createdAt, publishedBy } = registration
  const { nextTypes } = registration
  const warnings = [
    ...identifierWarnings(parseParticipant(participant), at),
    ...typeWarnings(documentTypes, at),
  ]
  return {
    participant,
    documentTypes: documentTypes.length === 0 ? 'all' : documentTypes,
    ...(country ? { country } : {}),
    ...(endUser ? { endUser } : {}),
    createdAt: createdAt.toISOString(),
    publishedBy,
    ...(nextTypes ? { nextDocumentTypes: nextTypes.length === 0 ? 'all' : nextTypes } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}
