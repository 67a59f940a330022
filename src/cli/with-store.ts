// The database of the configuration, for commands that work with and without a running gateway.
import { InvalidArgumentError } from 'commander'
import { readConfig, storeOptions } from '../config/config.ts'
import { formatParticipant, parseParticipant } from '../peppol/index.ts'
import { Problem } from '../problem.ts'
import { openConfiguredStore } from '../setup/open-store.ts'
import type { Store, Tenant } from '../store/index.ts'

export async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openConfiguredStore({ ...storeOptions(readConfig()), beside: true })
  try {
    await work(store)
  } finally {
    await store.close()
  }
}

/** For an option that can be repeated: `*` is all participants. */
export function participants(value: string, earlier: string[] = []): string[] {
  try {
    return [...earlier, value === '*' ? value : formatParticipant(parseParticipant(value))]
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
  }
}

/** Throws Problem `tenant.not-found`. */
export async function tenantNamed(store: Store, name: string): Promise<Tenant> {
  for await (const tenant of allTenants(store)) if (tenant.name === name) return tenant
  throw new Problem('tenant.not-found', { detail: `There is no tenant '${name}'.` })
}

/** All tenants, newest first. */
export async function* allTenants(store: Store): AsyncGenerator<Tenant> {
  for (let cursor: string | undefined; ; ) {
    const page = await store.tenants({ limit: 200, ...(cursor ? { cursor } : {}) })
    yield* page.items
    cursor = page.nextCursor
    if (cursor === undefined) return
  }
}
