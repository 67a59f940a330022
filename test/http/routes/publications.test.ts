// /api/v1/registrations/{id}/publication against the sandbox's SMP: who may ask for what, what is
// carried out in the background, and what is said of it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openMembership } from '../../../src/cli/join-network.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { Scope } from '../../../src/core/access/token.ts'
import { leaseTimes, takeLease } from '../../../src/core/network/registrar-lease.ts'
import { workPublications } from '../../../src/core/network/work-publications.ts'
import { usualState } from '../../../src/sandbox/smp-request.ts'
import { joinSandbox } from '../../../src/setup/membership.ts'
import { openPublishing } from '../../../src/setup/publishing.ts'
import { startSandboxIn } from '../../sandbox/shared.ts'
import { ask, groupPath } from '../../sandbox/smp-client.ts'
import { openTestGateway } from '../gateway.ts'

const test = await openTestGateway()
const { store, peppolAccess } = test.gateway
const folder = mkdtempSync(join(tmpdir(), 'fourcorner-publications-'))
const { sandbox } = await startSandboxIn(folder)
const config = readConfig({ DATA_DIR: folder, AS4_URL: 'http://127.0.0.1:8089/as4' })
const membership = joinSandbox(sandbox.settings)
const joined = openMembership(membership, config)
const { network, keys, net, revocationOf } = joined
const publishing = openPublishing(config, {
  ...{ network, get: net.get, revocationOf, dnsServers: membership.dnsServers },
  certificate: () => keys.certificate,
})
let nowMs = Date.now()
const gateway = { ...test.gateway, publishing, now: () => new Date(nowMs) }
const app = await test.serverWith({ publishing, now: gateway.now })
const publicApp = await test.serverWith({
  publishing,
  peppolAccess: { ...peppolAccess, network: { ...network, name: 'test' } },
})

afterEach(() => sandbox.setSmp(usualState))

