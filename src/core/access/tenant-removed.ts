// A tenant that was removed, with its tokens, while a call of one of them was under way.
import { Problem } from '../../problem.ts'
import type { Gateway } from '../gateway.ts'

/**
 * For a write that has stored nothing. Throws Problem `auth.token-invalid`, the answer to every
 * later call, unless the tenant is there.
 */
export async function refuseRemoved(
  { store }: Pick<Gateway, 'store'>,
  tenantId: string,
): Promise<void> {
  if (!(await store.tenantById(tenantId))) throw tenantRemoved()
}

export function tenantRemoved(): Problem {
  return new Problem('auth.token-invalid', {
    detail: 'The tenant of this token was removed while the call was under way.',
  })
}
