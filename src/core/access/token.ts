// API tokens: `pgw_<live|test>_<public id>_<secret>`. Only a SHA-256 of the secret is stored.

import { randomHex, sha256 } from '../../crypto/index.ts'
import { Problem } from '../../problem.ts'
import type { NewToken as StoredToken, TokenEnvironment } from '../../store/index.ts'
import type { Gateway } from '../gateway.ts'

export const scopes = [
  'documents:write',
  'documents:read',
  'pdf',
  'metrics',
  'admin',
  'operator',
] as const
export type Scope = (typeof scopes)[number]

export type NewToken = {
  name: string
  tenantId: string
  environment: TokenEnvironment
  scopes: readonly Scope[]
  expiresAt?: Date
}

/**
 * Creates and stores a token, in the name of `actor`. The returned text is shown once and cannot be
 * recovered. Throws Problem `tenant.not-found`.
 */
export async function createToken(
  { store, now, newId }: Pick<Gateway, 'store' | 'now' | 'newId'>,
  { actor, ...token }: NewToken & { actor: string },
  text: string = newTokenText(token.environment),
): Promise<string> {
  const by = { actor, at: now() }
  if (!(await store.createToken(toStored({ now, newId }, token, text), by)))
    throw new Problem('tenant.not-found')
  return text
}

/** A token as the store keeps it: with a digest of its secret, not with the secret. */
export function toStored(
  { now, newId }: Pick<Gateway, 'now' | 'newId'>,
  token: NewToken,
  text: string,
): StoredToken {
  const { publicId, secret } = parseToken(text)!
  return {
    id: newId(),
    publicId,
    secretSha256: sha256(secret),
    name: token.name,
    environment: token.environment,
    scopes: [...token.scopes],
    tenantId: token.tenantId,
    createdAt: now(),
    ...(token.expiresAt ? { expiresAt: token.expiresAt } : {}),
  }
}

export function newTokenText(environment: TokenEnvironment): string {
  return `pgw_${environment}_${randomHex(8)}_${randomHex(32)}`
}

const shape = /^pgw_(live|test)_([0-9a-f]{16})_([0-9a-f]{64})$/

export function parseToken(
  text: string,
): { environment: string; publicId: string; secret: string } | undefined {
  const [, environment, publicId, secret] = shape.exec(text) ?? []
  return environment && publicId && secret ? { environment, publicId, secret } : undefined
}
