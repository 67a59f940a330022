// `fourcorner participant remove ID --unpublish` against the sandbox's SMP: withdrawn, read back,
// served for another day, and then removed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import { removeTenant } from '../../src/core/access/tenants.ts'
import { removeWithdrawn } from '../../src/core/published-registrations.ts'
import type { Sandbox } from '../../src/sandbox/index.ts'
import { usualState } from '../../src/sandbox/smp-request.ts'
import { startSandboxIn } from '../sandbox/shared.ts'
import { ask, groupPath } from '../sandbox/smp-client.ts'
import { testDatabase } from '../store/database.ts'
import { linesIn, runParticipant } from './run-participant.ts'

const { store, pool, url: databaseUrl } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'fourcorner-unpublish-'))
const settings = {
  ...{ DATABASE_URL: databaseUrl, DATA_DIR: folder, AS4_URL: 'http://127.0.0.1:8089/as4' },
}
const tenantId = crypto.randomUUID()
let sandbox: Sandbox

beforeAll(async () => {
  const tenant = { id: tenantId, name: 'default', participants: ['*'] }
  const by = { actor: 'test', at: new Date() }
  await store.ensureTenant({ ...tenant, duplicates: 'warn' }, by)
  ;({ sandbox } = await startSandboxIn(folder))
})

afterEach(() => sandbox.setSmp(usualState))

afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

const run = (words: string) => runParticipant(words, settings)
const unpublish = (id: string) => run(`remove ${id} --unpublish --confirm ${id}`)

async function publish(id: string): Promise<void> {
  await run(`add ${id} --types invoice,credit-note`)
  expect((await run(`apply --yes ${id}`)).code).toBe(0)
}

async function isInSmp(id: string): Promise<boolean> {
  const { status } = await ask(sandbox.settings.smp!.url + groupPath(id), 'GET', {})
  return status === 200
}

it('withdraws, and removes a day later what nothing else removes', async () => {
  const id = '9915:withdrawn'
  await publish(id)
  await expect(run(`remove ${id}`)).rejects.toMatchObject({
    ...{ code: 'registration.published', detail: expect.stringContaining('--unpublish') },
  })
  const removal = removeTenant({ store, now: () => new Date() }, { id: tenantId, actor: 'test' })
  await expect(removal).rejects.toMatchObject({ code: 'registration.published' })
  const said = await unpublish(id)
  expect([said.code, linesIn(said)]).toEqual([0, [{ participant: id, outcome: 'withdrawn' }]])
  expect(await isInSmp(id)).toBe(false)
  // It is still served, and no run publishes it again.
  await expect(run(`remove ${id}`)).rejects.toMatchObject({
    detail: expect.stringContaining('less than a day ago'),
  })
  const plan = await run(`plan ${id}`)
  expect([plan.code, linesIn(plan)]).toMatchObject([
    0,
    [{ steps: [], notes: [{ code: 'withdrawn' }] }],
  ])
  expect(linesIn(await run(`apply --yes ${id}`))).toEqual([])
  const soon = () => new Date(Date.now() + 23 * 3_600_000)
  await removeWithdrawn({ store, now: soon })
  expect(await store.registrationOf(id)).toBeDefined()
  const later = () => new Date(Date.now() + 25 * 3_600_000)
  // It may have been published again after the backup.
  await store.pauseRestored({ since: new Date(), actor: 'test' })
  onTestFinished(async () => void (await store.resumeQueue({ now: new Date(), actor: 'test' })))
  await removeWithdrawn({ store, now: later })
  expect(await store.registrationOf(id)).toBeDefined()
  await store.resumeQueue({ now: new Date(), actor: 'test' })
  await removeWithdrawn({ store, now: later })
  expect(await store.registrationOf(id)).toBeUndefined()
  expect(await store.publications(id)).toEqual([])
})

it('wants the identifier once more', async () => {
  const id = '9915:confirmed'
  await publish(id)
  for (const words of [
    `remove ${id} --unpublish`,
    `remove ${id} --unpublish --confirm 9915:other`,
  ]) {
    const said = await run(words)
    expect([said.code, said.out]).toEqual([2, ''])
    expect(said.err).toContain(`--confirm ${id}`)
  }
  expect(await isInSmp(id)).toBe(true)
})

