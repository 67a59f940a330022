// `fourcorner token create|list|revoke`: API tokens. Works with and without a running gateway.
import { resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { readConfig } from '../config.ts'
import { createToken, type Scope, scopes } from '../core/token.ts'
import { newUuid } from '../crypto/index.ts'
import { formatParticipant, parseParticipant } from '../peppol/index.ts'
import { openStore, type Store, type Token, type TokenEnvironment } from '../store/index.ts'

export function tokenCommand(): Command {
  const command = new Command('token').description('Create, list and revoke API tokens.')
  command
    .command('create')
    .description('Create a token and print it, once only.')
    .requiredOption('--name <name>', 'what the token is for')
    .option('--tenant <name>', 'tenant whose documents it can access', 'default')
    .option(
      '--participant <id...>',
      'participants that the tenant may send for, such as 0208:0123456749',
      participants,
    )
    .addOption(
      new Option('--scope <scope...>', 'what it may do').choices(scopes).default([...scopes]),
    )
    .addOption(
      new Option('--environment <environment>', 'test tokens never reach the production network')
        .choices(['live', 'test'])
        .default('live'),
    )
    .option('--expires <time>', 'expiry time, such as 2027-12-31T00:00:00Z', time)
    .action(create)
  command
    .command('list')
    .description('List all tokens, without secrets, as JSON lines.')
    .action(list)
  command
    .command('revoke')
    .description('Revoke a token immediately.')
    .argument('<public id>', 'the third part of the token')
    .action(revoke)
  return command
}

type CreateOptions = {
  name: string
  tenant: string
  participant?: string[]
  scope: Scope[]
  environment: TokenEnvironment
  expires?: Date
}

async function create(options: CreateOptions): Promise<void> {
  const now = () => new Date()
  const newId = () => newUuid(now())
  await withStore(async (store) => {
    const participants = options.participant ?? []
    const tenant = await store.ensureTenant({
      id: newId(),
      name: options.tenant,
      participants,
      now: now(),
    })
    await store.addParticipants(tenant.id, participants)
    const { name, environment, scope, expires } = options
    const text = await createToken(
      { store, now, newId },
      {
        name,
        tenantId: tenant.id,
        environment,
        scopes: scope,
        ...(expires ? { expiresAt: expires } : {}),
      },
    )
    process.stdout.write(`${text}\n`)
  })
}

async function list(): Promise<void> {
  await withStore(async (store) => {
    for (const token of await store.listTokens())
      process.stdout.write(`${JSON.stringify(inWords(token))}\n`)
  })
}

async function revoke(publicId: string): Promise<void> {
  await withStore(async (store) => {
    if (await store.revokeToken(publicId, new Date())) return
    process.stderr.write(`There is no token '${publicId}' to revoke.\n`)
    process.exitCode = 1
  })
}

function inWords({ id, tenant, ...token }: Token): object {
  return { ...token, tenant: tenant.name, participants: tenant.participants }
}

async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  const config = readConfig()
  const store = await openStore(
    config.DATABASE_URL
      ? { databaseUrl: config.DATABASE_URL }
      : { dataDir: resolve(config.DATA_DIR), beside: true },
  )
  try {
    await work(store)
  } finally {
    await store.close()
  }
}

function participants(value: string, earlier: string[] = []): string[] {
  try {
    return [...earlier, value === '*' ? value : formatParticipant(parseParticipant(value))]
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
  }
}

function time(value: string): Date {
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) throw new InvalidArgumentError('not a time')
  return at
}
