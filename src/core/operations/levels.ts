// What stands at some level now, for those who watch the gateway.

import type { Gateway } from '../gateway.ts'
import { isOutage } from '../identity/identify.ts'
import type { Levels } from '../runtime/metrics.ts'
import { openCircuits } from './circuits.ts'

type LevelsNeeds = Pick<
  Gateway,
  'store' | 'backlog' | 'peppolAccess' | 'revocationConcerns' | 'log' | 'now'
>

type WatchedNeeds = LevelsNeeds & Pick<Gateway, 'mlsShare' | 'taxReportLevels'>

export async function levelsOf(gateway: LevelsNeeds): Promise<Levels> {
  const { store, peppolAccess, revocationConcerns, now } = gateway
  const endMs = Date.parse(peppolAccess.keys.certificate.validTo)
  const [queue, diskFreeBytes] = await Promise.all([
    queueLevel(gateway).catch((error: unknown) => {
      if (!isOutage(error)) gateway.log.error({ err: error }, 'the queue cannot be measured')
      return undefined
    }),
    // Readiness says so, with a sentence.
    store.diskFreeBytes().catch(() => undefined),
  ])
  return {
    certificateDays: (endMs - now().getTime()) / 86_400_000,
    revocationsStale: revocationConcerns().length,
    ...(queue ? { queue } : {}),
    ...(diskFreeBytes === undefined ? {} : { diskFreeBytes }),
    ...(store.payloadStore ? { payloadStoreWorks: store.payloadStore.fault() === undefined } : {}),
  }
}

/** The levels, and what is measured for Prometheus alone. */
export async function watchedLevels(gateway: WatchedNeeds): Promise<Levels> {
  const otherwise = (words: string) => (error: unknown) => {
    if (!isOutage(error)) gateway.log.error({ err: error }, words)
    return undefined
  }
  const [levels, mlsShare, taxReports] = await Promise.all([
    levelsOf(gateway),
    gateway.mlsShare().catch(otherwise('the MLS in time cannot be measured')),
    gateway.taxReportLevels().catch(otherwise('reports to tax authorities cannot be counted')),
  ])
  return {
    ...levels,
    ...(mlsShare === undefined ? {} : { mlsShare }),
    ...(taxReports ? { taxReports } : {}),
  }
}

async function queueLevel({
  store,
  backlog,
  now,
}: Pick<Gateway, 'store' | 'backlog' | 'now'>): Promise<Levels['queue']> {
  const [byTenant, oldestAt, circuits] = await Promise.all([
    backlog(),
    store.oldestInQueue(),
    openCircuits({ store }),
  ])
  const documents = [...byTenant.values()].reduce((sum, count) => sum + count, 0)
  const ageMs = oldestAt ? Math.max(0, now().getTime() - oldestAt.getTime()) : 0
  return { documents, oldestSeconds: ageMs / 1000, circuitsOpen: circuits.length }
}
