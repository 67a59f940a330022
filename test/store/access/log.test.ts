// The log of the installation: each change of what belongs to it leaves a line that says who made
// it, and holds no secret.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { installationLog, isLogLineIntact, type LogLine } from '../../../src/store/index.ts'
import { testDatabase } from '../database.ts'
import { after, by, newTenant, start } from '../records.ts'

const { store, pool, empty } = await testDatabase()
let tenantId: string

beforeEach(async () => {
  await empty()
  tenantId = await newTenant(store)
})

const secret = Buffer.from('5ec7e75ec7e75ec7e75ec7e75ec7e7ff', 'utf8')
const secrets = [secret.toString('hex'), secret.toString('base64'), secret.toString()]

const newToken = (publicId: string) => ({
  ...{ id: randomUUID(), publicId, name: 'erp', scopes: ['pdf'], tenantId, secretSha256: secret },
  ...{ environment: 'live' as const, createdAt: start, expiresAt: after(3600) },
})
const newWebhook = () => ({
  ...{ id: randomUUID(), tenantId, types: [], createdAt: start, secret, max: 20 },
  url: 'https://erp:geheim@erp.example.com:8443/hooks/T0K3N?key=geheim#geheim',
})
const newRegistration = () => ({
  ...{ id: randomUUID(), participant: '0208:0123456749', tenantId, documentTypes: ['a::b'] },
  ...{ country: 'BE', createdAt: start, byOperator: true },
})

async function lines(chain = tenantId): Promise<LogLine[]> {
  const { items } = await store.logPage({ chain }, { limit: 100 })
  return items.reverse()
}

/** The lines after the first, which says that the tenant was created. */
async function told(chain?: string): Promise<[string, string, unknown][]> {
  return (await lines(chain))
    .slice(1)
    .map(({ event, subject, detail }) => [event, subject, JSON.parse(detail)])
}

test('a token is created, changed, replaced and revoked, with who did it and when', async () => {
  const token = newToken('abc')
  await store.createToken(token, by(after(1)))
  await store.changeToken({ id: token.id, name: 'erp 2' }, by(after(2)))
  await store.changeToken({ id: token.id, name: 'erp 2' }, by(after(2)))
  const next = newToken('next')
  await store.replaceToken({ id: token.id, next, until: after(9) }, by(after(3)))
  await store.revokeToken('abc', { actor: 'command', at: after(4) })
  await store.revokeToken('abc', by(after(5)))
  await store.noteTokenUse(next.id, after(6))
  const created = { name: 'erp', environment: 'live', scopes: ['pdf'] }
  const expiresAt = after(3600).toISOString()
  expect(await told()).toEqual([
    ['token.created', token.id, { ...created, publicId: 'abc', expiresAt }],
    ['token.changed', token.id, { name: 'erp 2' }],
    ['token.rotated', token.id, { expiresAt: after(9).toISOString() }],
    ['token.created', next.id, { ...created, publicId: 'next', expiresAt }],
    ['token.revoked', token.id, { revokedAt: after(4).toISOString() }],
  ])
  const all = await lines()
  expect(all.map(({ actor }) => actor)).toEqual([...Array(5).fill('test'), 'command'])
  expect(all.at(-1)).toMatchObject({ at: after(4), chain: tenantId, sequence: 6 })
})

test('a tenant is told of in its own chain and in that of the installation', async () => {
  await store.changeTenant({ id: tenantId, duplicates: 'refuse' }, by())
  await store.changeTenant({ id: tenantId, duplicates: 'warn', name: 'renamed' }, by())
  await store.changeTenant({ id: tenantId, participants: ['0208:1', '0208:2'] }, by())
  await store.addParticipants({ tenantId, participants: ['0208:3'] }, by())
  await store.createToken(newToken('abc'), by())
  await store.removeTenant(tenantId, by(after(1)))
  const changes = [
    ['tenant.changed', tenantId, { duplicates: 'warn', name: 'renamed' }],
    [
      ...['tenant.changed', tenantId],
      { participantsAdded: ['0208:1', '0208:2'], participantsRemoved: ['0208:0123456749'] },
    ],
    ['tenant.changed', tenantId, { participantsAdded: ['0208:3'] }],
  ]
  const removed = ['tenant.removed', tenantId, { name: 'renamed' }]
  expect(await told(installationLog)).toEqual([...changes, removed])
  const [first] = await lines()
  expect(first).toMatchObject({ event: 'tenant.created', subject: tenantId })
  const participants = ['0208:0123456749']
  expect(JSON.parse(first!.detail)).toEqual({ name: 'main', duplicates: 'refuse', participants })
  // The chain of a tenant that was removed stays.
  expect((await told()).slice(0, 3)).toEqual(changes)
  expect((await told()).slice(4).sort()).toEqual([
    removed,
    ['token.removed', expect.any(String), { publicId: 'abc', name: 'erp' }],
  ])
})

