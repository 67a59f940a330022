// `fourcorner participant create|list|show|change|remove|export|plan|apply|status|migrate-in|
// migrate-out|identify|identifications`: whom the gateway receives documents for. Works with and
// without a running gateway, and is in force at once.
import { Command, Option } from 'commander'
import { readConfig } from '../config/config.ts'
import { commandActor as actor } from '../core/access/actor.ts'
import { type Metadata, metadataOf } from '../core/network/registered-metadata.ts'
import { typeWarnings } from '../core/network/registered-types.ts'
import {
  addRegistration,
  changeRegistration,
  removeRegistration,
  showRegistration,
} from '../core/network/registrations.ts'
import { newUuid } from '../crypto/index.ts'
import { formatParticipant, parseParticipant } from '../peppol/index.ts'
import { Problem } from '../problem.ts'
import { isPublisher } from '../setup/publishing.ts'
import type { Registration, Store } from '../store/index.ts'
import { asJson } from './beside-gateway.ts'
import { jsonLine } from './foreign-text.ts'
import { applyCommand } from './publication/apply.ts'
import { identificationsCommand, identifyCommand } from './publication/identify.ts'
import { migrateInCommand } from './publication/migrate-in.ts'
import { migrateOutCommand } from './publication/migrate-out.ts'
import { planCommand } from './publication/plan.ts'
import { statusCommand } from './publication/status.ts'
import { unpublish } from './publication/unpublish.ts'
import { type Columns, printFacts, printList } from './table.ts'
import { membershipOf } from './trust-of.ts'
import { tenantNamed, withStore } from './with-store.ts'

type ParticipantOptions = {
  tenant: string
  types?: string
  country?: string
  endUser?: string
  json?: true
}

export function participantCommand(): Command {
  const command = new Command('participant').description(
    'Say whom this access point receives documents for.',
  )
  const tenant = ['--tenant <name>', 'whom the documents are for', 'default'] as const
  const types = () =>
    new Option('--types <list>', 'all, or names such as invoice,pint-ae, or identifiers')
  const facts = (made: Command) =>
    made
      .option('--country <code>', 'of the participant; the reports to Peppol need it')
      .option('--end-user <id>', 'who it is to the tenant; the reports to Peppol need it')
      .addOption(asJson())
  facts(command.command('create'))
    .alias('add')
    .description('Receive documents for a participant.')
    .argument('<id>', 'such as 0208:0123456749')
    .option(...tenant)
    .addOption(types().default('all'))
    .action(create)
  command
    .command('list')
    .description('List the participants of a tenant.')
    .option(...tenant)
    .addOption(asJson())
    .action(list)
  command
    .command('show')
    .description('Show a participant.')
    .argument('<id>')
    .option(...tenant)
    .addOption(asJson())
    .action(show)
  facts(command.command('change'))
    .description('Change what is stated; the rest stays.')
    .argument('<id>')
    .option(...tenant)
    .addOption(types())
    .option('--unpublish', 'types that leave are withdrawn by apply, and served for another day')
    .action(change)
  command
    .command('remove')
    .description('Receive nothing more for a participant.')
    .argument('<id>')
    .option(...tenant)
    .option('--unpublish', 'withdraw it from the SMP first; it is removed a day later')
    .option('--confirm <id>', 'the identifier once more, with --unpublish')
    .action(remove)
  command
    .command('export')
    .description('Print what an SMP must say of a participant: in a pipe as JSON.')
    .argument('<id>')
    .action(exportMetadata)
  command.addCommand(planCommand())
  command.addCommand(applyCommand())
  command.addCommand(statusCommand())
  command.addCommand(migrateInCommand())
  command.addCommand(migrateOutCommand())
  command.addCommand(identifyCommand())
  command.addCommand(identificationsCommand())
  return command
}

function gatewayOn(store: Store) {
  const config = readConfig()
  const { PEPPOL_NETWORK: name } = config
  return {
    store,
    ...(isPublisher(config) ? { publishing: {} } : {}),
    peppolAccess: { network: { name } },
    now: () => new Date(),
    newId: () => newUuid(new Date()),
  }
}

function typesIn(list: string): 'all' | string[] {
  return list === 'all' ? list : list.split(',')
}

async function create(id: string, options: ParticipantOptions & { types: string }): Promise<void> {
  const { tenant, types, country, endUser } = options
  await withStore(async (store) => {
    const wish = {
      documentTypes: typesIn(types),
      ...(country ? { country } : {}),
      ...(endUser ? { endUser } : {}),
    }
    const { id: tenantId } = await tenantNamed(store, tenant)
    const registrar = { tenantId, actor, isOperator: true }
    printFacts(await addRegistration(gatewayOn(store), registrar, id, wish), options)
  })
}

