// The bytes of documents in a real S3 server, and in one that is broken in every way.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newUuid } from '../../src/crypto/index.ts'
import { acceptDocument } from '../../src/store/documents/accept.ts'
import {
  fileParameters,
  latestFile,
  readFile,
  toFileValues,
} from '../../src/store/documents/files.ts'
import {
  areBytesKept,
  removeBytesLeft,
  removeOldMonth,
} from '../../src/store/documents/retention.ts'
import { isPayloadStoreAway, openStore } from '../../src/store/index.ts'
import {
  keepPayloadsIn,
  openPayloadStore,
  type PayloadLimits,
  type PayloadStore,
} from '../../src/store/payloads/payload-store.ts'
import { notePayloadStore, sweepPayloads } from '../../src/store/payloads/sweep.ts'
import { reached, testDatabase } from './database.ts'
import { newAccept, newFile, newTenant, start } from './records.ts'
import {
  type Fault,
  type FaultyS3,
  type S3Server,
  startFaultyS3,
  startS3,
  versitygw,
} from './s3-server.ts'

const { store, pool: behind, url } = await testDatabase()
const limits: PayloadLimits = {
  ...{ connections: 8, connectMs: 500, callMs: 400, bytesPerSecondMin: 1_000_000 },
  ...{ tries: 3, retryMs: 5, quickMs: 200, probeEveryMs: 20, readyMs: 200, trustedMs: 1_000 },
}
const all = -60_000
const none = 60_000

