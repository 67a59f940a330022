// `fourcorner token create|list|rotate|revoke`: API tokens. Works with and without a running
// gateway.
import { Command, InvalidArgumentError, Option } from 'commander'
import { createToken, type Scope, scopes } from '../core/token.ts'
import { replaceToken } from '../core/tokens.ts'
import { newUuid } from '../crypto/index.ts'
import type { Token, TokenEnvironment } from '../store/index.ts'
import { jsonLine } from './foreign-text.ts'
import { participants, withStore } from './with-store.ts'

export function tokenCommand(): Command {
  const command = new Command('token').description('Create, list, replace and revoke API tokens.')
  command
    .command('create')
    .description('Create a token and print it, once only.')
    .requiredOption('--name <name>', 'what the token is for')
    .option(
      '--tenant <name>',
      'tenant whose documents it can access; made if there is none',
      'default',
    )
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
    .command('rotate')
    .description('Replace a token by a new one, and print that, once only.')
    .argument('<public id>', 'the third part of the token')
    .addOption(
      new Option('--overlap <seconds>', 'how long the old one still works')
        .default(86_400)
        .argParser(seconds),
    )
    .action(rotate)
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
    const id = newId()
    const tenant = await store.ensureTenant({
      id,
      name: options.tenant,
      participants,
      duplicates: 'refuse',
      now: now(),
    })
    await store.addParticipants(tenant.id, participants)
    if (tenant.id === id)
      process.stderr.write(
        `There was no tenant '${tenant.name}': it is made now, and may send for ` +
          `${participants.join(', ') || 'nobody'}.\n`,
      )
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
      process.stdout.write(`${jsonLine(inWords(token))}\n`)
  })
}

async function rotate(publicId: string, { overlap }: { overlap: number }): Promise<void> {
  const now = () => new Date()
  const newId = () => newUuid(now())
  await withStore(async (store) => {
    const token = await store.tokenByPublicId(publicId)
    if (!token || token.revokedAt || (token.expiresAt && token.expiresAt <= now()))
      return fail(`There is no token '${publicId}' that is valid.`)
    const next = await replaceToken({ store, now, newId }, token, overlap * 1000)
    process.stdout.write(`${next.token}\n`)
  })
}

async function revoke(publicId: string): Promise<void> {
  await withStore(async (store) => {
    if (await store.revokeToken(publicId, new Date())) return
    fail(`There is no token '${publicId}' to revoke.`)
  })
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}

function inWords({ id, tenant, ...token }: Token): object {
  return { ...token, tenant: tenant.name, participants: tenant.participants }
}

function time(value: string): Date {
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) throw new InvalidArgumentError('not a time')
  return at
}

const overlapSecondsMax = 7 * 86_400

function seconds(value: string): number {
  if (/^\d{1,6}$/.test(value) && Number(value) <= overlapSecondsMax) return Number(value)
  throw new InvalidArgumentError(`not a whole number from 0 to ${overlapSecondsMax}`)
}
