// `fourcorner token create|list|show|rotate|remove`: API tokens. Works with and without a running
// gateway.
import { Command, InvalidArgumentError, Option } from 'commander'
import { commandActor as actor } from '../core/access/actor.ts'
import { createToken, type Scope, scopes } from '../core/access/token.ts'
import { replaceToken } from '../core/access/tokens.ts'
import { newUuid } from '../crypto/index.ts'
import { Problem } from '../problem.ts'
import type { Store, Tenant, Token, TokenEnvironment } from '../store/index.ts'
import { asJson } from './beside-gateway.ts'
import { type Columns, printFacts, printList } from './table.ts'
import { participants, tenantNamed, withStore } from './with-store.ts'

const usualScopes: readonly Scope[] = ['documents:write', 'documents:read', 'pdf']

export function tokenCommand(): Command {
  const command = new Command('token').description(
    'Create, list, show, replace and revoke API tokens.',
  )
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
      new Option('--scope <scope...>', 'what it may do').choices(scopes).default([...usualScopes]),
    )
    .addOption(
      new Option('--environment <environment>', 'test tokens never reach the production network')
        .choices(['live', 'test'])
        .default('live'),
    )
    .addOption(
      new Option('--expires <time>', "expiry time, such as 2027-12-31T00:00:00Z, or 'never'")
        .default(undefined, 'in a year')
        .argParser(timeOrNever),
    )
    .action(create)
  command
    .command('list')
    .description('List all tokens, without secrets.')
    .addOption(asJson())
    .action(list)
  command
    .command('show')
    .description('Show a token, without its secret.')
    .argument('<public id>', 'the third part of the token')
    .addOption(asJson())
    .action(show)
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
    .command('remove')
    .alias('revoke')
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
  expires?: Date | 'never'
}

type Clock = { now(): Date; newId(): string }

async function create(options: CreateOptions): Promise<void> {
  const now = () => new Date()
  const newId = () => newUuid(now())
  await withStore(async (store) => {
    const tenant = await tenantFor(store, options, { now, newId })
    const { name, environment, scope, expires = inAYear(now()) } = options
    const wish = { name, tenantId: tenant.id, environment, scopes: scope }
    const ends = expires === 'never' ? {} : { expiresAt: expires }
    const text = await createToken({ store, now, newId }, { ...wish, ...ends, actor })
    const until = expires === 'never' ? 'for ever' : `until ${expires.toISOString()}`
    process.stderr.write(`It has the scopes ${scope.join(', ')}, and works ${until}.\n`)
    process.stdout.write(`${text}\n`)
  })
}

/** A name that was mistyped must not make an operator of the whole installation. */
async function tenantFor(store: Store, options: CreateOptions, clock: Clock): Promise<Tenant> {
  const participants = options.participant ?? []
  const tenant = options.scope.includes('operator')
    ? await tenantNamed(store, options.tenant).catch(asOperatorsTenant)
    : await madeIfAbsent(store, { name: options.tenant, participants }, clock)
  const by = { actor, at: clock.now() }
  await store.addParticipants({ tenantId: tenant.id, participants }, by)
  return tenant
}

async function madeIfAbsent(
  store: Store,
  { name, participants }: { name: string; participants: string[] },
  { now, newId }: Clock,
): Promise<Tenant> {
  const id = newId()
  const wish = { id, name, participants, duplicates: 'refuse' as const }
  const tenant = await store.ensureTenant(wish, { actor, at: now() })
  if (tenant.id === id)
    process.stderr.write(
      `There was no tenant '${name}': it is made now, and may send for ` +
        `${participants.join(', ') || 'no participant'}.\n`,
    )
  return tenant
}

function asOperatorsTenant(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  const detail = `${error.detail} A token with the scope operator makes none: tenant create does.`
  throw new Problem(error.code, { detail })
}

function inAYear(now: Date): Date {
  const at = new Date(now)
  at.setUTCFullYear(at.getUTCFullYear() + 1)
  return at
}

const columns: Columns<ShownToken> = {
  'public id': ({ publicId }) => publicId,
  name: ({ name }) => name,
  tenant: ({ tenant }) => tenant,
  environment: ({ environment }) => environment,
  scopes: ({ scopes }) => scopes.join(', '),
  ends: ({ revokedAt, expiresAt }) =>
    revokedAt ? `revoked ${day(revokedAt)}` : (expiresAt && day(expiresAt)) || 'never',
}

function day(at: Date): string {
  return at.toISOString().slice(0, 10)
}

async function list({ json }: { json?: true }): Promise<void> {
  await withStore(async (store) => {
    const tokens = (await store.listTokens()).map(toShown)
    await printList(tokens, { columns, none: 'There is no token.', ...(json ? { json } : {}) })
  })
}

async function show(publicId: string, options: { json?: true }): Promise<void> {
  await withStore(async (store) => {
    const found = await store.tokenByPublicId(publicId)
    if (!found) return fail(`There is no token '${publicId}'.`)
    const { secretSha256: _, ...token } = found
    printFacts(toShown(token), options)
  })
}

async function rotate(publicId: string, { overlap }: { overlap: number }): Promise<void> {
  const now = () => new Date()
  const newId = () => newUuid(now())
  await withStore(async (store) => {
    const token = await store.tokenByPublicId(publicId)
    if (!token || token.revokedAt || (token.expiresAt && token.expiresAt <= now()))
      return fail(`There is no token '${publicId}' that is valid.`)
    const how = { overlapMs: overlap * 1000, actor }
    const next = await replaceToken({ store, now, newId }, token, how)
    process.stdout.write(`${next.token}\n`)
  })
}

async function revoke(publicId: string): Promise<void> {
  await withStore(async (store) => {
    if (await store.revokeToken(publicId, { actor, at: new Date() })) return
    fail(`There is no token '${publicId}' to revoke.`)
  })
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}

type ShownToken = ReturnType<typeof toShown>

function toShown({ id: _, tenant, ...token }: Token) {
  return { ...token, tenant: tenant.name, participants: tenant.participants }
}

function timeOrNever(value: string): Date | 'never' {
  if (value === 'never') return value
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) throw new InvalidArgumentError('not a time')
  return at
}

const overlapSecondsMax = 7 * 86_400

function seconds(value: string): number {
  if (/^\d{1,6}$/.test(value) && Number(value) <= overlapSecondsMax) return Number(value)
  throw new InvalidArgumentError(`not a whole number from 0 to ${overlapSecondsMax}`)
}
