// Who holds the bytes of a call: its token and tenant, or its address while it has none.
import type { FastifyRequest } from 'fastify'
import type { Holder } from '../core/runtime/byte-budget.ts'
import { addressKey } from '../core/runtime/client-address.ts'

export function holderOf({ ip, caller }: Pick<FastifyRequest, 'ip'> & Calling): Holder {
  const address = addressKey(ip)
  if (!caller) return { address, tenant: `of ${address}`, token: `of ${address}` }
  return { address, tenant: caller.tenant.id, token: caller.token.id }
}

type Calling = { caller?: FastifyRequest['caller'] }
