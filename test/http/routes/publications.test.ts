// /api/v1/registrations/{id}/publication against the sandbox's SMP: who may ask for what, what is
// carried out in the background, and what is said of it.
import { describe, expect, it } from 'vitest'
import type { Scope } from '../../../src/core/access/token.ts'
import { leaseTimes, takeLease } from '../../../src/core/network/registrar-lease.ts'
import { workPublications } from '../../../src/core/network/work-publications.ts'
import { usualState } from '../../../src/sandbox/smp-request.ts'
import { openSandboxPublishing } from '../../sandbox/publishing.ts'
import { openTestGateway } from '../gateway.ts'

const test = await openTestGateway()
const { store, peppolAccess } = test.gateway
const { sandbox, network, publishing, isInSmp } = await openSandboxPublishing()
let nowMs = Date.now()
const gateway = { ...test.gateway, publishing, now: () => new Date(nowMs) }
const app = await test.serverWith({ publishing, now: gateway.now })
const publicApp = await test.serverWith({
  publishing,
  peppolAccess: { ...peppolAccess, network: { ...network, name: 'test' } },
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

  it('is left to a national registry, if its registration says so', async () => {
    const id = `9915:api${++count}`
    const wish = { participant: id, documentTypes: ['invoice'], publishedBy: 'elsewhere' }
    expect((await call('POST', '', { payload: wish })).statusCode).toBe(201)
    expect(await shown(id)).toMatchObject({ publishedBy: 'elsewhere' })
    const change = { documentTypes: ['invoice'], publishedBy: 'us' }
    expect((await call('PUT', `/${id}`, { payload: change })).json()).toMatchObject({
      publishedBy: 'us',
    })
    expect((await call('GET', `/${id}`)).json()).toMatchObject({ publishedBy: 'us' })
    const same = await call('PUT', `/${id}`, { payload: { documentTypes: ['invoice'] } })
    expect(same.json()).toMatchObject({ publishedBy: 'us' })
    const wrong = { documentTypes: 'all', publishedBy: 'them' }
    expect((await call('PUT', `/${id}`, { payload: wrong })).json()).toMatchObject({
      code: 'request.invalid-field',
    })
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

describe('a document type', () => {
  it('leaves the SMP before it is received no more', async () => {
    const id = await register()
    const types = (documentTypes: unknown, query = '', asked: Call = {}) =>
      call('PUT', `/${id}${query}`, { ...asked, payload: { documentTypes } })
    await types(['invoice', 'credit-note'])
    await publish(id)
    await work()
    const refused = await types(['invoice'])
    expect(refused.json()).toMatchObject({ status: 409, code: 'registration.published' })
    // More types are no loss.
    expect((await types(['invoice', 'credit-note', 'order'])).statusCode).toBe(200)
    const changed = await types(['invoice'], '?unpublish=true')
    expect(changed.json()).toMatchObject({
      ...{ documentTypes: { length: 3 }, nextDocumentTypes: { length: 1 } },
    })
    expect(await shown(id)).toMatchObject({ asked: { wish: 'publish' } })
    await work()
    expect(await shown(id)).toMatchObject({
      ...{ documentTypes: { length: 1 }, difference: { steps: [] } },
    })
    // It is taken back while it is served, and written again.
    expect((await types(['invoice', 'credit-note'])).json()).not.toHaveProperty('nextDocumentTypes')
    expect((await shown(id)).difference.steps).toMatchObject([{ step: 'put-type' }])
  })

  it('leaves it for those who may publish', async () => {
    const tenantId = await test.makeTenant('leaves nothing', [])
    const token = await test.makeToken({ tenantId, scopes: ['admin'] })
    const id = await register(tenantId)
    const payload = { documentTypes: ['credit-note'] }
    const answer = await call('PUT', `/${id}?unpublish=true`, { token, payload })
    expect(answer.json()).toMatchObject({ status: 403, code: 'publication.not-allowed' })
    expect((await call('PUT', `/${id}`, { token, payload })).statusCode).toBe(200)
  })
})

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
    // The withdrawal is given up.
    await publish(id)
    await work()
    expect(await isInSmp(id)).toBe(true)
    expect((await shown(id)).asked).toBeUndefined()
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

describe('the identification of a customer', () => {
  const wish = {
    ...{ checked: 'Extract of the register', checkedBy: 'An', reference: 'KYC-1' },
    ...{ checkedOn: '2026-01-10', dueOn: '2099-01-10' },
  }
  const identify = (id: string, change: object = {}, asked: Call = {}) =>
    call('PUT', `/${id}/identification`, { ...asked, payload: { ...wish, ...change } })

  it('is recorded, shown and told in the log', async () => {
    const id = await register()
    const recorded = { ...wish, participant: id, state: 'valid' }
    expect((await identify(id)).json()).toMatchObject(recorded)
    expect(await shown(id)).toMatchObject({ identification: recorded })
    const again = await identify(id, { checkedBy: 'Bo' })
    expect(again.json()).toMatchObject({ checkedBy: 'Bo', recordedBy: expect.any(String) })
    const { items } = await store.logPage({ events: ['registration.identified'] }, { limit: 5 })
    const told = items.filter(({ subject }) => subject === id).map(({ detail }) => detail)
    expect(told.map((detail) => JSON.parse(detail).checkedBy)).toEqual(['Bo', 'An'])
  })

  it.each([
    { checkedOn: '2099-01-01' },
    { dueOn: '2026-01-10' },
    { dueOn: '2026-02-30' },
    { checkedBy: '' },
    { reference: 7 },
  ])('is refused with %o', async (change) => {
    const id = await register()
    const answer = await identify(id, change)
    expect(answer.json()).toMatchObject({ status: 400, code: 'request.invalid-field' })
    expect(await store.identificationOf(id)).toBeUndefined()
  })

  it('is for those who may publish', async () => {
    const tenantId = await test.makeTenant('identifies', [])
    const token = await test.makeToken({ tenantId, scopes: ['admin'] })
    const id = await register(tenantId)
    expect((await identify(id, {}, { token })).json().code).toBe('publication.not-allowed')
    await store.changeTenant({ id: tenantId, mayPublish: true }, by)
    expect((await identify(id, {}, { token })).statusCode).toBe(200)
    const other = await register()
    expect((await identify(other, {}, { token })).json().code).toBe('registration.not-found')
  })

  it('is needed on public networks before it is published, and withdraws nothing', async () => {
    const on = publicApp
    const id = await register()
    expect((await publish(id, { on })).json()).toMatchObject({
      ...{ status: 409, code: 'identification.missing' },
    })
    await identify(id, { dueOn: '2026-03-01' })
    expect((await publish(id, { on })).json()).toMatchObject({
      ...{ code: 'identification.missing', detail: expect.stringContaining('anew') },
    })
    await identify(id)
    expect((await publish(id, { on })).statusCode).toBe(202)
    await work()
    // What is published stays and may be written again.
    await identify(id, { dueOn: '2026-03-01' })
    expect(await shown(id)).toMatchObject({
      ...{ state: 'published', identification: { state: 'overdue' } },
      difference: { steps: [], notes: [{ code: 'identification.overdue' }] },
    })
    expect((await publish(id, { on })).statusCode).toBe(202)
    await work()
    expect(await isInSmp(id)).toBe(true)
    const soon = new Date(nowMs + 59 * 24 * 3_600_000).toISOString().slice(0, 10)
    await identify(id, { dueOn: soon })
    expect((await shown(id)).difference.notes).toMatchObject([{ code: 'identification.due' }])
  })

  it('keeps a plan from creating what was asked for by a command', async () => {
    const id = await register()
    const named = { ...network, name: 'test' as const }
    const use: typeof publishing.use = (doing) =>
      publishing.use((opened) => doing({ ...opened, network: { ...opened.network, ...named } }))
    await store.wishPublication({ participant: id, wish: 'publish' }, by)
    await workPublications({ ...gateway, publishing: { use } })
    expect(await isInSmp(id)).toBe(false)
    expect((await store.publicationWish(id))!).toMatchObject({ code: 'identification.missing' })
    expect((await store.publicationWish(id))!.nextAt).toBeUndefined()
  })
})