const columns: Columns<ReturnType<typeof shown>> = {
  participant: ({ participant }) => participant,
  'document types': ({ documentTypes: types }) => (types === 'all' ? types : types.join(', ')),
  country: ({ country }) => country,
  'end user': ({ endUser }) => endUser,
  'published by': ({ publishedBy }) => publishedBy,
}

async function list({ tenant, json }: ParticipantOptions): Promise<void> {
  await withStore(async (store) => {
    const { id } = await tenantNamed(store, tenant)
    const none = 'There is no participant.'
    await printList(registrationsOf(store, id), { columns, none, ...(json ? { json } : {}) })
  })
}

async function* registrationsOf(store: Store, tenantId: string) {
  for (let cursor: string | undefined; ; ) {
    const page = await store.registrationsOf(tenantId, {
      ...{ limit: 200, ...(cursor ? { cursor } : {}) },
    })
    yield* page.items.map(shown)
    cursor = page.nextCursor
    if (cursor === undefined) return
  }
}

async function show(id: string, options: ParticipantOptions): Promise<void> {
  await withStore(async (store) => {
    const { id: tenantId } = await tenantNamed(store, options.tenant)
    printFacts(await showRegistration(gatewayOn(store), tenantId, id), options)
  })
}

async function change(
  id: string,
  options: ParticipantOptions & { unpublish?: true },
): Promise<void> {
  const { tenant, types, country, endUser, unpublish } = options
  await withStore(async (store) => {
    const gateway = gatewayOn(store)
    const { id: tenantId } = await tenantNamed(store, tenant)
    const before = await showRegistration(gateway, tenantId, id)
    const next = before.nextDocumentTypes
    const wish = {
      ...before,
      unpublish: unpublish || next !== undefined,
      documentTypes: types ? typesIn(types) : (next ?? before.documentTypes),
      ...(country ? { country } : {}),
      ...(endUser ? { endUser } : {}),
    }
    printFacts(await changeRegistration(gateway, { tenantId, actor }, id, wish), options)
  })
}

type RemoveOptions = { tenant: string; unpublish?: true; confirm?: string }

async function remove(
  id: string,
  { tenant, unpublish: withdraws, confirm }: RemoveOptions,
): Promise<void> {
  await withStore(async (store) => {
    const { id: tenantId } = await tenantNamed(store, tenant)
    if (withdraws) {
      const { participant } = await showRegistration(gatewayOn(store), tenantId, id)
      process.exitCode = await unpublish(store, participant, confirm)
      return
    }
    await removeRegistration({ store, now: () => new Date() }, { tenantId, actor }, id)
    print({ removed: formatParticipant(parseParticipant(id)) })
  })
}

async function exportMetadata(id: string): Promise<void> {
  const config = readConfig()
  const url = config.AS4_URL
  if (!url) throw new Error('Set AS4_URL first: the address where others reach POST /as4.')
  await withStore(async (store) => {
    const registration = await store.registrationOf(formatParticipant(parseParticipant(id)))
    if (!registration)
      throw new Problem('registration.not-found', { detail: `${id} is not registered here.` })
    const metadata = metadataOf(registration, {
      url,
      certificate: membershipOf(config).keys.certificate,
    })
    if (process.stdout.isTTY) process.stdout.write(metadataInWords(metadata))
    else print(metadata)
  })
}

/** In the order of an SMP form: all types have the same endpoint and certificate. */
export function metadataInWords({ participant, services, withoutProcess }: Metadata): string {
  const { url, transportProfile, certificate, activatesAt, expiresAt } = services[0]?.endpoint ?? {}
  const endpoint =
    url === undefined
      ? []
      : [
          `Endpoint     ${url}`,
          `Transport    ${transportProfile}`,
          `Valid        from ${activatesAt} to ${expiresAt}`,
          `Certificate  ${certificate}`,
        ]
  const types = services.flatMap(({ documentType, process }) => [
    `Type         ${documentType}`,
    `  process    ${process}`,
  ])
  const others = withoutProcess.map((type) => `Type         ${type}\n  process    unknown here`)
  return [`Participant  ${participant}`, ...endpoint, ...types, ...others, ''].join('\n')
}

function shown({ id: _, tenantId: __, documentTypes, ...rest }: Registration) {
  const warnings = typeWarnings(documentTypes, new Date())
  return {
    ...rest,
    documentTypes: documentTypes.length === 0 ? ('all' as const) : documentTypes,
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}

function print(line: object): void {
  process.stdout.write(`${jsonLine(line)}\n`)
}
