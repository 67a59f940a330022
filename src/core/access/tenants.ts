// The tenants of an installation, managed by its operators.
import { formatParticipant } from '../../peppol/index.ts'
import { Problem } from '../../problem.ts'
import type { PageQuery, TenantChange as StoredChange, Tenant } from '../../store/index.ts'
import type { Caller, Gateway, PeppolAccess } from '../gateway.ts'
import { givenParticipant, refuseFault } from '../given-participant.ts'
import { checkMlsTo, serviceTenantId } from '../identity/service-provider.ts'
import { type ListPage, toListPage } from '../list-page.ts'
import { refusePublished } from '../published-registrations.ts'
import { changedBy } from './actor.ts'
import { refuseUnlisted, type TaxReportingWish, taxReportingOf } from './tax-reporting.ts'
import { type IssuedToken, issueToken, type TokenWish } from './tokens.ts'

export type { Tenant } from '../../store/index.ts'

type Wished<Stored> = Omit<Stored, 'taxReporting'> & { taxReporting?: TaxReportingWish[] }
export type TenantChange = Wished<StoredChange>

type TenantsNeeds = Pick<Gateway, 'store' | 'now' | 'newId'>
type ChangeNeeds = Pick<Gateway, 'store' | 'now'> & {
  retention: Pick<Gateway['retention'], 'daysMin'>
  /** Without, nothing is checked that rests on our certificate. */
  peppolAccess?: { keys: Pick<PeppolAccess['keys'], 'certificate'> }
}

/**
 * Throws Problem `tenant.name-taken`, `participant.id-invalid`, `participant.checksum-failed`,
 * `request.invalid-field`.
 */
export async function addTenant(
  gateway: TenantsNeeds & ChangeNeeds,
  actor: string,
  wish: Wished<Pick<Tenant, 'name'> & Partial<Tenant>>,
): Promise<Tenant> {
  refuseTooShort(gateway, wish.retentionDays)
  refuseForeign(gateway, wish.mlsTo)
  const tenant: Tenant = {
    id: gateway.newId(),
    name: wish.name,
    participants: participantsOf(wish.participants ?? []),
    duplicates: wish.duplicates ?? 'refuse',
    frenchProcess: wish.frenchProcess ?? 'none',
    ...(wish.retentionDays === undefined ? {} : { retentionDays: wish.retentionDays }),
    ...(wish.mlsWait === undefined ? {} : { mlsWait: wish.mlsWait }),
    ...(wish.mlsType === undefined ? {} : { mlsType: wish.mlsType }),
    ...(wish.mlsTo === undefined ? {} : { mlsTo: wish.mlsTo }),
    ...(wish.taxReporting?.length ? { taxReporting: taxReportingOf(wish.taxReporting) } : {}),
    ...(wish.mayPublish ? { mayPublish: true } : {}),
  }
  refuseUnlisted(tenant)
  if (!(await gateway.store.createTenant(tenant, changedBy(gateway, actor))))
    throw nameTaken(wish.name)
  return tenant
}

/** Newest first. Throws Problem `request.invalid-field`. */
export async function listTenants(
  { store }: TenantsNeeds,
  query: PageQuery,
): Promise<ListPage<Tenant>> {
  return toListPage(store.tenants(query), (tenant) => tenant)
}

/** Throws Problem `tenant.not-found`. */
export async function showTenant(
  { store }: Pick<TenantsNeeds, 'store'>,
  id: string,
): Promise<Tenant> {
  const tenant = await store.tenantById(id)
  if (!tenant) throw new Problem('tenant.not-found')
  return tenant
}

/**
 * Throws Problem `tenant.not-found`, `tenant.name-taken`, `participant.id-invalid`,
 * `participant.checksum-failed`, and `participant.registered` where the new list lacks a
 * participant that documents are received for; `request.invalid-field`. Settings that are
 * null: as for all.
 */
