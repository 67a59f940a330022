// `fourcorner tenant create|list|show|change|export|remove`: the tenants of the installation. Works
// with and without a running gateway.
import { Command, InvalidArgumentError, Option } from 'commander'
import { readConfig } from '../config/config.ts'
import { commandActor as actor } from '../core/access/actor.ts'
import { addTenant, changeTenant, removeTenant, type Tenant } from '../core/access/tenants.ts'
import { frenchProcesses, mlsTypes } from '../core/record.ts'
import { newUuid } from '../crypto/index.ts'
import type { Store } from '../store/index.ts'
import { asJson } from './beside-gateway.ts'
import { writeExport } from './export-tenant.ts'
import { type Columns, printFacts, printList } from './table.ts'
import { allTenants, participants, tenantNamed, withStore } from './with-store.ts'

type TenantOptions = Partial<
  Pick<Tenant, 'name' | 'duplicates' | 'frenchProcess' | 'mayPublish'>
> & {
  participant?: string[]
  json?: true
}

type ChangeOptions = TenantOptions & {
  retentionDays?: number | typeof byDefault
  mlsWait?: number | typeof byDefault
  mlsType?: MlsTypeWish
  mayPublish?: boolean
}

type MlsTypeWish = NonNullable<Tenant['mlsType']> | typeof byDefault

/** What takes a limit away. Not null, of which the parser of commands makes a text. */
const byDefault = 'default'

export function tenantCommand(): Command {
  const command = new Command('tenant').description(
    'Create, list, show, change, export and remove tenants.',
  )
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
    .command('create')
    .alias('add')
    .description('Create a tenant.')
    .argument('<name>', 'its name')
    .option(
      '--participant <id...>',
      "participants that it may send for, such as 0208:0123456749; '*' for all",
      participants,
    )
    .addOption(duplicates().default('refuse'))
    .addOption(frenchProcess().default('none'))
    .option('--may-publish', 'let it publish and withdraw its participants itself')
    .addOption(asJson())
    .action(create)
  command.command('list').description('List all tenants.').addOption(asJson()).action(list)
  command
    .command('show')
    .description('Show a tenant.')
    .argument('<name>', 'its name')
    .addOption(asJson())
    .action(show)
  command
    .command('change')
    .alias('set')
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
    .option(
      '--retention-days <days>',
      'how long the bytes of its documents are kept; default: as RETENTION_DAYS says',
      daysOrDefault,
    )
    .option(
      '--mls-wait <minutes>',
      'its time to say what becomes of a received document, 1 to 15; default: five',
      minutesOrDefault,
    )
    .addOption(
      new Option(
        '--mls-type <type>',
        'which Message Level Status its documents ask for; default: as MLS_REQUEST says',
      ).argParser(mlsTypeOrDefault),
    )
    .option('--may-publish', 'let it publish and withdraw its participants itself')
    .option('--no-may-publish', 'do not')
    .addOption(asJson())
    .action(change)
  command
    .command('export')
    .description('Write what the gateway has of its documents into a new folder, as ZIPs.')
    .argument('<name>', 'its name')
    .requiredOption('--out <folder>', 'a folder that is empty, or not there yet')
    .action(writeExport)
  command
    .command('remove')
    .description('Remove a tenant without documents, with its tokens and webhooks.')
    .argument('<name>', 'its name')
    .action(remove)
  return command
}

async function create(name: string, options: TenantOptions): Promise<void> {
  const { participant, json: _, ...same } = options
  await withStore(async (store) => {
    const gateway = { ...needsOf(store), newId: () => newUuid(new Date()) }
    const wish = { ...same, name, ...(participant ? { participants: participant } : {}) }
    printFacts(await addTenant(gateway, actor, wish), options)
  })
}

const columns: Columns<Tenant> = {
  name: ({ name }) => name,
  'may send for': ({ participants }) => participants.join(', '),
  'same number twice': ({ duplicates }) => duplicates,
  id: ({ id }) => id,
}

async function list({ json }: TenantOptions): Promise<void> {
  await withStore((store) =>
    printList(allTenants(store), {
      columns,
      none: 'There is no tenant.',
      ...(json ? { json } : {}),
    }),
  )
}

async function show(name: string, options: TenantOptions): Promise<void> {
  await withStore(async (store) => printFacts(await tenantNamed(store, name), options))
}

async function change(name: string, options: ChangeOptions): Promise<void> {
  const { participant, retentionDays: days, mlsWait: minutes, mlsType, json: _, ...same } = options
  await withStore(async (store) => {
    const { id } = await tenantNamed(store, name)
    const wish = {
      ...same,
      ...(participant ? { participants: participant } : {}),
      ...(days === undefined ? {} : { retentionDays: days === byDefault ? null : days }),
      ...(minutes === undefined ? {} : { mlsWait: minutes === byDefault ? null : minutes }),
      ...(mlsType === undefined ? {} : { mlsType: mlsType === byDefault ? null : mlsType }),
    }
    printFacts(await changeTenant(needsOf(store), { id, actor }, wish), options)
  })
}

async function remove(name: string): Promise<void> {
  await withStore(async (store) => {
    const { id } = await tenantNamed(store, name)
    await removeTenant({ store, now: () => new Date() }, { id, actor })
  })
}

function needsOf(store: Store) {
  return { store, now: () => new Date(), retention: { daysMin: readConfig().RETENTION_DAYS_MIN } }
}

function daysOrDefault(given: string): number | typeof byDefault {
  if (given === byDefault) return byDefault
  if (!/^[1-9]\d{0,4}$/.test(given)) throw new InvalidArgumentError('not a number of days')
  return Number(given)
}

function minutesOrDefault(given: string): number | typeof byDefault {
  if (given === byDefault) return byDefault
  if (!/^([1-9]|1[0-5])$/.test(given)) throw new InvalidArgumentError('not 1 to 15 minutes')
  return Number(given)
}

function mlsTypeOrDefault(given: string): MlsTypeWish {
  if (given === byDefault) return byDefault
  const type = mlsTypes.find((one) => one === given)
  if (!type) throw new InvalidArgumentError(`not one of default, ${mlsTypes.join(', ')}`)
  return type
}