it('repairs a lost answer of the SML', async () => {
  const id = '9915:lost'
  await publish(id)
  sandbox.setSmp({ sml: 'lost' })
  expect(linesIn(await unpublish(id))).toMatchObject([{ outcome: 'withdrawn' }])
  expect(await isInSmp(id)).toBe(false)
})

it('repeats nothing when the SML refuses, and goes on another time', async () => {
  const id = '9915:refused'
  await publish(id)
  sandbox.setSmp({ sml: 'internal' })
  const said = await unpublish(id)
  expect([said.code, linesIn(said)]).toMatchObject([
    1,
    [{ outcome: 'failed', code: 'smp.outcome-unknown' }],
  ])
  expect(await isInSmp(id)).toBe(true)
  // What is begun is not published again by the way.
  expect(linesIn(await run(`plan ${id}`))[0]).toMatchObject({ steps: [], notes: [{}] })
  sandbox.setSmp(usualState)
  expect((await unpublish(id)).code).toBe(0)
})

it('is given up, whether it was begun or done, when that is said', async () => {
  const id = '9915:given-up'
  await publish(id)
  sandbox.setSmp({ sml: 'internal' })
  await unpublish(id)
  sandbox.setSmp(usualState)
  const republish = `apply --yes --republish ${id} -- ${id}`
  expect(linesIn(await run(republish))).toMatchObject([{ outcome: 'published', written: [] }])
  expect((await store.publications(id))[0]).toMatchObject({ state: 'published' })
  expect((await unpublish(id)).code).toBe(0)
  expect(linesIn(await run(republish))).toMatchObject([
    { outcome: 'published', written: ['group', {}, {}].map(() => expect.any(String)) },
  ])
  const later = () => new Date(Date.now() + 25 * 3_600_000)
  await removeWithdrawn({ store, now: later })
  expect(await store.registrationOf(id)).toBeDefined()
})

it('takes back what the SML has and the SMP has not', async () => {
  const id = '9915:entry-alone'
  await run(`add ${id} --types invoice`)
  sandbox.sml.create(id, 'SANDBOX-SMP')
  const said = await unpublish(id)
  expect([said.code, linesIn(said)]).toEqual([0, [{ participant: id, outcome: 'withdrawn' }]])
  expect([sandbox.sml.smpOf(id), await isInSmp(id)]).toEqual([undefined, false])
})

it('waits for DNS after the group is gone, instead of beginning anew', async () => {
  const id = '9915:follows'
  await publish(id)
  await unpublish(id)
  sandbox.sml.create(id, 'SANDBOX-SMP')
  expect(linesIn(await unpublish(id))).toMatchObject([{ outcome: 'waiting-for-dns' }])
  expect(await isInSmp(id)).toBe(false)
})

it('leaves a new entry until DNS names the SMP, or the SML has lost it', async () => {
  const id = '9915:fresh'
  await publish(id)
  sandbox.sml.remove(id, 'SANDBOX-SMP')
  expect(linesIn(await run(`apply --yes ${id}`))).toMatchObject([{ outcome: 'waiting-for-dns' }])
  const said = await unpublish(id)
  expect([said.code, linesIn(said)]).toMatchObject([
    1,
    [{ outcome: 'waiting-for-dns', code: 'publication.too-fresh' }],
  ])
  expect(await isInSmp(id)).toBe(true)
  expect((await store.publications(id))[0]).toMatchObject({ state: 'waiting-for-dns' })
  await pool.query(
    `update publications set since = since - interval '1 hour' where participant_id = $1`,
    [id],
  )
  expect((await unpublish(id)).code).toBe(0)
  expect(await isInSmp(id)).toBe(false)
  // Published anew, it is in the SML again.
  const again = await run(`apply --yes --republish ${id} -- ${id}`)
  expect([again.code, linesIn(again)]).toMatchObject([0, [{ outcome: 'published' }]])
  expect([sandbox.sml.smpOf(id), await isInSmp(id)]).toEqual(['SANDBOX-SMP', true])
})

it('says with its exit code that an SMP which is down was not asked', async () => {
  const id = '9915:down'
  await publish(id)
  sandbox.setSmp({ answers: 'none' })
  const said = await unpublish(id)
  expect([said.code, said.out]).toEqual([2, ''])
  expect(said.err).toContain('SMP')
})

it('removes at once what was never in the SMP', async () => {
  await run('add 9915:never --types invoice')
  await run('remove 9915:never')
  expect(await store.registrationOf('9915:never')).toBeUndefined()
})
