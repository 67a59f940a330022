// Tells each tenant, thirty days before rules begin, what they would refuse of its documents.
import { dayOf } from '../day.ts'
import type { Gateway } from '../gateway.ts'
import { showRules } from '../rule-day.ts'

const noticeDays = 30
const keptDays = 90
const dayMs = 86_400_000

type ReleaseNeeds = Pick<Gateway, 'store' | 'now' | 'rulePacks'>

/** One forecast for each day that is near and each tenant; over all processes. */
export async function addReleaseForecasts(gateway: ReleaseNeeds): Promise<void> {
  const { store, now } = gateway
  for (const rulesDay of nearReleases(gateway))
    await store.addReleaseForecasts({
      ...{ rulesDay, days: noticeDays, actor: 'rules.forecast', now: now() },
    })
}

/** The days of the next thirty on which a version of a rule set begins. */
function nearReleases(gateway: ReleaseNeeds): string[] {
  const { day, ruleSets } = showRules(gateway)
  const last = dayOf(new Date(Date.parse(day) + noticeDays * dayMs))
  const begins = ruleSets.flatMap(({ validFrom, next }) => [validFrom, next?.validFrom ?? ''])
  return [...new Set(begins)].filter((begin) => begin > day && begin <= last).sort()
}

/** An event for each of them that has ended, once. */
export async function tellForecasts({
  store,
  events,
  now,
}: Pick<Gateway, 'store' | 'events' | 'now'>): Promise<void> {
  if ((await store.tellForecasts(now())) > 0) events.look()
}

/** Removes those of more than 90 days, and those of tenants that were removed. */
export async function forgetForecasts({ store, now }: ReleaseNeeds): Promise<void> {
  await store.forgetForecasts(new Date(now().getTime() - keptDays * dayMs))
}
