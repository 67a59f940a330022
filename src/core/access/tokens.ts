// The tokens of a tenant, managed by one of them. A token grants no more than it has, and other
// tenants' tokens do not exist for them.
import { Problem } from '../../problem.ts'
import type { PageQuery, Tenant, Token, TokenEnvironment } from '../../store/index.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { type ListPage, toListPage } from '../list-page.ts'
import { actorOf, changedBy } from './actor.ts'
import { refuseUnlessTest } from './may-call.ts'
import { refuseRemoved } from './tenant-removed.ts'
import { newTokenText, type Scope, toStored } from './token.ts'

/** Never with the secret, nor its digest. */
export type TokenRecord = {
  id: string
  /** The third part of the token's text. */
  publicId: string
  name: string
  scopes: string[]
  environment: TokenEnvironment
  createdAt: string
  expiresAt?: string
  revokedAt?: string
  /** To the minute. */
  lastUsedAt?: string
}

/** `token` is the text of the token: it is shown once and cannot be recovered. */
export type IssuedToken = TokenRecord & { token: string }

export type TokenWish = {
  name: string
  scopes: readonly Scope[]
  /** That of the caller's own token, when absent. */
  environment?: TokenEnvironment
  /** That of the caller's own token, when absent; never later. */
  expiresAt?: Date
}

type TokensNeeds = Pick<Gateway, 'store' | 'tenantLimits' | 'now' | 'newId'>

/**
 * Creates a token for a tenant. Throws Problem `auth.scope-missing`, `auth.environment-mismatch`,
 * `request.invalid-field`.
 */
export async function issueToken(
  gateway: TokensNeeds,
  caller: Caller,
  tenant: Pick<Tenant, 'id'>,
  wish: TokenWish,
): Promise<IssuedToken> {
  const { name, environment = caller.token.environment } = wish
  const scopes = [...new Set(wish.scopes)]
  refuseGrant(caller, { scopes, environment })
  refusePast(gateway, wish.expiresAt)
  refuseLongerLife(caller, wish.expiresAt)
  const { expiresAt = caller.token.expiresAt } = wish
  const text = newTokenText(environment)
  const granted = { name, scopes, environment, ...(expiresAt ? { expiresAt } : {}) }
  const token = toStored(gateway, { ...granted, tenantId: tenant.id }, text)
  const max = gateway.tenantLimits.tokens
  const by = changedBy(gateway, actorOf(caller))
  if (!(await gateway.store.createToken({ ...token, max }, by))) {
    await refuseRemoved(gateway, caller.tenant.id)
    if (await gateway.store.tenantById(tenant.id)) throw limitReached(max)
    throw new Problem('tenant.not-found')
  }
  return { ...toTokenRecord(token), token: text }
}

/**
 * Newest first, also those that no longer work; a confined test token sees test tokens only. Throws
 * Problem `request.invalid-field`.
 */
export async function listTokens(
  { store }: TokensNeeds,
  { tenant, testOnly }: Caller,
  query: PageQuery,
): Promise<ListPage<TokenRecord>> {
  const of = { tenantId: tenant.id, ...(testOnly ? { environment: 'test' as const } : {}) }
  return toListPage(store.tokensOf(of, query), toTokenRecord)
}

/**
 * Throws Problem `token.not-found`, also for another tenant's tokens, and, here and below,
 * `auth.environment-mismatch` for those that a test token may not see.
 */
export async function showToken(
  gateway: TokensNeeds,
  caller: Caller,
  id: string,
): Promise<TokenRecord> {
  return toTokenRecord(await findToken(gateway, caller, id))
}

/**
 * Throws Problem `token.not-found`, `token.not-valid`, `auth.scope-missing`,
 * `auth.environment-mismatch`, `request.invalid-field`.
 */
export async function changeToken(
  gateway: TokensNeeds,
  caller: Caller,
  id: string,
  change: { name?: string; expiresAt?: Date },
): Promise<TokenRecord> {
  const token = await findToken(gateway, caller, id)
  const at = gateway.now()
  // A longer life is a grant too.
  refuseGrant(caller, token)
  refuseEnded(token, at)
  refusePast(gateway, change.expiresAt)
  refuseLongerLife(caller, change.expiresAt)
  const by = { actor: actorOf(caller), at }
  if (!(await gateway.store.changeToken({ ...change, id: token.id }, by))) throw notValid()
  return showToken(gateway, caller, id)
}

/** Works at once. Throws Problem `token.not-found`. */
export async function revokeToken(gateway: TokensNeeds, caller: Caller, id: string): Promise<void> {
  const { publicId } = await findToken(gateway, caller, id)
  await gateway.store.revokeToken(publicId, changedBy(gateway, actorOf(caller)))
}

/**
 * Creates the token that follows another one, which expires after the overlap. Throws Problem
 * `token.not-found`, `token.not-valid`, `auth.scope-missing`, `auth.environment-mismatch`,
 * `request.invalid-field`.
 */
