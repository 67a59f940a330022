// The key that encrypts the secrets of webhooks: 32 bytes in hexadecimal, in a file of its own, so
// that the database alone does not give away the secrets.
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config/config.ts'
import type { Log } from '../core/gateway.ts'
import type { SecretsKeyFault } from '../core/secrets-key-fault.ts'
import { unseal } from '../core/webhooks/webhook-secret.ts'
import { randomHex, secretKeyBytes } from '../crypto/index.ts'
import type { Opening, Store } from '../store/index.ts'

/** The key in SECRETS_KEY_FILE, if that is set. Throws ConfigError. */
export function readSecretsKey({ SECRETS_KEY_FILE: path }: Config): Buffer | undefined {
  if (path === undefined) return undefined
  try {
    return keyIn(path)
  } catch (error) {
    throw new ConfigError([`SECRETS_KEY_FILE: ${(error as Error).message}.`])
  }
}

/** The key of an installation with an embedded database, made on the first start. */
export async function ownSecretsKey(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'secrets-key')
  await mkdir(dataDir, { recursive: true })
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  if (file) {
    await file.writeFile(`${randomHex(secretKeyBytes)}\n`)
    await file.sync()
    await file.close()
  }
  return keyIn(path)
}

/**
 * The key in use, once the store is open: `namedKey`, or the installation's own one beside an
 * embedded database.
 */
export function openSecretsKey(
  { DATABASE_URL }: Config,
  namedKey: Buffer | undefined,
  { dataDir, store, opened, log }: { dataDir: string; log: Log } & Opening,
): Promise<Buffer | undefined> {
  const key = opened.then(async () => {
    const own = DATABASE_URL || namedKey ? namedKey : await ownSecretsKey(dataDir)
    return keyThatFits(store, own, log)
  })
  // Start-up waits for it, and may fail before it does.
  key.catch(() => {})
  return key
}

/** For commands that encrypt something. Throws ConfigError, or Error when there is no such key. */
export async function secretsKeyFor(
  config: Config,
  store: Pick<Store, 'anyWebhookSecret'>,
): Promise<Buffer> {
  const named = readSecretsKey(config)
  const own = config.DATABASE_URL || named ? named : await ownSecretsKey(config.DATA_DIR)
  if (!own) throw new Error('Set SECRETS_KEY_FILE first: the key is kept encrypted until shown.')
  const key = await keyThatFits(store, own, { error() {} })
  if (!key) throw new Error('SECRETS_KEY_FILE has another key than the gateway uses.')
  return key
}

/** Whether there is a key at all: an installation with an embedded database has one of its own. */
export function isKeyNamed({ DATABASE_URL, SECRETS_KEY_FILE }: Config): boolean {
  return SECRETS_KEY_FILE !== undefined || DATABASE_URL === undefined
}

/** For `fourcorner doctor`, which makes no key: what a node would find. Throws ConfigError. */
export async function examineSecretsKey(
  config: Config,
  store: Pick<Store, 'anyWebhookSecret'>,
): Promise<SecretsKeyFault | undefined> {
  const own = join(config.DATA_DIR, 'secrets-key')
  const isMade = !config.DATABASE_URL && existsSync(own)
  const key = readSecretsKey(config) ?? (isMade ? keyIn(own) : undefined)
  if (await keyThatFits(store, key, { error() {} })) return undefined
  if (key || (await store.anyWebhookSecret())) return isKeyNamed(config) ? 'other' : 'missing'
  return isKeyNamed(config) ? undefined : 'missing'
}

/** Undefined when secrets are stored that this key did not encrypt: that is logged. */
export async function keyThatFits(
  store: Pick<Store, 'anyWebhookSecret'>,
  key: Buffer | undefined,
  log: Pick<Log, 'error'>,
): Promise<Buffer | undefined> {
  const known = await store.anyWebhookSecret()
  if (!known) return key
  try {
    if (key && unseal(key, known.id, known.secret)) return key
  } catch {
    // Said below.
  }
  log.error(
    {},
    key
      ? 'the secrets of webhooks were encrypted with another key than the one in ' +
          'SECRETS_KEY_FILE: this process calls no webhooks'
      : 'there are webhooks, but no SECRETS_KEY_FILE: this process calls none of them',
  )
  return undefined
}

function keyIn(path: string): Buffer {
  const text = readFileSync(path, 'utf8').trim()
  const bytes = /^[0-9a-f]+$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.alloc(0)
  if (bytes.length !== secretKeyBytes)
    throw new Error(`${path} must hold ${secretKeyBytes * 2} hexadecimal digits`)
  return bytes
}
