// What callers and operators are told while the payload store does not work.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore, type Store } from '../../src/store/index.ts'
import { reached, testDatabase } from '../store/database.ts'
import {
  type FaultyS3,
  type S3Server,
  startFaultyS3,
  startS3,
  versitygw,
} from '../store/s3-server.ts'
import { openTestGateway } from './gateway.ts'

const { url } = await testDatabase()
const test = await openTestGateway()

describe.skipIf(!versitygw)('the API with a payload store', () => {
  let s3: S3Server
  let faulty: FaultyS3
  let store: Store
  let app: FastifyInstance

  beforeAll(async () => {
    s3 = await startS3()
    faulty = await startFaultyS3(s3.settings)
    store = await openStore({ ...reached(url), payloadStore: faulty.settings })
  }, 30_000)
  afterAll(async () => {
    await store.close()
    await faulty.close()
    await s3.remove()
  })

  const call = (path: string, key?: string) =>
    app.inject({
      url: path,
      headers: { 'x-api-token': test.token, ...(key ? { 'idempotency-key': key } : {}) },
      ...(key ? { method: 'POST', payload: { number: 'F-1', ...complete } } : {}),
    })
  const up = async () =>
    /^fourcorner_payload_store_up (\S+)$/m.exec((await call('/metrics')).body)?.[1]

  it('answers 503 and is not ready, and then takes the same request', async () => {
    const { requests } = test.gateway
    app = await test.serverWith({ store, requests: { ...requests, readinessMs: 0 } })
    expect((await call('/health/ready')).statusCode).toBe(200)
    expect(await up()).toBe('1')
    faulty.inject('500')
    const [key, rows] = [randomUUID(), await test.countRows()]
    const refused = await call('/api/v1/invoices/submit', key)
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBeDefined()
    expect(refused.json()).toMatchObject({
      code: 'service.unavailable',
      detail: expect.stringContaining('The store for the bytes of documents does not work.'),
      retryable: true,
    })
    expect(await test.countRows()).toBe(rows)
    expect((await call('/health/ready')).json()).toMatchObject({
      status: 503,
      detail: 'The payload store does not work.',
    })
    expect(await up()).toBe('0')

    faulty.clear()
    await expect.poll(() => store.payloadStore?.fault(), { timeout: 5_000 }).toBeUndefined()
    const accepted = await call('/api/v1/invoices/submit', key)
    expect(accepted.statusCode).toBe(202)
    expect((await call('/health/ready')).statusCode).toBe(200)

    const { id } = accepted.json()
    const { files } = (await call(`/api/v1/documents/${id}/files`)).json()
    const path = `/api/v1/documents/${id}/files/${files[0].id}`
    expect((await call(path)).statusCode).toBe(200)
    faulty.inject('wrong byte', Number.POSITIVE_INFINITY, 'GET')
    expect((await call(path)).json()).toMatchObject({ status: 503, code: 'service.unavailable' })
  })

  it('without one says nothing of it', async () => {
    app = test.app
    expect((await call('/health/ready')).statusCode).toBe(200)
    expect(await up()).toBe('Nan')
  })
})

const complete = {
  issueDate: '2026-11-21',
  dueDate: '2026-12-21',
  currency: 'EUR',
  buyerReference: 'PO 4711',
  seller: {
    name: 'Vierhoek BV',
    vatId: 'BE0123456749',
    endpoint: { scheme: '0208', id: '0123456749' },
    address: { country: 'BE' },
  },
  buyer: {
    name: 'Nordlys AS',
    endpoint: { scheme: '0088', id: '7300010000001' },
    address: { country: 'NO' },
  },
  lines: [
    {
      name: 'Bell',
      quantity: '4',
      unitCode: 'C62',
      netPrice: '12.50',
      vat: { category: 'S', rate: '21' },
    },
  ],
}
