// While the payload store does not work, nothing is acknowledged or ended that would need it; when
// it works again, everything goes on.
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliver } from '../../src/core/deliver/deliver.ts'
import { startWork } from '../../src/core/deliver/work.ts'
import { evidenceOf } from '../../src/core/evidence/evidence.ts'
import { forget } from '../../src/core/evidence/forget.ts'
import { removeOldBytes, removeUnnamed } from '../../src/core/evidence/retention.ts'
import type { Gateway } from '../../src/core/gateway.ts'
import { isOutage } from '../../src/core/identity/identify.ts'
import { cancelDocument } from '../../src/core/operations/cancel.ts'
import { sendAgain } from '../../src/core/operations/send-again.ts'
import { receive } from '../../src/core/receive/receive.ts'
import { startInboundWork } from '../../src/core/receive/work-inbound.ts'
import { printStored } from '../../src/core/tracking/print.ts'
import { fileContent, filesOf } from '../../src/core/tracking/track.ts'
import { openStore, type Store } from '../../src/store/index.ts'
import { reached } from '../store/database.ts'
import {
  type FaultyS3,
  type S3Server,
  startFaultyS3,
  startS3,
  versitygw,
} from '../store/s3-server.ts'
import { openReceivingGateway } from './arrivals.ts'

const test = await openReceivingGateway()
const { caller, clock, pool, faultPlan, databaseUrl } = test
const dayMs = 24 * 3_600_000

