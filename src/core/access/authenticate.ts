// Turns the text of an API token into a caller, or into a problem that reveals no
// more than it must.
import { isSameDigest, sha256 } from '../../crypto/index.ts'
import { Problem } from '../../problem.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { parseToken } from './token.ts'

const unknown = 'This token was not issued by this gateway, or is incomplete.'
const another = 'Ask the operator of this gateway for a new token.'

type AuthenticateNeeds = Pick<Gateway, 'store' | 'requests' | 'now'> & {
  peppolAccess: { network: { name: string } }
}

/**
 * Throws Problem `auth.token-missing`, `-invalid`, `-expired` or `-revoked`. The last two are
 * reported only to callers who know the secret.
 */
export async function authenticate(
  { store, requests, peppolAccess, now }: AuthenticateNeeds,
  text: string | undefined,
): Promise<Caller> {
  if (!text)
    throw new Problem('auth.token-missing', {
      detail: 'Send your token in the X-API-Token header.',
    })
  const parts = parseToken(text)
  const token = parts && (await store.tokenByPublicId(parts.publicId))
  const known = token && isSameDigest(token.secretSha256, sha256(parts.secret))
  if (!known || token.environment !== parts.environment)
    throw new Problem('auth.token-invalid', { detail: unknown })
  if (token.revokedAt) throw new Problem('auth.token-revoked', { detail: another })
  const at = now()
  if (token.expiresAt && token.expiresAt <= at)
    throw new Problem('auth.token-expired', { detail: another })
  const sinceUseMs = at.getTime() - (token.lastUsedAt?.getTime() ?? 0)
  if (sinceUseMs >= requests.tokenUseNotedMs) await store.noteTokenUse(token.id, at)
  const { id, name, environment, expiresAt, tenant } = token
  const testOnly = environment === 'test' && peppolAccess.network.name === 'production'
  return {
    token: { id, name, environment, scopes: token.scopes, ...(expiresAt ? { expiresAt } : {}) },
    tenant,
    ...(testOnly ? { testOnly } : {}),
  }
}