export async function rotateToken(
  gateway: TokensNeeds,
  caller: Caller,
  id: string,
  overlapMs: number,
): Promise<IssuedToken> {
  const token = await findToken(gateway, caller, id)
  refuseGrant(caller, token)
  const at = gateway.now()
  refuseEnded(token, at)
  // One's own successor lives as long as one was meant to: that was granted once.
  if (token.id !== caller.token.id) refuseLongerLife(caller, endOfNext(token, at) ?? 'never')
  const max = gateway.tenantLimits.tokens
  const actor = actorOf(caller)
  return replaceToken({ ...gateway, now: () => at }, token, { overlapMs, actor, max })
}

/**
 * The new token has the same name, scopes and environment, and lives as long as the old one was
 * meant to. Throws Problem `token.not-valid`, and beyond `max` valid tokens `token.limit-reached`.
 */
export async function replaceToken(
  { store, now, newId }: Pick<TokensNeeds, 'store' | 'now' | 'newId'>,
  token: Token,
  { overlapMs, actor, max }: { overlapMs: number; actor: string; max?: number },
): Promise<IssuedToken> {
  const at = now()
  const expiresAt = endOfNext(token, at)
  const text = newTokenText(token.environment)
  const { name, environment } = token
  const wish = {
    ...{ name, environment, tenantId: token.tenant.id, scopes: token.scopes as Scope[] },
    ...(expiresAt ? { expiresAt } : {}),
  }
  const next = toStored({ now: () => at, newId }, wish, text)
  const until = new Date(at.getTime() + overlapMs)
  const limit = max === undefined ? {} : { max }
  if (!(await store.replaceToken({ id: token.id, next, until, ...limit }, { actor, at })))
    throw await whyNotReplaced(store, token, { at, max })
  return { ...toTokenRecord(next), token: text }
}

/** When the successor of a token ends that is made now; undefined: never. */
function endOfNext({ createdAt, expiresAt }: Token, at: Date): Date | undefined {
  return expiresAt && new Date(at.getTime() + expiresAt.getTime() - createdAt.getTime())
}

function refuseEnded({ revokedAt, expiresAt }: Token, at: Date): void {
  if (revokedAt || (expiresAt && expiresAt <= at)) throw notValid()
}

async function findToken({ store }: TokensNeeds, caller: Caller, id: string): Promise<Token> {
  const token = await store.tokenById(caller.tenant.id, id)
  if (!token) throw new Problem('token.not-found')
  refuseUnlessTest(caller, token.environment === 'test')
  return token
}

function refuseGrant(
  { token }: Caller,
  { scopes, environment }: Pick<Token, 'scopes' | 'environment'>,
): void {
  const missing = scopes.filter((scope) => !token.scopes.includes(scope))
  if (missing.length > 0)
    throw new Problem('auth.scope-missing', {
      detail: `Your own token lacks ${missing.map((scope) => `'${scope}'`).join(', ')}.`,
    })
  if (token.environment === 'test' && environment === 'live')
    throw new Problem('auth.environment-mismatch', {
      detail: 'A test token cannot make or change a live one.',
    })
}

function refusePast({ now }: TokensNeeds, expiresAt: Date | undefined): void {
  if (!expiresAt || expiresAt > now()) return
  const message = 'The time has passed. To end a token at once, revoke it.'
  throw new Problem('request.invalid-field', {
    detail: message,
    errors: [{ pointer: '/expiresAt', message, value: expiresAt.toISOString() }],
  })
}

/** Throws unless the caller's own token lives as long. */
function refuseLongerLife(
  { token: { expiresAt: own } }: Caller,
  expiresAt: Date | 'never' | undefined,
): void {
  if (!own || !expiresAt || (expiresAt !== 'never' && expiresAt <= own)) return
  const value = expiresAt === 'never' ? expiresAt : expiresAt.toISOString()
  const message = `Your own token ends at ${own.toISOString()}: it grants no longer life.`
  throw new Problem('request.invalid-field', {
    status: 422,
    detail: message,
    errors: [{ pointer: '/expiresAt', message, value, expected: own.toISOString() }],
  })
}

async function whyNotReplaced(
  store: TokensNeeds['store'],
  { tenant, id }: Token,
  { at, max }: { at: Date; max: number | undefined },
): Promise<Problem> {
  const now = await store.tokenById(tenant.id, id)
  const isValid = now && !now.revokedAt && !(now.expiresAt && now.expiresAt <= at)
  return isValid && max !== undefined ? limitReached(max) : notValid()
}

function limitReached(max: number): Problem {
  return new Problem('token.limit-reached', {
    detail: `A tenant can have ${max} valid tokens. Revoke one that is not used.`,
  })
}

function notValid(): Problem {
  return new Problem('token.not-valid', { detail: 'Create a new one.' })
}

function toTokenRecord(token: Omit<Token, 'tenant'>): TokenRecord {
  const { id, publicId, name, scopes, environment, createdAt } = token
  return {
    ...{ id, publicId, name, scopes, environment, createdAt: createdAt.toISOString() },
    ...(token.expiresAt ? { expiresAt: token.expiresAt.toISOString() } : {}),
    ...(token.revokedAt ? { revokedAt: token.revokedAt.toISOString() } : {}),
    ...(token.lastUsedAt ? { lastUsedAt: token.lastUsedAt.toISOString() } : {}),
  }
}