describe.skipIf(!versitygw)('a gateway with a payload store', () => {
  let s3: S3Server
  let faulty: FaultyS3
  let store: Store
  let gateway: Gateway

  beforeAll(async () => {
    s3 = await startS3()
    faulty = await startFaultyS3(s3.settings)
    store = await openStore({ ...reached(databaseUrl), payloadStore: faulty.settings })
  }, 30_000)
  afterAll(async () => {
    await store.close()
    await faulty.close()
    await s3.remove()
  })
  beforeEach(async () => {
    clock.aheadMs = 0
    test.warnings.length = 0
    faultPlan.clear()
    faulty.clear()
    await works()
    gateway = { ...test.gateway, store }
  })

  const works = () =>
    expect.poll(() => store.payloadStore?.fault(), { timeout: 5_000 }).toBeUndefined()
  const status = async (id: string) => (await store.documentById(caller.tenant.id, id))!
  const bytesInDatabase = async () =>
    (await pool.query('select count(bytes)::integer as count from payload_chunks')).rows[0].count

  /** Nothing is held in memory, as after a restart. */
  const restarted = (): Gateway => ({
    ...gateway,
    recentDocuments: { put() {}, takeRecord: () => undefined, takeUbl: () => undefined },
  })

  /** A document that has to be judged is read again when it is opened. */
  const judging = (): Gateway => ({
    ...gateway,
    inbound: { ...gateway.inbound, validation: 'schema' },
  })

  it('delivers and receives; every file is there, and none in the database', async () => {
    await test.register()
    const { record } = await test.submit({}, gateway)
    const document = await test.attempt(restarted())
    expect(document.status).toBe('delivered')
    await test.send({}, gateway)
    const [received] = await test.inbound()
    expect(received?.status).toBe('available')
    for (const id of [record.id, received!.id]) {
      const { files } = await filesOf(gateway, caller, { id })
      expect(files.length).toBeGreaterThan(2)
      for (const { id: fileId, size } of files) {
        const { pieces } = await fileContent(gateway, caller, id, fileId)
        expect((await buffer(pieces)).length).toBe(size)
      }
      expect((await printStored(gateway, caller, { id }, {})).pdf.length).toBeGreaterThan(1_000)
      const pieces: Uint8Array[] = []
      for await (const piece of (await evidenceOf(gateway, caller, { id })).zip) pieces.push(piece)
      expect(Buffer.concat(pieces).length).toBeGreaterThan(5_000)
    }
    expect(await bytesInDatabase()).toBe(0)
  })

  it('accepts nothing, and what it accepted before is not touched', async () => {
    const { record } = await test.submit({}, gateway)
    faulty.inject('500')
    const refusal = await test.submit({}, gateway).catch((error: unknown) => error)
    expect(isOutage(refusal)).toBe(true)
    expect((await pool.query('select from documents')).rowCount).toBe(1)
    faulty.clear()
    await works()
    await test.submit({}, gateway)
    expect((await status(record.id)).status).toBe('accepted')
  })

  it('makes no attempt that it cannot store, and loses none', async () => {
    const { record } = await test.submit({}, gateway)
    const [job] = await test.claim()
    const before = test.arrivals().length
    // The UBL cannot be read; or the request cannot be written before the process stops.
    const stopping = { ...restarted(), draining: { now: true } }
    for (const [method, on] of [['GET', restarted()] as const, ['PUT', stopping] as const]) {
      faulty.inject('500', Number.POSITIVE_INFINITY, method)
      await expect(deliver(on, job!)).rejects.toMatchObject({ reason: 'away' })
      faulty.clear()
      await works()
      expect(await status(record.id)).toMatchObject({ status: 'sending', attempts: 0 })
    }
    expect(test.arrivals()).toHaveLength(before)
    clock.aheadMs += gateway.delivery.leaseMs + 1_000
    expect((await test.attempt(restarted())).status).toBe('delivered')
    expect(test.arrivals()).toHaveLength(before + 1)
  })

  it('holds a receipt until it can be stored', async () => {
    const { record } = await test.submit({}, gateway)
    const [job] = await test.claim()
    const before = test.arrivals().length
    const delivering = deliver(awayAfterSending(gateway), job!)
    await expect.poll(() => store.payloadStore?.fault(), { timeout: 5_000 }).toBeDefined()
    expect((await status(record.id)).status).toBe('sending')
    faulty.clear()
    await delivering
    expect((await status(record.id)).status).toBe('delivered')
    expect(test.arrivals()).toHaveLength(before + 1)
  })

  it('repeats a message whose receipt it could not store', async () => {
    const { record } = await test.submit({}, gateway)
    const [job] = await test.claim()
    const stopping = { ...awayAfterSending(gateway), draining: { now: true } }
    await expect(deliver(stopping, job!)).rejects.toMatchObject({ reason: 'away' })
    expect((await status(record.id)).status).toBe('sending')
    faulty.clear()
    await works()
    clock.aheadMs += gateway.delivery.leaseMs + 1_000
    expect((await test.attempt(restarted())).status).toBe('delivered')
    const [first, second] = test.arrivals().slice(-2)
    expect(second).toMatchObject({ repeat: true, messageId: first!.messageId })
  })

  function awayAfterSending(on: Gateway): Gateway {
    const { peppolAccess } = on
    return {
      ...on,
      peppolAccess: {
        ...peppolAccess,
        keys: peppolAccess.keys,
        async post(url, message) {
          const answer = await peppolAccess.post(url, message)
          faulty.inject('503')
          return answer
        },
      },
    }
  }

  it('leaves what waits in line, and sends it when the store works again', async () => {
    const { record } = await test.submit({}, gateway)
    faulty.inject('500')
    await test.submit({}, gateway).catch(() => {})
    expect(store.payloadStore?.fault()).toBeDefined()
    const work = startWork(restarted(), 'patient')
    await new Promise((later) => setTimeout(later, 1_500))
    expect(await test.events(record.id)).toEqual(['submitted'])
    faulty.clear()
    await expect
      .poll(async () => (await status(record.id)).status, { timeout: 10_000 })
      .toBe('delivered')
    await work.stop(5_000)
    expect(await test.events(record.id)).toEqual(['submitted', 'claimed', 'delivered'])
  })

  it('acknowledges no message that it cannot store', async () => {
    await test.register()
    const message = await test.messageOf({ messageId: 'm-1@ap.example' })
    faulty.inject('500')
    expect(await receive(gateway, message)).toMatchObject({ status: 503, body: Buffer.alloc(0) })
    expect(await test.inbound()).toEqual([])
    faulty.clear()
    await works()
    const answer = await receive(gateway, message)
    expect(answer.body.toString()).toContain(':Receipt>')
    // The same again gets the same receipt, which is read from the store.
    expect((await receive(gateway, message)).body.equals(answer.body)).toBe(true)
    faulty.inject('wrong byte', Number.POSITIVE_INFINITY, 'GET')
    expect(await receive(gateway, message)).toMatchObject({ status: 503 })
    expect(await test.inbound()).toHaveLength(1)
  })

  it('opens a received document once its bytes can be read', async () => {
    await test.register()
    await test.send({}, judging())
    faulty.inject('truncated', Number.POSITIVE_INFINITY, 'GET')
    await expect(test.work(restarted())).rejects.toMatchObject({ reason: 'away' })
    expect((await test.inbound())[0]?.status).toBe('received')
    faulty.clear()
    await works()
    clock.aheadMs += 61_000
    await test.work(restarted())
    expect((await test.inbound())[0]?.status).toBe('available')
  })

  it('takes a received document up again soon, not when its lease runs out', async () => {
    await test.register()
    await test.send({}, judging())
    faulty.inject('wrong byte', Number.POSITIVE_INFINITY, 'GET')
    const work = startInboundWork(restarted(), 'patient')
    await expect.poll(() => test.warnings.length, { timeout: 5_000 }).toBeGreaterThan(0)
    faulty.clear()
    await expect
      .poll(async () => (await test.inbound())[0]?.status, { timeout: 10_000 })
      .toBe('available')
    await work.stop(5_000)
  })

  it('removes from it what RETENTION_DAYS says, and shows that it is gone', async () => {
    const { record } = await test.submit({}, gateway)
    expect((await test.attempt(gateway)).status).toBe('delivered')
    const { files } = await filesOf(gateway, caller, record)
    const left = () => s3.keys().filter((key) => files.some(({ id }) => key.startsWith(id)))
    expect(left()).toHaveLength(new Set(files.map(({ sha256 }) => sha256)).size)
    const retaining = { ...gateway, retention: { days: 30, daysMin: 1, everyMs: 1_000 } }
    clock.aheadMs += 62 * dayMs
    await removeOldBytes(retaining)
    // The clock of the store has not moved.
    await removeUnnamed(retaining)
    expect(left()).not.toEqual([])
    const { record: open } = await test.submit({}, gateway)
    await store.sweepPayloads({ orphanMs: -60_000 })
    expect(left()).toEqual([])
    const { files: kept } = await filesOf(gateway, caller, open)
    await fileContent(gateway, caller, open.id, kept[0]!.id)
    await expect(fileContent(gateway, caller, record.id, files[0]!.id)).rejects.toMatchObject({
      code: 'document.content-removed',
    })
    await expect(sendAgain(gateway, caller, record)).rejects.toMatchObject({
      code: 'document.not-retryable',
    })
    // What is forgotten goes with the next look, although the hour of the last one is not over.
    await removeUnnamed({ ...gateway, retention: { ...retaining.retention, everyMs: 3_600_000 } })
    clock.aheadMs += 2_000
    await removeUnnamed({ ...gateway, retention: { ...retaining.retention, everyMs: 3_600_000 } })
    await cancelDocument(gateway, caller, open)
    const leftOfOpen = () => s3.keys().filter((key) => kept.some(({ id }) => key.startsWith(id)))
    faulty.inject('500')
    await forget(gateway, caller, open, 'Request 17')
    expect(leftOfOpen()).not.toEqual([])
    faulty.clear()
    await works()
    await removeUnnamed(gateway)
    expect(leftOfOpen()).toEqual([])
  })
})
