import { createHash, randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { NewToken, Tenant } from '../../src/store/index.ts'
import { testDatabase } from './database.ts'
import { after, start } from './records.ts'

const { store } = await testDatabase()
let tenant: Tenant

beforeEach(async () => {
  await testDatabase()
  tenant = await store.ensureTenant({
    id: randomUUID(),
    name: 'main',
    participants: ['0208:0123456749'],
    now: start,
  })
})

function newToken(publicId: string, changes: Partial<NewToken> = {}): NewToken {
  return {
    id: randomUUID(),
    publicId,
    secretSha256: createHash('sha256').update(publicId).digest(),
    name: `token ${publicId}`,
    environment: 'test',
    scopes: ['documents:read', 'pdf'],
    tenantId: tenant.id,
    createdAt: start,
    ...changes,
  }
}

test('a tenant is created once, and kept as first created', async () => {
  expect(tenant).toStrictEqual({ id: tenant.id, name: 'main', participants: ['0208:0123456749'] })
  const again = { id: randomUUID(), name: 'main', participants: [], now: after(1) }
  expect(await store.ensureTenant(again)).toStrictEqual(tenant)
  const both = await Promise.all(
    [1, 2].map(() => store.ensureTenant({ ...again, id: randomUUID(), name: 'new' })),
  )
  expect(both[0]).toStrictEqual(both[1])
  expect(both[0]?.id).not.toBe(tenant.id)
})

test('a token comes back with its tenant and a digest, which lists leave out', async () => {
  const { tenantId: _, secretSha256, ...token } = newToken('abc', { expiresAt: after(60) })
  await store.createToken({ ...token, tenantId: tenant.id, secretSha256 })

  expect(await store.tokenByPublicId('abc')).toStrictEqual({ ...token, secretSha256, tenant })
  expect(await store.listTokens()).toStrictEqual([{ ...token, tenant }])
  expect(await store.countTokens()).toBe(1)
  expect(await store.tokenByPublicId('abd')).toBeUndefined()
})

test('two tokens cannot have one public id', async () => {
  await store.createToken(newToken('abc'))
  await expect(store.createToken(newToken('abc'))).rejects.toThrow(/unique/)
  expect(await store.countTokens()).toBe(1)
})

test('tokens are listed in the order of their creation', async () => {
  await store.createToken(newToken('late', { createdAt: after(2) }))
  await store.createToken(newToken('early', { createdAt: after(1) }))
  expect((await store.listTokens()).map(({ publicId }) => publicId)).toEqual(['early', 'late'])
})

test('a token is revoked once, and keeps the time of that', async () => {
  await store.createToken(newToken('abc'))
  expect(await store.revokeToken('abc', after(1))).toBe(true)
  expect(await store.revokeToken('abc', after(2))).toBe(false)
  expect(await store.revokeToken('xyz', after(2))).toBe(false)
  expect(await store.tokenByPublicId('abc')).toMatchObject({ revokedAt: after(1) })
})

test('the last use of a token is recorded at most once a minute', async () => {
  const token = newToken('abc')
  await store.createToken(token)
  await store.createToken(newToken('other'))
  const noted = async (at: Date) => {
    await store.noteTokenUse(token.id, at)
    return (await store.tokenByPublicId('abc'))?.lastUsedAt
  }
  expect(await noted(after(1))).toEqual(after(1))
  expect(await noted(after(60.999))).toEqual(after(1))
  expect(await noted(after(61))).toEqual(after(61))
  expect(await store.tokenByPublicId('other')).not.toHaveProperty('lastUsedAt')
})