test('a registration is added, changed and removed', async () => {
  const added = newRegistration()
  await store.addRegistration(added, by())
  await store.addRegistration({ ...newRegistration(), participant: '0208:2' }, by())
  await store.changeRegistration({ ...added, country: 'NL' }, by())
  await store.changeRegistration({ ...added, country: 'NL' }, by())
  await store.removeRegistration(added, by())
  const facts = { documentTypes: ['a::b'], country: 'BE' }
  const lines = await told()
  expect(lines.filter(([event]) => event !== 'tenant.changed')).toEqual([
    ['registration.added', '0208:0123456749', facts],
    ['registration.added', '0208:2', facts],
    ['registration.changed', '0208:0123456749', { country: 'NL' }],
    ['registration.removed', '0208:0123456749', {}],
  ])
  // What an operator registers is added to the list.
  const listed = ['tenant.changed', tenantId, { participantsAdded: ['0208:2'] }]
  expect(lines).toContainEqual(listed)
  expect(lines).toHaveLength(5)
})

test('a webhook is told of without its secrets, and by which address', async () => {
  const webhook = newWebhook()
  const { id } = webhook
  await store.createWebhook(webhook, by())
  await store.changeWebhook({ id, enabled: false }, by())
  await store.changeWebhook({ id, enabled: true, types: ['inbound.received'] }, by())
  await store.changeWebhook({ id, url: `${webhook.url}2` }, by())
  await store.changeWebhook({ id, url: `${webhook.url}2` }, by())
  await store.replaceWebhookSecret({ id, secret: Buffer.alloc(9), until: after(1) }, by())
  await store.deleteWebhook(id, by())
  const url = 'https://erp.example.com:8443'
  expect(await told()).toEqual([
    ['webhook.created', id, { url, types: [], enabled: true }],
    ['webhook.disabled', id, { enabled: false }],
    ['webhook.enabled', id, { enabled: true, types: ['inbound.received'] }],
    ['webhook.changed', id, { url }],
    ['webhook.secret-rotated', id, {}],
    ['webhook.deleted', id, { url }],
  ])
})

test.each([
  ['https://u:p@h.example/x', 'https://h.example'],
  ['https://u:p@x:y@h.example:1', 'https://h.example:1'],
  ['https:\\\\u:p@h.example\\x@y', 'https://h.example'],
  ['https:u:p@h.example?a@b', 'https://h.example'],
  ['http://[::1]:80/#@', 'http://[::1]:80'],
])('of the address %s, %s is told', async (url, shown) => {
  await store.createWebhook({ ...newWebhook(), url }, by())
  expect(await told()).toEqual([
    ['webhook.created', expect.any(String), expect.objectContaining({ url: shown })],
  ])
})

test('nothing in the log is a secret, or what one is kept as', async () => {
  await store.createToken(newToken('abc'), by())
  await store.createWebhook(newWebhook(), by())
  await pool.query('update tokens set secret_sha256 = $1', [Buffer.alloc(32)])
  const { rows } = await pool.query('select log_lines::text as line from log_lines')
  const text = rows.map(({ line }) => line).join('\n')
  for (const word of [...secrets, 'geheim', 'T0K3N']) expect(text).not.toContain(word)
  expect((await told()).at(-1)).toEqual(['token.changed', expect.any(String), expect.anything()])
})

test('a pause is in the chain of the installation', async () => {
  await store.pauseQueue({ since: start, actor: 'token:1' })
  await store.pauseQueue({ since: start, actor: 'token:2' })
  await store.pauseQueue({ receiver: '0208:1', since: start, actor: 'token:1' })
  await store.pauseRestored({ since: start, actor: 'start' })
  await store.resumeQueue({ now: after(1), actor: 'token:3' })
  const told = (await lines(installationLog)).slice(1)
  expect(told.map(({ event, subject, actor }) => `${event} ${subject} ${actor}`)).toEqual([
    'queue.paused all token:1',
    'queue.paused 0208:1 token:1',
    'queue.paused restored start',
    expect.stringMatching(/^queue.resumed (all|restored) token:3$/),
    expect.stringMatching(/^queue.resumed (all|restored) token:3$/),
  ])
})

