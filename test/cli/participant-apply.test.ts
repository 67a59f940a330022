// `fourcorner participant apply` against the sandbox's SMP, which answers writes as phoss SMP does:
// what is written is found by plan and lookup, and what ends a run, or lets it go on.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { withRegistrar } from '../../src/cli/publication/open-registrar.ts'
import { readConfig } from '../../src/config/config.ts'
import { applyPublications } from '../../src/core/network/apply-publication.ts'
import { dropLeft } from '../../src/core/network/leaving-types.ts'
import { leaseTimes, takeLease } from '../../src/core/network/registrar-lease.ts'
import { servicesOf } from '../../src/core/network/registrations.ts'
import { formatIdentifier } from '../../src/peppol/index.ts'
import type { Sandbox } from '../../src/sandbox/index.ts'
import { usualState } from '../../src/sandbox/smp-request.ts'
import { startSandboxIn } from '../sandbox/shared.ts'
import { ask, groupBody, groupPath } from '../sandbox/smp-client.ts'
import { testDatabase } from '../store/database.ts'
import { linesIn, runParticipant } from './run-participant.ts'

const { store, pool, url: databaseUrl } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'fourcorner-apply-'))
const as4Url = 'http://127.0.0.1:8089/as4'
const settings = { DATABASE_URL: databaseUrl, DATA_DIR: folder, AS4_URL: as4Url }
let sandbox: Sandbox

beforeAll(async () => {
  const tenant = { id: crypto.randomUUID(), name: 'default', participants: ['*'] }
  const by = { actor: 'test', at: new Date() }
  await store.ensureTenant({ ...tenant, duplicates: 'warn' }, by)
  ;({ sandbox } = await startSandboxIn(folder))
})

afterEach(() => sandbox.setSmp(usualState))

afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

const run = (words: string, change: Record<string, string> = {}) =>
  runParticipant(words, { ...settings, ...change })
const apply = (words: string, change?: Record<string, string>) =>
  run(`apply --yes ${words}`, change)
const add = (id: string, types = 'invoice') => run(`add ${id} --types ${types}`)
/** What a version before left registered without a type that is in the SMP. */
const unregister = async (id: string) =>
  pool.query(
    'update registrations set document_types = document_types[1:1] where participant_id = $1',
    [id],
  )
const typesOf = async (id: string) => [
  ...new Set((await servicesOf({ store }, id))!.map((one) => formatIdentifier(one.documentType))),
]
const planned = async (id: string, change?: Record<string, string>) => {
  const said = await run(`plan ${id}`, change)
  return { code: said.code, ...linesIn(said)[0] }
}
const statusOf = async (id: string) => linesIn(await run(`status ${id}`))[0]

