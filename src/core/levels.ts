// What stands at some level now, for those who watch the gateway.
import type { Gateway } from './gateway.ts'
import { isOutage } from './identify.ts'
import type { Levels } from './metrics.ts'

export async function levelsOf(
  gateway: Pick<Gateway, 'store' | 'backlog' | 'peppolAccess' | 'log' | 'now'>,
): Promise<Levels> {
  const { peppolAccess, now } = gateway
  const endMs = Date.parse(peppolAccess.keys.certificate.validTo)
  const certificateDays = (endMs - now().getTime()) / 86_400_000
  const queue = await queueLevel(gateway).catch((error: unknown) => {
    if (!isOutage(error)) gateway.log.error({ err: error }, 'the queue cannot be measured')
    return undefined
  })
  return { certificateDays, ...(queue ? { queue } : {}) }
}

async function queueLevel({
  store,
  backlog,
  now,
}: Pick<Gateway, 'store' | 'backlog' | 'now'>): Promise<Levels['queue']> {
  const [byTenant, oldestAt] = await Promise.all([backlog(), store.oldestInQueue()])
  const documents = [...byTenant.values()].reduce((sum, count) => sum + count, 0)
  const ageMs = oldestAt ? Math.max(0, now().getTime() - oldestAt.getTime()) : 0
  return { documents, oldestSeconds: ageMs / 1000 }
}
