// `fourcorner tenant add|list|set`: the tenants of the installation. Works with and without a
// running gateway.
import { Command, Option } from 'commander'
import { commandActor as actor } from '../core/access/actor.ts'
import { addTenant, changeTenant, type Tenant } from '../core/access/tenants.ts'
import { frenchProcesses } from '../core/record.ts'
import { newUuid } from '../crypto/index.ts'
import { Problem } from '../problem.ts'
import type { Store } from '../store/index.ts'
import { jsonLine } from './foreign-text.ts'
import { participants, withStore } from './with-store.ts'

type TenantOptions = Partial<Pick<Tenant, 'name' | 'duplicates' | 'frenchProcess'>> & {
  participant?: string[]
}

export function tenantCommand(): Command {
  const command = new Command('tenant').description('Add, list and change tenants.')
  const duplicates = () =>
    new Option('--duplicates <policy>', 'a second document with the same number').choices([
      'refuse',
      'warn',
    ])
  const frenchProcess = () =>
    new Option('--french-process <process>', 'of French documents that state none').choices(
      frenchProcesses,
    )
  command
    .command('add')
    .description('Add a tenant.')
    .argument('<name>', 'its name')
    .option(
      '--participant <id...>',
      "participants that it may send for, such as 0208:0123456749; '*' for all",
      participants,
    )
    .addOption(duplicates().default('refuse'))
    .addOption(frenchProcess().default('none'))
    .action(add)
  command.command('list').description('List all tenants, as JSON lines.').action(list)
  command
    .command('set')
    .description('Change a tenant.')
    .argument('<name>', 'its name')
    .option('--name <name>', 'its new name')
    .option(
      '--participant <id...>',
      'all that it may send for, instead of those it has',
      participants,
    )
    .addOption(duplicates())
    .addOption(frenchProcess())
    .action(change)
  return command
}

async function add(name: string, { participant, ...same }: TenantOptions): Promise<void> {
  await withStore(async (store) => {
    const gateway = { store, now: () => new Date(), newId: () => newUuid(new Date()) }
    const wish = { ...same, name, ...(participant ? { participants: participant } : {}) }
    print(await addTenant(gateway, actor, wish))
  })
}

async function list(): Promise<void> {
  await withStore(async (store) => {
    for await (const tenant of all(store)) print(tenant)
  })
}

async function change(name: string, { participant, ...same }: TenantOptions): Promise<void> {
  await withStore(async (store) => {
    for await (const tenant of all(store)) {
      if (tenant.name !== name) continue
      const wish = { ...same, ...(participant ? { participants: participant } : {}) }
      const gateway = { store, now: () => new Date() }
      return print(await changeTenant(gateway, { id: tenant.id, actor }, wish))
    }
    throw new Problem('tenant.not-found', { detail: `There is no tenant '${name}'.` })
  })
}

async function* all(store: Store): AsyncGenerator<Tenant> {
  for (let cursor: string | undefined; ; ) {
    const page = await store.tenants({ limit: 200, ...(cursor ? { cursor } : {}) })
    yield* page.items
    cursor = page.nextCursor
    if (cursor === undefined) return
  }
}

function print(tenant: Tenant): void {
  process.stdout.write(`${jsonLine(tenant)}\n`)
}