describe.skipIf(!versitygw)('with a payload store', () => {
  let s3: S3Server
  let faulty: FaultyS3
  let payloads: PayloadStore
  let pool: Pool
  let tenantId: string
  let said: string[]

  beforeAll(async () => {
    s3 = await startS3()
    faulty = await startFaultyS3(s3.settings)
  }, 30_000)
  afterAll(async () => {
    await faulty.close()
    await s3.remove()
  })
  beforeEach(async () => {
    await testDatabase()
    faulty.clear()
    rmSync(join(s3.folder, 'payloads'), { recursive: true, force: true })
    rmSync(join(s3.folder, 'fourcorner-database'), { force: true })
    tenantId = await newTenant(store)
    said = []
    payloads = openPayloadStore(faulty.settings, (line) => said.push(line), limits)
    pool = new Pool({ connectionString: url, max: 1 })
    keepPayloadsIn(pool, payloads)
    await notePayloadStore(behind, payloads)
  })
  afterEach(async () => {
    await payloads.close()
    await pool.end()
  })

  async function accept(files: ReturnType<typeof fileOf>[], on = pool): Promise<string> {
    const { document, ...rest } = newAccept(tenantId, { number: randomUUID() })
    expect(await acceptDocument(on, { ...rest, document, files })).toEqual({ kind: 'stored' })
    return document.id
  }

  async function counts() {
    const { rows } = await behind.query(
      `select (select count(*)::integer from documents) as documents,
              (select count(*)::integer from payload_chunks) as chunks,
              (select count(bytes)::integer from payload_chunks) as with_bytes`,
    )
    return rows[0]
  }

  describe('bytes', () => {
    it.each([1, 61_441, 5_000_001])('%i of them come back unchanged', async (size) => {
      const file = fileOf(randomBytes(size))
      const id = await accept([file])
      expect((await readFile(pool, id, file.id)).equals(file.bytes)).toBe(true)
      expect((await latestFile(pool, id, 'ubl'))?.bytes.equals(file.bytes)).toBe(true)
      expect(await counts()).toEqual({ documents: 1, chunks: 1, with_bytes: 0 })
      expect(s3.keys()).toEqual([`${file.id}-${sha256(file.bytes)}`])
    })

    it('none are no object', async () => {
      const file = fileOf(Buffer.alloc(0))
      const id = await accept([file])
      expect(await readFile(pool, id, file.id)).toHaveLength(0)
      expect(s3.keys()).toEqual([])
    })

    it('the same of one document are one object, of two documents two', async () => {
      const bytes = randomBytes(1_000)
      const files = [fileOf(bytes), fileOf(bytes), fileOf(bytes.subarray(1))]
      const id = await accept(files)
      expect(s3.keys()).toHaveLength(2)
      for (const file of files)
        expect((await readFile(pool, id, file.id)).equals(file.bytes)).toBe(true)
      await accept([fileOf(bytes)])
      expect(s3.keys()).toHaveLength(3)
    })

    it('that were stored in the database before are read there', async () => {
      const [before, after] = [fileOf(randomBytes(100_000)), fileOf(randomBytes(100))]
      const [first, second] = [await accept([before], behind), await accept([after])]
      expect((await readFile(pool, first, before.id)).equals(before.bytes)).toBe(true)
      expect((await readFile(pool, second, after.id)).equals(after.bytes)).toBe(true)
      expect(s3.keys()).toHaveLength(1)
      // Who has no payload store says so, and does not take them for removed.
      await expect(readFile(behind, second, after.id)).rejects.toThrow('set PAYLOAD_STORE')
      expect((await readFile(behind, first, before.id)).equals(before.bytes)).toBe(true)
    })
  })

  it('a database with objects is not opened without the store', async () => {
    const opened = await openStore({ ...reached(url), payloadStore: s3.settings })
    await opened.close()
    await expect(openStore(reached(url))).rejects.toThrow('set PAYLOAD_STORE')
    await testDatabase()
    await (await openStore(reached(url))).close()
  })

  describe('a read', () => {
    const broken: [Fault, string][] = [
      ['wrong byte', 'damaged'],
      ['too long', 'damaged'],
      ['truncated', 'away'],
      ['hangs up', 'away'],
      ['never answers', 'away'],
      ['stops in the middle', 'away'],
      ['500', 'away'],
      ['503', 'away'],
      ['403', 'refused'],
    ]
    const unrepeated = ['never answers', 'stops in the middle', '403']

    it.each(broken)('fails when the store answers so: %s', async (fault, reason) => {
      const file = fileOf(randomBytes(10_000))
      const id = await accept([file])
      faulty.inject(fault, Number.POSITIVE_INFINITY, 'GET')
      const error = await readFile(pool, id, file.id).catch((error: unknown) => error)
      expect(error).toMatchObject({ name: 'PayloadStoreError', reason })
      expect(isPayloadStoreAway(error)).toBe(true)
      faulty.clear()
      await expect.poll(() => payloads.fault()).toBeUndefined()
      expect((await readFile(pool, id, file.id)).equals(file.bytes)).toBe(true)
    })

    it.each(broken.filter(([fault]) => !unrepeated.includes(fault)))(
      'is tried again when the store answers so once: %s',
      async (fault) => {
        const file = fileOf(randomBytes(10_000))
        const id = await accept([file])
        faulty.inject(fault, 1, 'GET')
        expect((await readFile(pool, id, file.id)).equals(file.bytes)).toBe(true)
        expect(said).toEqual([])
      },
    )

    it('waits for a slow store', async () => {
      const file = fileOf(randomBytes(10_000))
      const id = await accept([file])
      faulty.inject('slow', 1)
      expect((await readFile(pool, id, file.id)).equals(file.bytes)).toBe(true)
    })

    it('fails when the object is gone, and the store counts as working', async () => {
      const file = fileOf(randomBytes(10))
      const id = await accept([file])
      rmSync(join(s3.folder, 'payloads', s3.keys()[0]!))
      await expect(readFile(pool, id, file.id)).rejects.toMatchObject({ reason: 'missing' })
      expect(payloads.fault()).toBeUndefined()
    })
  })

  describe('a write', () => {
    const broken: Fault[] = ['hangs up', 'never answers', '500', '503', '403', 'answer lost']

    it.each(broken)('leaves no row when the store answers so: %s', async (fault) => {
      faulty.inject(fault)
      const { document, ...rest } = newAccept(tenantId, { number: randomUUID() })
      const files = [fileOf(randomBytes(10_000)), fileOf(randomBytes(10))]
      const accepting = () => acceptDocument(pool, { ...rest, document, files })
      const error = await accepting().catch((error: unknown) => error)
      expect(isPayloadStoreAway(error)).toBe(true)
      expect(await counts()).toEqual({ documents: 0, chunks: 0, with_bytes: 0 })
      faulty.clear()
      await expect.poll(() => payloads.fault()).toBeUndefined()
      expect(await accepting()).toEqual({ kind: 'stored' })
      expect((await readFile(pool, document.id, files[0]!.id)).equals(files[0]!.bytes)).toBe(true)
    })

    it.each(broken.filter((fault) => fault !== 'never answers' && fault !== '403'))(
      'is tried again when the store answers so once: %s',
      async (fault) => {
        faulty.inject(fault, 1)
        const file = fileOf(randomBytes(10_000))
        const id = await accept([file])
        expect((await readFile(pool, id, file.id)).equals(file.bytes)).toBe(true)
      },
    )

    it('leaves no row when the secret is not the right one', async () => {
      const wrong = openPayloadStore(
        { ...s3.settings, secretAccessKey: 'another' },
        (line) => said.push(line),
        limits,
      )
      keepPayloadsIn(pool, wrong)
      await expect(accept([fileOf(randomBytes(10))])).rejects.toMatchObject({ reason: 'refused' })
      expect(said).toEqual([expect.stringContaining('SignatureDoesNotMatch')])
      expect(s3.keys()).toEqual([])
      await wrong.close()
    })

    it('holds no connection to the database while the store does not answer', async () => {
      faulty.inject('never answers')
      const begun = performance.now()
      const accepting = accept([fileOf(randomBytes(10))]).catch(isPayloadStoreAway)
      await pool.query('select 1')
      expect(performance.now() - begun).toBeLessThan(limits.callMs)
      expect(await accepting).toBe(true)
    })

    it('comes too late an hour after its bytes, and not before', async () => {
      const values = await toFileValues(pool, [fileOf(randomBytes(10))], {
        ...{ documentId: randomUUID(), at: start },
      })
      const ago = (ms: number) => ({ ...values, objectsSince: Date.now() - ms })
      const id = Buffer.from(values.first.chunks[0]!.payload_id.replaceAll('-', ''), 'hex')
      expect(fileParameters([ago(3_500_000)]).chunks.includes(id)).toBe(true)
      expect(() => fileParameters([ago(3_700_000)])).toThrow('too long ago')
    })
  })

  it('calls fail at once while it does not work, until a probe is answered', async () => {
    await s3.stop()
    try {
      await expect(accept([fileOf(randomBytes(10))])).rejects.toMatchObject({ reason: 'away' })
      expect(payloads.fault()).toBeDefined()
      expect(await payloads.isReady()).toBe(false)
      const before = faulty.requests()
      const begun = performance.now()
      await expect(accept([fileOf(randomBytes(10))])).rejects.toMatchObject({ reason: 'away' })
      expect(performance.now() - begun).toBeLessThan(100)
      expect(faulty.requests() - before).toBeLessThan(20)
    } finally {
      await s3.start()
    }
    await expect.poll(() => payloads.fault(), { timeout: 5_000 }).toBeUndefined()
    expect(await payloads.isReady()).toBe(true)
    await accept([fileOf(randomBytes(10))])
    expect(said).toEqual([
      expect.stringMatching(/^The payload store does not work: /),
      'The payload store works again.',
    ])
  })

  it('readiness finds out by itself, within its time', async () => {
    expect(await payloads.isReady()).toBe(true)
    const other = openPayloadStore(faulty.settings, (line) => said.push(line), limits)
    faulty.inject('never answers')
    const begun = performance.now()
    expect(await other.isReady()).toBe(false)
    expect(performance.now() - begun).toBeLessThan(2 * limits.readyMs)
    await other.close()
  })

  describe('what is removed', () => {
    const later = new Date(start.getTime() + 1_000)

    async function complete(id: string): Promise<void> {
      const move = { to: 'cancelled', event: 'cancelled', actor: 'test' } as const
      expect(await store.cancelDocument({ documentId: id, tenantId, now: start, move })).toBe(true)
    }

    it('by retention goes from the store as well, and nothing else', async () => {
      const [old, open] = [fileOf(randomBytes(10)), fileOf(randomBytes(10))]
      const [first, second] = [await accept([old]), await accept([open])]
      await complete(first)
      await behind.query('insert into retention_left values ($1)', [first])
      await removeBytesLeft(pool, { now: later, before: later, limit: 100 })
      expect(await areBytesKept(pool, first)).toBe(false)
      expect(await readFile(pool, first, old.id)).toHaveLength(0)
      // Its rows are gone, and the store is away: that is made up for.
      faulty.inject('500')
      await expect(sweepPayloads(pool, { orphanMs: none })).rejects.toThrow('500')
      faulty.clear()
      await expect.poll(() => payloads.fault()).toBeUndefined()
      const swept = await sweepPayloads(pool, { orphanMs: none })
      expect(swept).toEqual({ kind: 'swept', removed: 1, orphans: 0 })
      expect(s3.keys()).toEqual([expect.stringContaining(open.id)])
      expect((await readFile(pool, second, open.id)).equals(open.bytes)).toBe(true)
    })

    it('by the month goes from the store as well, but for what is not done', async () => {
      // Made in the month of `start`, as its ids say.
      const march = (bytes: Buffer) => ({ ...fileOf(bytes), id: newUuid(start) })
      const [old, open, now] = [
        march(randomBytes(10)),
        march(randomBytes(10)),
        fileOf(Buffer.from('x')),
      ]
      const [first, second] = [await accept([old]), await accept([open])]
      await accept([now])
      await complete(first)
      expect(await removeOldMonth(pool, new Date('2026-04-02T00:00:00Z'), 100)).toBe(true)
      expect(await areBytesKept(pool, first)).toBe(false)
      // Objects that came so late are not touched yet.
      expect(await sweepPayloads(pool, { orphanMs: none })).toMatchObject({ removed: 0 })
      expect(s3.keys()).toHaveLength(3)
      expect(await sweepPayloads(pool, { orphanMs: all })).toMatchObject({ removed: 1, orphans: 0 })
      expect(s3.keys().filter((key) => key.includes(old.id))).toEqual([])
      expect((await readFile(pool, second, open.id)).equals(open.bytes)).toBe(true)
      expect((await behind.query('select from removed_months')).rowCount).toBe(0)
    })

    it('are objects without rows, once they are old enough', async () => {
      const file = fileOf(randomBytes(10))
      const id = await accept([file])
      const orphan = { id: newUuid(new Date()), sha256: sha256('orphan') }
      await payloads.put(orphan, Buffer.from('orphan'))
      const young = await sweepPayloads(pool, { orphanMs: none })
      expect(young).toEqual({ kind: 'swept', removed: 0, orphans: 0 })
      expect(s3.keys()).toHaveLength(2)
      const old = await sweepPayloads(pool, { orphanMs: all })
      expect(old).toEqual({ kind: 'swept', removed: 0, orphans: 1 })
      expect((await readFile(pool, id, file.id)).equals(file.bytes)).toBe(true)
      // It has been searched so far: what comes now comes after it.
      const next = { id: newUuid(new Date(Date.now() + 1_000)), sha256: sha256('next') }
      await payloads.put(next, Buffer.from('next'))
      expect(await sweepPayloads(pool, { orphanMs: all })).toMatchObject({ orphans: 1 })
    })

    it('is nothing when the store has the mark of another database', async () => {
      await accept([fileOf(randomBytes(10))])
      const sweep = () => sweepPayloads(pool, { orphanMs: all })
      expect(await sweep()).toMatchObject({ kind: 'swept' })
      const { rows } = await behind.query('select mark, next_mark from payload_store')
      expect(await sweep()).toMatchObject({ kind: 'swept' })
      // Restored from a backup: what the original has stored since then is nameless here.
      await behind.query('update payload_store set mark = $1, next_mark = $2', [
        ...[rows[0].mark, rows[0].next_mark],
      ])
      const orphan = { id: newUuid(new Date()), sha256: sha256('orphan') }
      await payloads.put(orphan, Buffer.from('orphan'))
      expect(await sweep()).toEqual({ kind: 'foreign' })
      expect(s3.keys()).toHaveLength(2)
      // The operator says that this is the database of the store.
      rmSync(join(s3.folder, 'fourcorner-database'))
      expect(await sweep()).toMatchObject({ kind: 'swept', orphans: 1 })
    })

    it('are objects of many pages', async () => {
      const ids = Array.from({ length: 1_100 }, () => newUuid(new Date()))
      await payloads.put({ id: ids[0]!, sha256: sha256('first') }, Buffer.from('first'))
      for (const id of ids) writeFileSync(join(s3.folder, 'payloads', `${id}-${sha256(id)}`), id)
      expect(await sweepPayloads(pool, { orphanMs: all })).toMatchObject({ orphans: 1_101 })
      expect(s3.keys()).toEqual([])
    }, 30_000)
  })
})

function fileOf(bytes: Buffer) {
  return { ...newFile({ bytes }), id: newUuid(new Date()), bytes }
}

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