afterAll(async () => {
  await joined.close()
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

const by = { actor: 'test', at: new Date() }
let count = 0

async function register(tenantId?: string): Promise<string> {
  const participant = `9915:api${++count}`
  const { statusCode, body } = await call('POST', '', {
    payload: { participant, documentTypes: ['invoice'], ...(tenantId ? { tenantId } : {}) },
  })
  expect({ statusCode, body }).toMatchObject({ statusCode: 201 })
  return participant
}

type Call = { token?: string; payload?: object; on?: typeof app }

function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, asked: Call = {}) {
  const { token = test.token, payload, on = app } = asked
  const headers = { 'x-api-token': token }
  const url = `/api/v1/registrations${path}`
  return on.inject({ method, url, headers, ...(payload ? { payload } : {}) })
}

const publish = (id: string, asked?: Call) => call('POST', `/${id}/publish`, asked)
const withdraw = (id: string, asked?: Call, confirm = id) =>
  call('DELETE', `/${id}/publication?confirm=${confirm}`, asked)
const shown = async (id: string) => (await call('GET', `/${id}/publication`)).json()
const work = () => workPublications(gateway)

async function isInSmp(id: string): Promise<boolean> {
  const { status } = await ask(sandbox.settings.smp!.url + groupPath(id), 'GET', {})
  return status === 200
}

describe('a participant', () => {
  it('is published and withdrawn in the background, and says so all the time', async () => {
    const id = await register()
    expect((await call('GET', `/${id}`)).json()).toMatchObject({ publishedBy: 'us' })
    expect(await shown(id)).toMatchObject({
      ...{ participant: id, publishedBy: 'us', documentTypes: [] },
      difference: { steps: [{ step: 'create-group', inSml: true }, { step: 'put-type' }] },
    })
    const asked = await publish(id)
    expect([asked.statusCode, asked.json()]).toMatchObject([
      202,
      {
        participant: id,
        asked: { wish: 'publish', tries: 0, by: expect.stringMatching(/^token:/) },
      },
    ])
    // It is not taken away while it is about to be published.
    expect((await call('DELETE', `/${id}`)).json()).toMatchObject({
      code: 'registration.published',
    })
    expect(await isInSmp(id)).toBe(false)
    await work()
    expect(await isInSmp(id)).toBe(true)
    const published = await shown(id)
    expect(published).toMatchObject({
      ...{ state: 'published', changedBy: expect.stringMatching(/^token:/) },
      documentTypes: [{ state: 'published' }],
      difference: { steps: [], refusals: [], smp: sandbox.settings.smp!.url },
    })
    expect(published.asked).toBeUndefined()
    expect((await withdraw(id)).statusCode).toBe(202)
    await work()
    expect(await isInSmp(id)).toBe(false)
    expect(await shown(id)).toMatchObject({
      ...{ state: 'withdrawn', difference: { notes: [{ code: 'withdrawn' }] } },
    })
    const lines = await store.logPage({ chain: await tenantOf(id) }, { limit: 10 })
    expect(lines.items.flatMap(({ event, subject }) => (subject === id ? event : []))).toEqual([
      'registration.withdraw-asked',
      'registration.publish-asked',
      'registration.added',
    ])
  })

  it('is not withdrawn unless it is named once more', async () => {
    const id = await register()
    for (const path of [`/${id}/publication`, `/${id}/publication?confirm=9915:other`]) {
      const answer = await call('DELETE', path)
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.invalid-field'])
    }
    expect(await store.publicationWish(id)).toBeUndefined()
  })

  it('is adopted when the SMP agrees already, and not when it differs', async () => {
    const id = await register()
    await publish(id)
    await work()
    await store.setPublishedBy({ participant: id, publishedBy: 'elsewhere' }, by)
    expect(await shown(id)).toMatchObject({ publishedBy: 'us', difference: { steps: [] } })
    const other = await register()
    await store.setPublishedBy({ participant: other, publishedBy: 'elsewhere' }, by)
    expect(await shown(other)).toMatchObject({ publishedBy: 'elsewhere' })
  })

  it('is told what is known without an SMP', async () => {
    const id = await register()
    const answer = await call('GET', `/${id}/publication`, { on: test.app })
    expect(answer.json()).toEqual({ participant: id, publishedBy: 'us', documentTypes: [] })
    const refused = await publish(id, { on: test.app })
    expect(refused.json()).toMatchObject({ status: 409, code: 'publication.no-smp' })
  })
})

async function tenantOf(participant: string): Promise<string> {
  return (await store.registrationOf(participant))!.tenantId
}

describe('what was asked for', () => {
  it('is tried again later when the SMP is down, and says why', async () => {
    const id = await register()
    await publish(id)
    sandbox.setSmp({ answers: 'none' })
    await work()
    const { asked, fault, failure } = await shown(id)
    expect(asked).toMatchObject({ wish: 'publish', nextAt: expect.any(String) })
    expect([fault.code, failure.code]).toEqual(['lookup.smp-unreachable', 'lookup.smp-unreachable'])
    sandbox.setSmp(usualState)
    // It is not due yet.
    await work()
    expect(await isInSmp(id)).toBe(false)
    nowMs += 61_000
    await work()
    expect((await shown(id)).state).toBe('published')
  })

  it('is repaired after an answer of the SML that was lost', async () => {
    const id = await register()
    await publish(id)
    sandbox.setSmp({ sml: 'lost' })
    await work()
    expect((await shown(id)).asked).toBeUndefined()
    expect(await isInSmp(id)).toBe(true)
  })

  it('fails with what the SML said, and is tried again later and later', async () => {
    const id = await register()
    await publish(id)
    sandbox.setSmp({ sml: 'internal' })
    await work()
    expect((await store.publicationWish(id))!).toMatchObject({ tries: 1, code: expect.any(String) })
    nowMs += 61_000
    await work()
    const { tries, nextAt } = (await store.publicationWish(id))!
    expect([tries, nextAt!.getTime() - nowMs]).toEqual([2, 120_000])
    sandbox.setSmp(usualState)
    nowMs += 120_000
    await work()
    expect(await store.publicationWish(id)).toBeUndefined()
  })

  it('waits while another process has the lease, and is done by one alone', async () => {
    const id = await register()
    await publish(id)
    const lease = (await takeLease(store, leaseTimes))!
    await work()
    expect(await isInSmp(id)).toBe(false)
    await lease.end()
    await Promise.all([work(), work(), work()])
    expect(await shown(id)).toMatchObject({ state: 'published' })
  })

  it('is held after a restore', async () => {
    const id = await register()
    await publish(id)
    await store.pauseRestored({ since: new Date(), actor: 'test' })
    await work()
    expect((await shown(id)).fault).toMatchObject({
      ...{ code: 'publication.held', detail: expect.stringContaining('--paused-after-restore') },
    })
    expect(await isInSmp(id)).toBe(false)
    await store.resumeQueue({ now: new Date(), actor: 'test' })
    nowMs += 61_000
    await work()
    expect(await isInSmp(id)).toBe(true)
  })

  it('is the last thing that was asked for', async () => {
    const id = await register()
    await publish(id)
    await withdraw(id)
    await work()
    expect(await isInSmp(id)).toBe(false)
    expect(await shown(id)).toMatchObject({ state: 'withdrawn' })
    // What is withdrawn is refused, and not tried again.
    await publish(id)
    await work()
    const { asked, fault } = await shown(id)
    expect([asked.nextAt, fault.code]).toEqual([undefined, 'withdrawn'])
  })

  it('is withdrawn for five in a run, and for the others in the next one', async () => {
    const ids: string[] = []
    for (let n = 0; n < 7; n++) ids.push(await register())
    for (const id of ids) await publish(id)
    await work()
    for (const id of ids) await withdraw(id)
    const left = async () => (await Promise.all(ids.map(isInSmp))).filter(Boolean).length
    await work()
    expect(await left()).toBe(2)
    await work()
    expect(await left()).toBe(0)
  })
})

describe('who may', () => {
  const mine = async (mayPublish: boolean, scopes: Scope[]) => {
    const tenantId = await test.makeTenant(`tenant ${++count}`, [])
    await store.changeTenant({ id: tenantId, mayPublish }, by)
    const token = await test.makeToken({ tenantId, scopes })
    return { tenantId, token, id: await register(tenantId) }
  }

  it('are tenants that an operator allowed it, for their own participants', async () => {
    const { token, id } = await mine(true, ['admin'])
    expect((await publish(id, { token })).statusCode).toBe(202)
    expect((await withdraw(id, { token })).statusCode).toBe(202)
    const other = await register()
    for (const answer of [
      await publish(other, { token }),
      await withdraw(other, { token }),
      await call('GET', `/${other}/publication`, { token }),
    ])
      expect(answer.json()).toMatchObject({ status: 404, code: 'registration.not-found' })
  })

  it('are no others', async () => {
    const { token, id } = await mine(false, ['admin'])
    for (const answer of [await publish(id, { token }), await withdraw(id, { token })])
      expect(answer.json()).toMatchObject({ status: 403, code: 'publication.not-allowed' })
    const allowed = await mine(true, ['documents:write'])
    const answer = await publish(allowed.id, { token: allowed.token })
    expect(answer.json()).toMatchObject({ status: 403, code: 'auth.scope-missing' })
    expect(await store.publicationWish(id)).toBeUndefined()
  })

  it('are operators, for those of any tenant that they name', async () => {
    const { tenantId, id } = await mine(false, [])
    expect((await publish(id)).statusCode).toBe(404)
    const named = await call('POST', `/${id}/publish?tenantId=${tenantId}`)
    expect(named.statusCode).toBe(202)
    const { token } = await mine(true, ['admin'])
    const notTheirs = await call('POST', `/${id}/publish?tenantId=${tenantId}`, { token })
    expect(notTheirs.json()).toMatchObject({ status: 403, code: 'auth.scope-missing' })
  })

  it('are no test tokens on a public network', async () => {
    const id = await register()
    const token = await test.makeToken({ environment: 'test' })
    for (const answer of [
      await publish(id, { token, on: publicApp }),
      await withdraw(id, { token, on: publicApp }),
    ])
      expect(answer.json()).toMatchObject({ status: 403, code: 'auth.environment-mismatch' })
    expect((await publish(id, { token })).statusCode).toBe(202)
  })
})
