// `fourcorner participant add|list|remove|export`: whom the gateway receives documents for. Works
// with and without a running gateway, and is in force at once.
import { resolve } from 'node:path'
import { Command } from 'commander'
import { type Config, readConfig } from '../config/config.ts'
import { commandActor as actor } from '../core/access/actor.ts'
import { metadataOf } from '../core/network/registered-metadata.ts'
import { typeWarnings } from '../core/network/registered-types.ts'
import { addRegistration, removeRegistration } from '../core/network/registrations.ts'
import { type KeyProvider, newUuid } from '../crypto/index.ts'
import { formatParticipant, parseParticipant } from '../peppol/index.ts'
import { Problem } from '../problem.ts'
import { settingsIn } from '../sandbox/index.ts'
import { readNetworkFiles } from '../setup/membership.ts'
import type { Registration } from '../store/index.ts'
import { jsonLine } from './foreign-text.ts'
import { tenantNamed, withStore } from './with-store.ts'

type ParticipantOptions = { tenant: string; types: string; country?: string; endUser?: string }

export function participantCommand(): Command {
  const command = new Command('participant').description(
    'Say whom this access point receives documents for.',
  )
  const tenant = ['--tenant <name>', 'whom the documents are for', 'default'] as const
  command
    .command('add')
    .description('Receive documents for a participant.')
    .argument('<id>', 'such as 0208:0123456749')
    .option(...tenant)
    .option(
      '--types <list>',
      'all, or names such as invoice,xrechnung,pint-ae, or identifiers',
      'all',
    )
    .option('--country <code>', 'of the participant; the reports to Peppol need it')
    .option('--end-user <id>', 'who it is to the tenant; the reports to Peppol need it')
    .action(add)
  command
    .command('list')
    .description('List the participants of a tenant, as JSON lines.')
    .option(...tenant)
    .action(list)
  command
    .command('remove')
    .description('Receive nothing more for a participant.')
    .argument('<id>')
    .option(...tenant)
    .action(remove)
  command
    .command('export')
    .description('Print what an SMP must say of a participant, as JSON.')
    .argument('<id>')
    .action(exportMetadata)
  return command
}

async function add(
  id: string,
  { tenant, types, country, endUser }: ParticipantOptions,
): Promise<void> {
  const { PEPPOL_NETWORK: name } = readConfig()
  await withStore(async (store) => {
    const gateway = {
      store,
      peppolAccess: { network: { name } },
      now: () => new Date(),
      newId: () => newUuid(new Date()),
    }
    const wish = {
      documentTypes: types === 'all' ? ('all' as const) : types.split(','),
      ...(country ? { country } : {}),
      ...(endUser ? { endUser } : {}),
    }
    const { id: tenantId } = await tenantNamed(store, tenant)
    const registrar = { tenantId, actor, isOperator: true }
    print(await addRegistration(gateway, registrar, id, wish))
  })
}

async function list({ tenant }: ParticipantOptions): Promise<void> {
  await withStore(async (store) => {
    const { id } = await tenantNamed(store, tenant)
    for (let cursor: string | undefined; ; ) {
      const page = await store.registrationsOf(id, { limit: 200, ...(cursor ? { cursor } : {}) })
      for (const registration of page.items) print(shown(registration))
      cursor = page.nextCursor
      if (cursor === undefined) return
    }
  })
}

async function remove(id: string, { tenant }: ParticipantOptions): Promise<void> {
  await withStore(async (store) => {
    const { id: tenantId } = await tenantNamed(store, tenant)
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
    print(metadataOf(registration, { url, certificate: ownKeys(config).certificate }))
  })
}

function ownKeys(config: Config): KeyProvider {
  if (config.PEPPOL_NETWORK !== 'sandbox') return readNetworkFiles(config).keys
  const sandbox = settingsIn(resolve(config.DATA_DIR))
  if (!sandbox) throw new Error('There is no sandbox yet: start the gateway first.')
  return sandbox.keys
}

function shown({ id: _, tenantId: __, documentTypes, ...rest }: Registration) {
  const warnings = typeWarnings(documentTypes, new Date())
  return {
    ...rest,
    documentTypes: documentTypes.length === 0 ? 'all' : documentTypes,
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}

function print(line: object): void {
  process.stdout.write(`${jsonLine(line)}\n`)
}
