// The key of the secrets of webhooks: made once, named for a server, and noticed when it is wrong.
import { statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../src/config/config.ts'
import { seal } from '../../src/core/webhooks/webhook-secret.ts'
import { keyThatFits, ownSecretsKey, readSecretsKey } from '../../src/setup/secrets-key.ts'

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
