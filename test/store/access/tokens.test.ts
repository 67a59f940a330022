import { createHash, randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { newUuid } from '../../../src/crypto/index.ts'
import { CursorError, type NewToken, type Tenant } from '../../../src/store/index.ts'
import { testDatabase } from '../database.ts'
import { after, by, newAccept, start } from '../records.ts'

const { store, pool } = await testDatabase()
let tenant: Tenant

beforeEach(async () => {
  await testDatabase()
  tenant = await store.ensureTenant(
    { id: randomUUID(), name: 'main', participants: ['0208:0123456749'], duplicates: 'refuse' },
    by(),
  )
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
  expect(tenant).toStrictEqual({
    id: tenant.id,
    name: 'main',
    participants: ['0208:0123456749'],
    duplicates: 'refuse',
    frenchProcess: 'none',
  })
  const again = {
    id: randomUUID(),
    name: 'main',
    participants: [],
    duplicates: 'warn' as const,
  }
  expect(await store.ensureTenant(again, by(after(1)))).toStrictEqual(tenant)
  const both = await Promise.all(
    [1, 2].map(() => store.ensureTenant({ ...again, id: randomUUID(), name: 'new' }, by())),
  )
  expect(both[0]).toStrictEqual(both[1])
  expect(both[0]?.id).not.toBe(tenant.id)
})

test('a token comes back with its tenant and a digest, which lists leave out', async () => {
  const { tenantId: _, secretSha256, ...token } = newToken('abc', { expiresAt: after(60) })
  await store.createToken({ ...token, tenantId: tenant.id, secretSha256 }, by())

  expect(await store.tokenByPublicId('abc')).toStrictEqual({ ...token, secretSha256, tenant })
  expect(await store.listTokens()).toStrictEqual([{ ...token, tenant }])
  expect(await store.countTokens()).toBe(1)
  expect(await store.tokenByPublicId('abd')).toBeUndefined()
})

test('two tokens cannot have one public id', async () => {
  await store.createToken(newToken('abc'), by())
  await expect(store.createToken(newToken('abc'), by())).rejects.toThrow(/unique/)
  expect(await store.countTokens()).toBe(1)
})

test('tokens are listed in the order of their creation', async () => {
  await store.createToken(newToken('late', { createdAt: after(2) }), by())
  await store.createToken(newToken('early', { createdAt: after(1) }), by())
  expect((await store.listTokens()).map(({ publicId }) => publicId)).toEqual(['early', 'late'])
})

test('a token is revoked once, and keeps the time of that', async () => {
  await store.createToken(newToken('abc'), by())
  expect(await store.revokeToken('abc', by(after(1)))).toBe(true)
  expect(await store.revokeToken('abc', by(after(2)))).toBe(false)
  expect(await store.revokeToken('xyz', by(after(2)))).toBe(false)
  expect(await store.tokenByPublicId('abc')).toMatchObject({ revokedAt: after(1) })
})

test('the last use of a token is recorded at most once a minute', async () => {
  const token = newToken('abc')
  await store.createToken(token, by())
  await store.createToken(newToken('other'), by())
  const noted = async (at: Date) => {
    await store.noteTokenUse(token.id, at)
    return (await store.tokenByPublicId('abc'))?.lastUsedAt
  }
  expect(await noted(after(1))).toEqual(after(1))
  expect(await noted(after(60.999))).toEqual(after(1))
  expect(await noted(after(61))).toEqual(after(61))
  expect(await store.tokenByPublicId('other')).not.toHaveProperty('lastUsedAt')
})

test('the token that follows another one comes only while that one works', async () => {
  const old = newToken('old', { expiresAt: after(3600) })
  await store.createToken(old, by())
  const next = newToken('next', { createdAt: after(60) })
  const replaceBy = (token: NewToken, until: Date) =>
    store.replaceToken({ id: old.id, next: token, until }, by(token.createdAt))
  expect(await replaceBy(next, after(7200))).toBe(true)
  expect(await store.tokenById(tenant.id, next.id)).toMatchObject({ publicId: 'next' })
  // The end does not move away.
  expect(await store.tokenById(tenant.id, old.id)).toMatchObject({ expiresAt: after(3600) })
  expect(await replaceBy(newToken('soon', { createdAt: after(60) }), after(120))).toBe(true)
  expect(await store.tokenById(tenant.id, old.id)).toMatchObject({ expiresAt: after(120) })
  expect(await replaceBy(newToken('late', { createdAt: after(120) }), after(180))).toBe(false)
  expect(await store.tokenByPublicId('late')).toBeUndefined()
})

test("a token is found among its own tenant's, page by page", async () => {
  const other = await store.ensureTenant({ ...tenant, id: randomUUID(), name: 'other' }, by())
  const [first, second] = [1, 2].map((at) => newToken(`t${at}`, { id: newUuid(after(at)) }))
  for (const token of [first!, second!]) await store.createToken(token, by())
  await store.createToken(newToken('theirs', { tenantId: other.id }), by())
  const page = await store.tokensOf({ tenantId: tenant.id }, { limit: 1 })
  expect(page.items.map(({ id }) => id)).toEqual([second!.id])
  const rest = await store.tokensOf({ tenantId: tenant.id }, { limit: 1, cursor: page.nextCursor! })
  expect(rest).toEqual({ items: [expect.objectContaining({ id: first!.id })] })
  expect(await store.tokenById(other.id, first!.id)).toBeUndefined()
  expect(await store.tokenById(tenant.id, 'no id')).toBeUndefined()
  await expect(store.tenants({ limit: 1, cursor: page.nextCursor! })).rejects.toThrow(CursorError)
})

test('a tenant goes with its tokens and webhooks, unless it has documents', async () => {
  await store.createToken(newToken('abc'), by())
  const webhook = { id: randomUUID(), url: 'https://a.test', types: [], secret: Buffer.from('s') }
  await store.createWebhook({ ...webhook, tenantId: tenant.id, createdAt: start, max: 1 }, by())
  const busy = await store.ensureTenant({ ...tenant, id: randomUUID(), name: 'busy' }, by())
  await store.acceptDocument(newAccept(busy.id))
  expect(await store.removeTenant(busy.id, by())).toBe(false)
  expect(await store.removeTenant(tenant.id, by())).toBe(true)
  expect(await store.removeTenant(tenant.id, by())).toBe(false)
  expect(await store.tokenByPublicId('abc')).toBeUndefined()
  expect((await pool.query('select from webhooks')).rows).toEqual([])
  expect(await store.tenantById(busy.id)).toStrictEqual(busy)
})

test('a tenant keeps what is not changed, and its name from others', async () => {
  await store.ensureTenant({ ...tenant, id: randomUUID(), name: 'other' }, by())
  expect(await store.changeTenant({ id: tenant.id, duplicates: 'warn' }, by())).toEqual({
    kind: 'changed',
  })
  expect(await store.tenantById(tenant.id)).toStrictEqual({ ...tenant, duplicates: 'warn' })
  expect(await store.changeTenant({ id: tenant.id, name: 'other' }, by())).toEqual({
    kind: 'name-taken',
  })
  expect(await store.createTenant({ ...tenant, id: randomUUID() }, by())).toBe(false)
})

test('of ten tokens at once a tenant gets as many as it may have, ended ones aside', async () => {
  await store.createToken(newToken('ended', { expiresAt: start }), by())
  await store.createToken(newToken('revoked'), by())
  await store.revokeToken('revoked', by(start))
  const stored = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      store.createToken({ ...newToken(`t${index}`), max: 3 }, by()),
    ),
  )
  expect(stored.filter(Boolean)).toHaveLength(3)
})

test('a token that is replaced counts until it ends', async () => {
  const old = newToken('old', { expiresAt: after(3600) })
  await store.createToken(old, by())
  const replaceBy = (name: string, until: Date) =>
    store.replaceToken({ id: old.id, next: newToken(name), until, max: 1 }, by())
  expect(await replaceBy('beside', after(60))).toBe(false)
  expect(await replaceBy('instead', start)).toBe(true)
})