test('a delivery to a webhook leaves no line, unless it disables it', async () => {
  const webhook = newWebhook()
  await store.createWebhook(webhook, by())
  const before = await lines()
  await pool.query('update webhooks set failures = failures + 1, enabled = enabled')
  expect(await lines()).toEqual(before)
  await pool.query(
    `update webhooks set enabled = false, disabled_at = now(), disabled_reason = 'x'`,
  )
  expect((await lines()).slice(before.length)).toMatchObject([
    { event: 'webhook.disabled', actor: 'gateway', subject: webhook.id },
  ])
})

test('a change that is undone leaves no line, and one by other programs does', async () => {
  const before = await lines()
  await store.createTenant({ id: randomUUID(), name: 'other', ...lists }, by())
  const taken = await store.changeTenant({ id: tenantId, name: 'other' }, by())
  expect(taken).toEqual({ kind: 'name-taken' })
  expect(await lines()).toEqual(before)
  await pool.query("update tenants set duplicates = 'warn' where id = $1", [tenantId])
  expect((await lines()).at(-1)).toMatchObject({ event: 'tenant.changed', actor: 'unknown' })
})
const noId = '00000000-0000-0000-0000-000000000000'
const lists = { participants: [], duplicates: 'warn' as const }

test('the chains are intact by the same hash, and nothing in them can be changed', async () => {
  await store.createToken({ ...newToken('abc'), name: '"\\ \u0001é\u2028' }, by())
  await pool.query("update tenants set name = 'x'")
  const all = await store.logLinesAfter({ chain: noId, sequence: 0 }, 100)
  expect(all.map(({ chain, sequence }) => [chain, sequence])).toEqual([
    ...[
      [installationLog, 1],
      [installationLog, 2],
    ],
    ...[
      [tenantId, 1],
      [tenantId, 2],
      [tenantId, 3],
    ],
  ])
  for (const [index, line] of all.entries()) {
    const before = line.sequence === 1 ? undefined : all[index - 1]
    expect(isLogLineIntact(line, before)).toBe(true)
    for (const change of [{ actor: 'x' }, { detail: '{}' }, { at: after(9) }, { subject: 'x' }])
      expect(isLogLineIntact({ ...line, ...change }, before)).toBe(false)
  }
  for (const statement of ["update log_lines set actor = 'x'", 'delete from log_lines'])
    await expect(pool.query(statement)).rejects.toThrow(/append-only/)
  await expect(pool.query('truncate log_lines')).rejects.toThrow(/append-only/)
})

test('many changes at once have one place each', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `t${index}`)
  await Promise.all(names.map((name) => newTenant(store, name)))
  const sequences = (await lines(installationLog)).map(({ sequence }) => sequence)
  expect(sequences).toEqual(Array.from({ length: 41 }, (_, index) => index + 1))
})

test('a page has the newest lines first, of what is asked for', async () => {
  const token = newToken('abc')
  await store.createToken(token, by(after(1)))
  await store.revokeToken('abc', by(after(2)))
  const page = await store.logPage({ chain: tenantId }, { limit: 2 })
  expect(page.items.map(({ event }) => event)).toEqual(['token.revoked', 'token.created'])
  const rest = await store.logPage({ chain: tenantId }, { limit: 2, cursor: page.nextCursor! })
  expect(rest).toEqual({ items: [expect.objectContaining({ event: 'tenant.created' })] })
  const of = async (filter: object) =>
    (await store.logPage(filter, { limit: 9 })).items.map(({ event, chain }) =>
      chain === tenantId ? event : `installation ${event}`,
    )
  expect(await of({})).toEqual([
    ...['token.revoked', 'token.created'],
    ...['installation tenant.created', 'tenant.created'],
  ])
  expect(await of({ chain: installationLog })).toEqual(['installation tenant.created'])
  expect(await of({ chain: tenantId, events: ['token.created'] })).toEqual(['token.created'])
  expect(await of({ from: after(1), to: after(2) })).toEqual(['token.created'])
  expect(await of({ chain: randomUUID() })).toEqual([])
  expect(await of({ chain: 'x' })).toEqual([])
})