describe('what is registered', () => {
  it('is written with its group and types, once', async () => {
    const id = '9915:published'
    expect(await statusOf(id)).toBeUndefined()
    await add(id, 'invoice,pint-eu')
    expect((await planned(id)).code).toBe(1)
    const types = await typesOf(id)
    const said = await apply(id)
    expect([said.code, said.err]).toEqual([0, ''])
    const done = { participant: id, outcome: 'published' }
    expect(linesIn(said)).toEqual([{ ...done, written: ['group', ...types] }])
    const smp = sandbox.settings.smp!.url
    expect(await planned(id)).toMatchObject({ code: 0, steps: [], unknown: [], smp })
    expect(linesIn(await apply(id))).toEqual([{ ...done, written: [] }])
    expect(await statusOf(id)).toMatchObject({
      ...{ participant: id, state: 'published', types: { published: types.length } },
    })
  })

  it('is asked about, and not written where nobody can answer', async () => {
    const id = '9915:asked'
    await add(id)
    const said = await run(`apply ${id}`)
    expect([said.code, said.out]).toEqual([1, ''])
    expect(said.err).toContain('say --yes')
    expect((await planned(id)).steps[0]).toMatchObject({ step: 'create-group' })
  })

  it('is shown to people line by line before they are asked', async () => {
    const id = '9915:shown'
    await add(id)
    Object.defineProperty(process.stdout, 'isTTY', { value: true, configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(process.stdout, 'isTTY'))
    const { err } = await run(`apply ${id}`)
    expect(err).toMatch(/^9915:shown {2}[^\n]*\n {2}[^\n]+\n/)
  })

  it('is not looked at with settings that are wrong, each on a line', async () => {
    const said = await run('plan', { SMP_URL: 'https://smp.example', SMP_USER: 'us' })
    expect(said.code).toBe(2)
    expect(said.err.split('\n').slice(1, -1)).toEqual([
      expect.stringMatching(/^ {2}SMP_[A-Z_]+: /),
      expect.stringMatching(/^ {2}SMP_[A-Z_]+: /),
    ])
  })

  it('is refused when its registration is gone by then', async () => {
    const id = '9915:gone'
    await add(id)
    await apply(id)
    await pool.query('delete from publications where participant_id = $1', [id])
    const gone = (await store.registrationOf(id))!
    await store.removeRegistration(gone, { actor: 'test', at: new Date() })
    const wish = { participants: [id], replace: [], all: false }
    await withRegistrar(readConfig(settings), store, async ({ needs, facts, writerUnder }) => {
      const lease = (await takeLease(store, leaseTimes))!
      const applying = { ...needs, store, lease, writer: writerUnder(lease), actor: 'test' }
      for await (const one of applyPublications(applying, facts, wish))
        expect(one).toMatchObject({ outcome: 'refused', code: 'not-registered-here', written: [] })
      await lease.end()
    })
    expect(await store.publications(id)).toEqual([])
  })

  it('is left alone while others publish it, until it is named, and is ours then', async () => {
    const id = '9915:elsewhere'
    const by = { actor: 'test', at: new Date() }
    const publishedBy = async () => (await store.registrationOf(id))?.publishedBy
    await add(id)
    await store.setPublishedBy({ participant: id, publishedBy: 'elsewhere' }, by)
    const all = linesIn(await run('plan')).find(({ participant }) => participant === id)
    expect(all).toMatchObject({ steps: [], notes: [{ code: 'published-elsewhere' }] })
    expect((await planned(id)).steps[0]).toMatchObject({ step: 'create-group' })
    expect(await publishedBy()).toBe('elsewhere')
    expect(linesIn(await apply(id))).toMatchObject([{ outcome: 'published' }])
    expect(await publishedBy()).toBe('us')
    // What is in our SMP as it is registered is adopted by a look.
    await store.setPublishedBy({ participant: id, publishedBy: 'elsewhere' }, by)
    expect(await planned(id)).toMatchObject({ code: 0, steps: [] })
    expect(await publishedBy()).toBe('us')
  })

  it('is changed where it differs', async () => {
    const id = '9915:changed'
    await add(id, 'invoice,credit-note')
    await apply(id)
    await unregister(id)
    const [kept] = await typesOf(id)
    const moved = { AS4_URL: 'http://127.0.0.1:9000/as4', AS4_FORMER_URLS: as4Url }
    const said = await apply(id, moved)
    expect([said.code, linesIn(said)[0].written]).toEqual([0, [kept]])
    expect((await planned(id, moved)).code).toBe(0)
    expect((await planned(id)).refusals[0]).toMatchObject({ code: 'endpoint.of-another' })
    // Theirs it seems, until it is to be replaced.
    expect(linesIn(await apply(id))).toMatchObject([
      { outcome: 'refused', written: [], code: 'endpoint.of-another' },
    ])
    // What is refused was not read back.
    await pool.query(
      `update publications set state = 'written'
       where participant_id = $1 and document_type = $2`,
      [id, kept],
    )
    await apply(id)
    expect((await statusOf(id)).types).toMatchObject({ written: 1 })
    expect((await apply(`--replace ${id} -- ${id}`)).code).toBe(0)
    expect((await planned(id)).code).toBe(0)
  })

  it('loses a type when it is withdrawn, and is served for another day', async () => {
    const id = '9915:leaving'
    await add(id, 'invoice,credit-note')
    await apply(id)
    const [, gone] = await typesOf(id)
    await expect(run(`change ${id} --types invoice`)).rejects.toMatchObject({
      ...{ code: 'registration.published', detail: expect.stringContaining('--unpublish') },
    })
    await run(`change ${id} --types invoice --unpublish`)
    const served = async () => (await typesOf(id)).length
    const later = (hours: number) => ({
      store,
      now: () => new Date(Date.now() + hours * 3_600_000),
    })
    // It is still in the SMP.
    await dropLeft(later(0))
    await dropLeft(later(30))
    expect(await served()).toBe(2)
    expect(await planned(id)).toMatchObject({
      ...{ code: 1, steps: [{ step: 'delete-type', documentType: gone }] },
    })
    expect(linesIn(await apply(id))).toMatchObject([{ outcome: 'published', written: [gone] }])
    expect((await planned(id)).code).toBe(0)
    await dropLeft(later(0))
    await dropLeft(later(23))
    expect(await served()).toBe(2)
    await dropLeft(later(25))
    expect(await served()).toBe(1)
    expect(await planned(id)).toMatchObject({ code: 0, unknown: [] })
  })

  it('loses a type that was written from here and is not registered, if asked to', async () => {
    const id = '9915:pruned'
    await add(id, 'invoice,credit-note')
    await apply(id)
    const [, gone] = await typesOf(id)
    await unregister(id)
    expect(linesIn(await apply(id))).toMatchObject([{ outcome: 'published', written: [] }])
    expect((await planned(id)).unknown).toEqual([gone])
    const said = await apply(`--prune ${id}`)
    expect(linesIn(said)).toMatchObject([{ outcome: 'published', written: [gone] }])
    expect((await planned(id)).unknown).toEqual([])
    expect((await statusOf(id)).types).toEqual({ published: 1 })
  })

  it('keeps a type that was not written from here', async () => {
    const id = '9915:unpruned'
    await add(id, 'invoice,credit-note')
    await apply(id)
    const [, gone] = await typesOf(id)
    await pool.query('delete from publications where document_type = $1', [gone])
    await run(`change ${id} --types invoice`)
    expect(linesIn(await apply(`--prune ${id}`))).toMatchObject([{ written: [] }])
    expect((await planned(id)).unknown).toEqual([gone])
  })

  it('is left where another user of the SMP has it', async () => {
    const id = '9915:theirs'
    const { url, other } = sandbox.settings.smp!
    const put = { as: `Bearer ${other!.token}`, body: groupBody(id) }
    expect(await ask(url + groupPath(id), 'PUT', put)).toMatchObject({ status: 200 })
    await add(id)
    expect(linesIn(await apply(id))).toMatchObject([
      { outcome: 'refused', written: [], code: 'group.of-another-user' },
    ])
  })
})

describe('an answer of the SML', () => {
  it('that was lost is repaired in the same run', async () => {
    const id = '9915:lost'
    await add(id)
    sandbox.setSmp({ sml: 'lost' })
    expect(linesIn(await apply(id))).toMatchObject([{ outcome: 'published' }])
    expect((await planned(id)).code).toBe(0)
  })

  it.each(['badRequest', 'drop', 'html500'] as const)('like %s repeats nothing', async (sml) => {
    const id = `9915:${sml}`.toLowerCase()
    await add(id)
    sandbox.setSmp({ sml, explains: false })
    const said = await apply(id)
    expect([said.code, linesIn(said)]).toMatchObject([
      1,
      [{ outcome: 'failed', written: [], code: 'smp.outcome-unknown' }],
    ])
    expect(await statusOf(id)).toMatchObject({
      ...{ state: 'creating', detail: expect.stringMatching(/nothing is repeated/) },
    })
    sandbox.setSmp(usualState)
    expect((await apply(id)).code).toBe(0)
    expect(await statusOf(id)).toMatchObject({ state: 'published' })
    expect(await statusOf(id)).not.toHaveProperty('detail')
  })

  it('that is a refusal leaves a participant that can be removed', async () => {
    const id = '9915:never-begun'
    await add(id)
    const outcomes: unknown[] = []
    await withRegistrar(readConfig(settings), store, async ({ needs, facts, writerUnder }) => {
      // The SMP stops taking writes after it was looked at.
      sandbox.setSmp({ isWritable: false })
      const lease = (await takeLease(store, leaseTimes))!
      onTestFinished(() => lease.end())
      const applying = { ...needs, store, lease, writer: writerUnder(lease), actor: 'test' }
      const wish = { participants: [id], replace: [], all: false }
      for await (const one of applyPublications(applying, facts, wish)) outcomes.push(one)
      await lease.end()
    })
    const stopped = expect.stringContaining('A setting of the SMP')
    expect(outcomes).toMatchObject([{ code: 'smp.setting', stops: true }, { stopped }])
    expect(await store.publications(id)).toEqual([])
    expect((await run(`remove ${id}`)).code).toBe(0)
  })

  it('for a type that was lost leaves what can be pruned', async () => {
    const id = '9915:lost-type'
    await add(id, 'invoice,credit-note')
    const [, gone] = await typesOf(id)
    sandbox.setSmp({ answers: 'lost' })
    await apply(id)
    sandbox.setSmp({ answers: 'all' })
    expect((await apply(id)).code).toBe(0)
    const path = `${groupPath(id)}/services/${encodeURIComponent(gone!)}`
    const { url, token } = sandbox.settings.smp!
    expect(await ask(url + path, 'DELETE', { as: `Bearer ${token}` })).toMatchObject({
      status: 200,
    })
    await pool.query('delete from publications where participant_id = $1 and document_type = $2', [
      ...[id, gone],
    ])
    sandbox.setSmp({ answers: 'lost' })
    expect(linesIn(await apply(id))).toMatchObject([{ outcome: 'published', written: [] }])
    sandbox.setSmp({ answers: 'all' })
    await unregister(id)
    expect(linesIn(await apply(`--prune ${id}`))).toMatchObject([{ written: [gone] }])
    expect((await planned(id)).unknown).toEqual([])
  })

  it('that does not come leaves the participant waiting for DNS', async () => {
    const id = '9915:waiting'
    await add(id)
    await apply(id)
    sandbox.sml.remove(id, 'SANDBOX-SMP')
    const said = await apply(id)
    expect([said.code, linesIn(said)]).toMatchObject([
      1,
      [{ outcome: 'waiting-for-dns', written: [] }],
    ])
    const waiting = await statusOf(id)
    expect(waiting).toMatchObject({ state: 'waiting-for-dns' })
    await apply(id)
    expect((await statusOf(id)).since).toBe(waiting.since)
  })
})

describe('a run', () => {
  const named = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, at) => `9915:${prefix}${at}`)

  it('stops after three failures in a row', async () => {
    const ids = named(4, 'fails')
    for (const id of ids) await add(id)
    sandbox.setSmp({ sml: 'internal' })
    const said = await apply(ids.join(' '))
    expect(said.code).toBe(1)
    expect(linesIn(said).map(({ participant }) => participant)).toEqual(ids.slice(0, 3))
    expect(said.err).toBe('3 participants failed one after the other.\n')
  })

  it('changes fifty participants, and more if that is said', async () => {
    const ids = named(52, 'many')
    const tenantId = (await store.tenants({ limit: 1 })).items[0]!.id
    const by = { actor: 'test', at: new Date() }
    const [invoice = ''] = await typesOf('9915:waiting')
    for (const participant of ids)
      await store.addRegistration(
        {
          ...{ id: crypto.randomUUID(), participant, tenantId, documentTypes: [invoice] },
          ...{ createdAt: by.at, byOperator: true },
        },
        by,
      )
    const said = await apply(ids.join(' '))
    expect(said.code).toBe(1)
    const outcomes = linesIn(said).map(({ outcome }) => outcome)
    expect(outcomes).toEqual([...Array(50).fill('published'), 'pending'])
    expect(said.err).toContain('A run changes 50 participants')
    // What is right already does not count.
    expect((await apply(ids.join(' '))).code).toBe(0)
  }, 60_000)

  it('begins with those whose group was begun', async () => {
    const ids = named(3, 'order')
    for (const id of ids) await add(id)
    const epoch = (await store.takeRegistrarLease(60_000))!
    const note = { epoch, state: 'creating', at: new Date(), by: 'test' } as const
    await store.notePublication({ ...note, participant: ids[2]! })
    await store.endRegistrarLease(epoch)
    const said = await apply(ids.join(' '))
    expect(linesIn(said).map(({ participant }) => participant)).toEqual([ids[2], ids[0], ids[1]])
  })

  it('waits for what it has written, and stops when that never comes', async () => {
    const id = '9915:differs'
    await add(id)
    await apply(id)
    // As if the SMP served what it had before.
    const change = { AS4_URL: 'http://127.0.0.1:9000/as4', AS4_FORMER_URLS: as4Url }
    await apply(id, change)
    await pool.query(
      `update publications set state = 'written' where participant_id = $1 and sha256 is not null`,
      [id],
    )
    const back = { AS4_URL: as4Url, AS4_FORMER_URLS: change.AS4_URL }
    const { url, token } = sandbox.settings.smp!
    const path = `${groupPath(id)}/services/${encodeURIComponent((await typesOf(id))[0]!)}`
    expect(await ask(url + path, 'DELETE', { as: `Bearer ${token}` })).toMatchObject({
      status: 200,
    })
    await apply(id, back)
    expect(await ask(url + path, 'DELETE', { as: `Bearer ${token}` })).toMatchObject({
      status: 200,
    })
    await pool.query(
      `update publications set state = 'written', since = since - interval '1 minute'
       where participant_id = $1 and sha256 is not null`,
      [id],
    )
    expect(linesIn(await apply(id, back))).toMatchObject([
      { outcome: 'pending', written: [], code: 'publication.not-read-back' },
    ])
    await pool.query(
      `update publications set since = since - interval '15 minutes' where participant_id = $1`,
      [id],
    )
    const said = await apply(id, back)
    expect([said.code, linesIn(said)]).toMatchObject([
      1,
      [{ outcome: 'failed', code: 'publication.differs', stops: true }],
    ])
    expect((await statusOf(id)).types).toEqual({ differs: 1 })
    // Whoever begins another run wants it written again.
    expect((await apply(id, back)).code).toBe(0)
  })

  it.each([
    ['lets nobody write', { isWritable: false }, /REST clients/],
    ['has no SML', { hasSml: false }, /no SML/],
  ])('writes nothing where the SMP %s', async (_, state, words) => {
    sandbox.setSmp(state)
    const said = await apply('9915:asked')
    expect([said.code, said.out]).toEqual([2, ''])
    expect(said.err).toMatch(words)
  })

  it('writes nothing after a restore, until the queue is resumed', async () => {
    await store.pauseRestored({ since: new Date(), actor: 'test' })
    const said = await apply('9915:asked')
    expect([said.code, said.out]).toEqual([2, ''])
    expect(said.err).toMatch(/^The gateway was started with --paused-after-restore/)
    await store.resumeQueue({ now: new Date(), actor: 'test' })
    expect((await apply('9915:asked')).code).toBe(0)
  })

  it('is waited for by another', async () => {
    const id = '9915:waits'
    await add(id)
    // Each try to take the lease is counted.
    await pool.query(`
      create sequence tries;
      create function count_try() returns trigger language plpgsql as
        $$ begin perform nextval('tries'); return new; end $$;
      create trigger count_try before insert on registrar_lease
        for each row execute function count_try()`)
    onTestFinished(async () => {
      await pool.query('drop function count_try cascade; drop sequence tries')
    })
    const tries = async () =>
      Number((await pool.query('select last_value from tries')).rows[0].last_value)
    const epoch = (await store.takeRegistrarLease(60_000))!
    const second = apply(id)
    await expect.poll(tries, { timeout: 20_000 }).toBeGreaterThan(2)
    expect(await store.publications(id)).toEqual([])
    await store.endRegistrarLease(epoch)
    expect((await second).code).toBe(0)
    expect((await planned(id)).steps).toEqual([])
  })

  it('removes nobody, also where nothing is registered any more', async () => {
    const id = '9915:left'
    await add(id)
    await apply(id)
    const tenantId = (await store.tenants({ limit: 1 })).items[0]!.id
    const by = { actor: 'test', at: new Date() }
    await store.removeRegistration({ tenantId, participant: id }, by)
    const said = await run('apply --yes --json')
    expect(linesIn(said).some(({ participant }) => participant === id)).toBe(false)
    expect((await planned(id)).notes).toMatchObject([{ code: 'not-registered-here' }])
  }, 60_000)
})
