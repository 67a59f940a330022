// The key of the secrets of webhooks: made once, named for a server, and noticed when it is wrong.
import { statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../src/config/config.ts'
import { seal } from '../../src/core/webhooks/webhook-secret.ts'
import {
  examineSecretsKey,
  isKeyNamed,
  keyThatFits,
  ownSecretsKey,
  readSecretsKey,
} from '../../src/setup/secrets-key.ts'

const folder = await mkdtemp(join(tmpdir(), 'fourcorner-test-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const config = (path?: string) => readConfig(path ? { SECRETS_KEY_FILE: path } : {})

test('is made on the first start, for its owner only, and is the same from then on', async () => {
  const key = await ownSecretsKey(folder)
  expect(key).toHaveLength(32)
  expect(statSync(join(folder, 'secrets-key')).mode & 0o777).toBe(0o600)
  expect(await ownSecretsKey(folder)).toEqual(key)
  expect(readSecretsKey(config(join(folder, 'secrets-key')))).toEqual(key)
})

test.each(['', 'abc', 'z'.repeat(64), 'a'.repeat(62)])('cannot be %j', (text) => {
  const path = join(folder, 'wrong')
  writeFileSync(path, text)
  expect(() => readSecretsKey(config(path))).toThrow(ConfigError)
  expect(() => readSecretsKey(config(path))).toThrow(/SECRETS_KEY_FILE: .*64 hexadecimal digits/)
})

test('that is named must be there', () => {
  expect(() => readSecretsKey(config(join(folder, 'absent')))).toThrow(/SECRETS_KEY_FILE: ENOENT/)
  expect(readSecretsKey(config())).toBeUndefined()
})

test('that is not the one of the stored secrets is noticed, and not used', async () => {
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const stored = { id: 'a', secret: seal(key, 'a', 'whsec_x') }
  const store = { anyWebhookSecret: async () => stored }
  const said: string[] = []
  const log = { error: (_: object, message: string) => void said.push(message) }
  expect(await keyThatFits(store, key, log)).toBe(key)
  expect(said).toEqual([])
  expect(await keyThatFits(store, other, log)).toBeUndefined()
  expect(await keyThatFits(store, undefined, log)).toBeUndefined()
  expect(said).toEqual([expect.stringContaining('another key'), expect.stringContaining('no SECR')])
  const empty = { anyWebhookSecret: async () => undefined }
  expect(await keyThatFits(empty, other, log)).toBe(other)
  expect(said).toHaveLength(2)
})

test('is missing or another one, as doctor finds it', async () => {
  const [path, elsewhere] = [join(folder, 'named'), join(folder, 'nowhere')]
  const key = Buffer.alloc(32, 3)
  writeFileSync(path, `${key.toString('hex')}\n`)
  const stored = (by: Buffer) => ({
    anyWebhookSecret: async () => ({ id: 'a', secret: seal(by, 'a', 'whsec_x') }),
  })
  const none = { anyWebhookSecret: async () => undefined }
  const server = { DATABASE_URL: 'postgres://db/x', DATA_DIR: folder }
  const named = readConfig({ ...server, SECRETS_KEY_FILE: path })
  expect(await examineSecretsKey(named, none)).toBeUndefined()
  expect(await examineSecretsKey(named, stored(key))).toBeUndefined()
  expect(await examineSecretsKey(named, stored(Buffer.alloc(32, 4)))).toBe('other')
  const unnamed = readConfig(server)
  expect([isKeyNamed(named), isKeyNamed(unnamed)]).toEqual([true, false])
  expect(await examineSecretsKey(unnamed, none)).toBe('missing')
  expect(await examineSecretsKey(unnamed, stored(key))).toBe('missing')
  // Beside an embedded database there is one of its own, or will be.
  const embedded = readConfig({ DATA_DIR: folder })
  expect(await examineSecretsKey(embedded, none)).toBeUndefined()
  expect(await examineSecretsKey(embedded, stored(key))).toBe('other')
  const fresh = readConfig({ DATA_DIR: elsewhere })
  expect(await examineSecretsKey(fresh, none)).toBeUndefined()
  expect(await examineSecretsKey(fresh, stored(key))).toBe('other')
})