export async function changeTenant(
  gateway: ChangeNeeds,
  { id, actor }: { id: string; actor: string },
  change: TenantChange,
): Promise<Tenant> {
  refuseTooShort(gateway, change.retentionDays ?? undefined)
  refuseForeign(gateway, change.mlsTo ?? undefined)
  const { participants, taxReporting, ...same } = change
  const tenant = await showTenant(gateway, id)
  const lists = {
    ...(participants ? { participants: participantsOf(participants) } : {}),
    ...(taxReporting ? { taxReporting: taxReportingOf(taxReporting) } : {}),
  }
  if (participants || taxReporting) refuseUnlisted({ ...tenant, ...lists })
  const wanted = { ...same, ...lists, id: tenant.id }
  const changed = await gateway.store.changeTenant(wanted, changedBy(gateway, actor))
  if (changed.kind === 'name-taken') throw nameTaken(change.name ?? tenant.name)
  if (changed.kind === 'registered') throw registered(tenant, changed.registered)
  return showTenant(gateway, id)
}

/**
 * Removes a tenant with its tokens and webhooks. `ownId` is the tenant of the caller, whom the
 * removal would lock out. Throws Problem `tenant.not-found`, `tenant.not-deletable`,
 * `registration.published`.
 */
export async function removeTenant(
  gateway: Pick<TenantsNeeds, 'store' | 'now'>,
  { id, actor, ownId }: { id: string; actor: string; ownId?: string },
): Promise<void> {
  const tenant = await showTenant(gateway, id)
  if (tenant.id === ownId)
    throw new Problem('tenant.not-deletable', { detail: 'It is the tenant of your own token.' })
  if (tenant.id === serviceTenantId)
    throw new Problem('tenant.not-deletable', { detail: 'It is that of the access point itself.' })
  await refusePublished(gateway, await registeredOf(gateway, tenant.id))
  if (!(await gateway.store.removeTenant(tenant.id, changedBy(gateway, actor))))
    throw new Problem('tenant.not-deletable', {
      detail: 'It has documents. Revoke its tokens instead.',
    })
}

async function registeredOf(
  { store }: Pick<TenantsNeeds, 'store'>,
  tenantId: string,
): Promise<string[]> {
  const found: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = { limit: 200, ...(cursor ? { cursor } : {}) }
    const { items, nextCursor } = await store.registrationsOf(tenantId, page)
    found.push(...items.map(({ participant }) => participant))
    cursor = nextCursor
    if (cursor === undefined) return found
  }
}

/** Throws Problem `tenant.not-found`, and those of `issueToken`. */
export async function issueTokenFor(
  gateway: TenantsNeeds & Pick<Gateway, 'tenantLimits'>,
  caller: Caller,
  tenantId: string,
  wish: TokenWish,
): Promise<IssuedToken> {
  return issueToken(gateway, caller, await showTenant(gateway, tenantId), wish)
}

function refuseTooShort({ retention }: ChangeNeeds, days: number | undefined): void {
  if (days === undefined || days >= retention.daysMin) return
  const code = 'request.invalid-field'
  const message = `retentionDays must be ${retention.daysMin} or more (RETENTION_DAYS_MIN)`
  throw new Problem(code, {
    detail: message,
    errors: [{ pointer: '/retentionDays', code, message, value: String(days) }],
  })
}

function refuseForeign({ peppolAccess }: ChangeNeeds, mlsTo: string | undefined): void {
  if (mlsTo !== undefined && peppolAccess)
    checkMlsTo({ peppolAccess }, mlsTo, { pointer: '/mlsTo' })
}

// '*': for any sender. Several tenants may send for one participant.
function participantsOf(given: readonly string[]): string[] {
  return [...new Set(given.map(participantOf))]
}

function participantOf(text: string, index: number): string {
  if (text === '*') return text
  const name = `participants[${index}]`
  const pointer = `/participants/${index}`
  const participant = givenParticipant(text, { name, pointer })
  refuseFault(participant, { pointer }, { name, written: text })
  return formatParticipant(participant)
}

function registered({ name }: Tenant, participants: string[]): Problem {
  const message = `The tenant '${name}' receives for ${participants.join(', ')}`
  const [first] = participants
  return new Problem('participant.registered', {
    detail: `${message}: end the registration first, or keep the participant in the list.`,
    errors: [{ pointer: '/participants', message, ...(first ? { value: first } : {}) }],
  })
}

function nameTaken(name: string): Problem {
  return new Problem('tenant.name-taken', { detail: `There is a tenant '${name}' already.` })
}
