// Following documents: one, many, their history, their files, and never those of others.
import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { startWork } from '../../src/core/deliver/work.ts'
import { submitExamples } from '../../src/http/reference/examples.ts'
import { newAcceptOfOther } from '../store/records.ts'
import { expectProblem, openTestGateway } from './gateway.ts'

const test = await openTestGateway()
const invoice = submitExamples.invoice['application/json']!.usual!.value as object
const creditNote = submitExamples.creditNote['application/json']!.usual!.value as object
const nobody = '01900000-0000-7000-8000-000000000000'

async function submit(query = '', { path = 'invoices', payload = invoice, headers = {} } = {}) {
  const answer = await test.call({
    method: 'POST',
    url: `/api/v1/${path}/submit${query}`,
    payload,
    headers,
  })
  expect(answer.statusCode).toBeLessThan(300)
  return answer.json() as { id: string; updatedAt: string }
}

const get = (url: string, headers = {}) => test.call({ url, headers })

type File = { name: string; sha256: string }

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

describe('the list', () => {
  beforeAll(async () => {
    await submitWaiting('?clientId=filters&reference=f0')
    await submit('?clientId=filters&reference=f1')
    const payload = { path: 'credit-notes', payload: creditNote }
    const headers = { 'X-TestOnly': 'true' }
    await submit('?clientId=filters&reference=f2', { ...payload, headers })
  })

  /** It waits, because DNS does not answer. */
  async function submitWaiting(query: string): Promise<void> {
    const resolveNaptr = async () => ({ kind: 'failed', detail: 'SERVFAIL' }) as const
    const { gateway } = test
    const peppolAccess = { ...gateway.peppolAccess, resolveNaptr, endpoints: new Map() }
    const work = startWork({ ...gateway, peppolAccess }, 'without DNS')
    const { id } = await submit(query)
    let answer = await get(`/api/v1/status/${id}`)
    while (answer.json().status !== 'waiting') {
      const known = { 'if-none-match': answer.headers.etag }
      answer = await get(`/api/v1/status/${id}?wait=20`, known)
    }
    await work.stop(5_000)
  }

  it('comes in pages, newest first, with a link to the next', async () => {
    const made: string[] = []
    for (const reference of ['p1', 'p2', 'p3'])
      made.unshift((await submit(`?clientId=pages&reference=${reference}`)).id)
    const first = await get('/api/v1/status?clientId=pages&limit=2')
    expect(first.json().data.map(({ id }: { id: string }) => id)).toEqual(made.slice(0, 2))
    expect(first.json().page).toEqual({ hasMore: true, nextCursor: expect.any(String) })
    const next = /^<(.*)>; rel="next"$/.exec(first.headers.link as string)?.[1]
    const second = await get(next!)
    expect(second.json().data.map(({ id }: { id: string }) => id)).toEqual(made.slice(2))
    expect(second.json().page).toEqual({ hasMore: false })
    expect(second.headers.link).toBeUndefined()
  })

  it.each([
    ['type=creditNote', ['f2']],
    ['type=invoice&type=creditNote', ['f2', 'f1', 'f0']],
    ['type=debitNote', []],
    ['status=accepted', ['f2', 'f1']],
    ['outcome=in-progress', ['f2', 'f1', 'f0']],
    ['outcome=succeeded&outcome=failed', []],
    ['test=true', ['f2']],
    ['test=false', ['f1', 'f0']],
    ['reference=f1&reference=f2&reference=f3', ['f2', 'f1']],
    ['reference=f1&type=creditNote', []],
    ['receiver=0088:7300010000001', ['f2', 'f1', 'f0']],
    ['receiver=iso6523-actorid-upis::0088:7300010000001', ['f2', 'f1', 'f0']],
    [
      'receiver=ISO6523-ACTORID-UPIS::0088:7300010000001&sender=0208:0123456749',
      ['f2', 'f1', 'f0'],
    ],
    ['receiver=0088:7300010000002', []],
    ['createdFrom=2020-01-01T00:00:00Z', ['f2', 'f1', 'f0']],
    ['createdFrom=2199-01-01T00:00:00%2B01:00', []],
    ['waitingReason=dns-unavailable', ['f0']],
    ['waitingReason=dns-unavailable&waitingReason=paused', ['f0']],
    ['waitingReason=paused', []],
    ['direction=outbound', ['f2', 'f1', 'f0']],
    ['direction=inbound', []],
  ])('is filtered by %s', async (filter, references) => {
    const { data } = (await get(`/api/v1/status?clientId=filters&${filter}`)).json()
    expect(data.map(({ reference }: { reference: string }) => reference)).toEqual(references)
  })

  it('is filtered by the MessageId of any attempt', async () => {
    test.startDelivering()
    const headers = { 'X-TestOnly': 'true', Prefer: 'wait=15' }
    const { id } = await submit('?clientId=messages', { headers })
    const { data: attempts } = (await get(`/api/v1/documents/${id}/attempts`)).json()
    const byMessage = async (messageId: string) =>
      (await get(`/api/v1/status?messageId=${encodeURIComponent(messageId)}`)).json().data
    expect(await byMessage(attempts[0].messageId)).toEqual([expect.objectContaining({ id })])
    expect(await byMessage('nobody@fourcorner')).toEqual([])
  })

  it.each([
    'limit=0',
    'limit=201',
    'limit=ten',
    'limit=',
    'status=lost',
    'test=maybe',
    'sort=number',
    'createdTo=soon',
    'sender=nobody',
    'receiver=0088:73%00',
    'receiver=9999::x::0088:7300010000001',
    'clientId=%00',
    'reference=a%00b',
    'number=%00',
    'messageId=%00',
    'cursor=%00',
  ])('refuses %s by name', async (query) => {
    const answer = await get(`/api/v1/status?${query}`)
    expectProblem(answer, 400, 'request.invalid-field')
    expect(answer.json().detail).toContain(query.split('=')[0])
  })

  it('shows a tenant only its own documents', async () => {
    const token = await test.makeToken({ tenantId: await test.makeTenant('lonely', ['*']) })
    expect((await get('/api/v1/status', { 'x-api-token': token })).json().data).toEqual([])
    expect((await get('/api/v1/status/queue', { 'x-api-token': token })).json().depth).toBe(0)
  })
})

describe('the queue', () => {
  it('lists the waiting documents, with a summary', async () => {
    const { id } = await submit()
    const queue = (await get('/api/v1/status/queue')).json()
    expect(queue.depth).toBe(queue.data.length)
    expect(queue.byReceiver).toEqual([{ receiver: '0088:7300010000001', depth: queue.depth }])
    expect(queue.data.map((record: { id: string }) => record.id)).toContain(id)
  })
})

describe('one document', () => {
  it('is found by its id and by its reference', async () => {
    const { id } = await submit(`?reference=${encodeURIComponent('my order/7 é')}`)
    for (const name of [id, encodeURIComponent('my order/7 é')]) {
      expect((await get(`/api/v1/status/${name}`)).json().id).toBe(id)
      expect((await get(`/api/v1/status/${name}/history`)).json().document.id).toBe(id)
      expect((await get(`/api/v1/documents/${name}/files`)).json().id).toBe(id)
      expect((await get(`/api/v1/documents/${name}/attempts`)).json()).toEqual({ data: [] })
    }
    for (const payload of [{ id }, { reference: 'my order/7 é' }]) {
      const answer = await test.call({ method: 'POST', url: '/api/v1/invoices/status', payload })
      expect(answer.json()).toMatchObject({
        document: { id },
        auditLog: [
          {
            sequence: 1,
            from: null,
            to: 'accepted',
            previousHash: expect.stringMatching(/^[0-9a-f]{64}$/),
          },
        ],
      })
    }
  })

  it('is found by a reference that looks like an id, unless it is the id of another', async () => {
    const reference = '01900000-0000-7000-8000-00000000000a'
    const { id } = await submit(`?reference=${reference}`)
    const { id: other } = await submit(`?reference=${id}`)
    expect(other).not.toBe(id)
    for (const name of [reference, id]) {
      expect((await get(`/api/v1/status/${name}`)).json().id).toBe(id)
      expect((await get(`/api/v1/status/${name}/history`)).json().document.id).toBe(id)
      expect((await get(`/api/v1/documents/${name}/files`)).json().id).toBe(id)
      expect((await get(`/api/v1/documents/${name}/attempts`)).statusCode).toBe(200)
    }
    const [file] = (await get(`/api/v1/documents/${reference}/files`)).json().files
    expect((await get(`/api/v1/documents/${reference}/files/${file.id}`)).statusCode).toBe(200)
    const status = { method: 'POST', url: '/api/v1/invoices/status' } as const
    const byId = await test.call({ ...status, payload: { id: reference } })
    expectProblem(byId, 404, 'document.not-found')
  })

  it('points at the field whose value cannot be searched for', async () => {
    const status = { method: 'POST', url: '/api/v1/invoices/status' } as const
    const answer = await test.call({ ...status, payload: { reference: 'a\u0000b' } })
    expect(answer.json().errors).toMatchObject([{ pointer: '/reference' }])
  })

  it.each([
    [{}, 'request.missing-field'],
    [{ id: nobody, reference: 'both' }, 'request.invalid-field'],
    [{ id: 'no-uuid' }, 'request.invalid-field'],
    [{ reference: 7 }, 'request.invalid-field'],
    [{ reference: 'a\u0000b' }, 'request.invalid-field'],
    [{ number: 'x' }, 'request.unknown-field'],
  ] as const)('must be named in one way: %j', async (payload, code) => {
    for (const call of ['status', 'files']) {
      const answer = await test.call({ method: 'POST', url: `/api/v1/invoices/${call}`, payload })
      expectProblem(answer, 400, code)
    }
  })

  it('that does not exist is not found', async () => {
    for (const name of [nobody, 'nobody', 'x'.repeat(256), '%00']) {
      for (const url of [
        `status/${name}`,
        `status/${name}/history`,
        `documents/${name}/files`,
        `documents/${name}/files/${nobody}`,
        `documents/${name}/attempts`,
      ])
        expectProblem(await get(`/api/v1/${url}`), 404, 'document.not-found')
    }
  })

  it('has files and a history in pages, each with a link to the next', async () => {
    const { id } = await submit()
    for (const [path, part] of [
      [`/api/v1/documents/${id}/files`, 'files'],
      [`/api/v1/status/${id}/history`, 'auditLog'],
    ] as const) {
      const whole = (await get(path)).json()
      expect(whole.page).toEqual({ hasMore: false })
      const items: unknown[] = []
      let next: string | undefined = `${path}?limit=1`
      while (next) {
        const answer = await get(next)
        items.push(...answer.json()[part])
        next = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1]
      }
      expect(items).toEqual(whole[part])
      expectProblem(await get(`${path}?cursor=nonsense`), 400, 'request.invalid-field')
    }
  })

  it('of another tenant looks as if it did not exist', async () => {
    const { id } = await submit('?reference=mine')
    const token = await test.makeToken({ tenantId: await test.makeTenant('spy', ['*']) })
    const [file] = (await get(`/api/v1/documents/${id}/files`)).json().files
    const headers = { 'x-api-token': token }
    for (const url of [
      `status/${id}`,
      'status/mine',
      `status/${id}/history`,
      `documents/${id}/files/${file.id}`,
    ]) {
      const foreign = await get(`/api/v1/${url}`, headers)
      expectProblem(foreign, 404, 'document.not-found')
      expect(foreign.json()).not.toHaveProperty('documentId')
    }
    for (const call of ['status', 'files'])
      expectProblem(
        await test.call({
          method: 'POST',
          url: `/api/v1/invoices/${call}`,
          payload: { id },
          headers,
        }),
        404,
        'document.not-found',
      )
  })

  it('of another kind is refused, naming the right path', async () => {
    const { id } = await submit('', { path: 'credit-notes', payload: creditNote })
    for (const call of ['status', 'files']) {
      const answer = await test.call({
        method: 'POST',
        url: `/api/v1/invoices/${call}`,
        payload: { id },
      })
      expectProblem(answer, 422, 'document.type-mismatch')
      expect(answer.json().detail).toContain('/api/v1/credit-notes')
    }
  })

  it('of any other type has a record without number, date and totals', async () => {
    const tenantId = await test.makeTenant('default', ['*'])
    const accept = newAcceptOfOther(tenantId)
    await test.gateway.store.acceptDocument(accept)
    const { id } = accept.document

    const record = (await get(`/api/v1/status/${id}`)).json()
    expect(record).toMatchObject({ id, type: 'other' })
    for (const member of ['number', 'issueDate', 'totals'])
      expect(record).not.toHaveProperty(member)
    const listed = (await get('/api/v1/status?type=other')).json().data
    expect(listed.map((entry: { id: string }) => entry.id)).toEqual([id])
    expect((await get('/api/v1/status?type=invoice&limit=200')).body).not.toContain(id)
    for (const call of ['status', 'files']) {
      const url = `/api/v1/invoices/${call}`
      const answer = await test.call({ method: 'POST', url, payload: { id } })
      expectProblem(answer, 422, 'document.type-mismatch')
      expect(answer.json().detail).toContain(`/api/v1/documents/${id}/files`)
    }
  })
})

describe('polling', () => {
  it('answers 304 while nothing has changed, and 200 to another tag', async () => {
    const { id } = await submit()
    const first = await get(`/api/v1/status/${id}`)
    const tag = first.headers.etag as string
    const again = await get(`/api/v1/status/${id}`, { 'if-none-match': tag })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    expect(again.headers.etag).toBe(tag)
    expect((await get(`/api/v1/status/${id}`, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  it('with wait answers 304 when the time is over', async () => {
    const { id } = await submit()
    const tag = (await get(`/api/v1/status/${id}`)).headers.etag as string
    expect((await get(`/api/v1/status/${id}?wait=1`, { 'if-none-match': tag })).statusCode).toBe(
      304,
    )
  })

  it('with wait answers at once when the state has already changed', async () => {
    const { id } = await submit()
    const before = Date.now()
    expect(
      (await get(`/api/v1/status/${id}?wait=30`, { 'if-none-match': '"old"' })).statusCode,
    ).toBe(200)
    expect(Date.now() - before).toBeLessThan(5_000)
  })

  it.each(['wait=31', 'wait=-1', 'wait=x', 'wait=1&wait=2'])('refuses %s', async (query) => {
    expectProblem(await get(`/api/v1/status/${nobody}?${query}`), 400, 'request.invalid-field')
  })
})

describe('a file', () => {
  it('comes with its bytes, name, media type and digest', async () => {
    const { id } = await submit()
    const { files } = (await get(`/api/v1/documents/${id}/files`)).json()
    expect(files.length).toBeGreaterThan(1)
    for (const file of files) {
      const answer = await get(file.url)
      const digest = createHash('sha256').update(answer.rawPayload).digest()
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-type': file.mediaType,
        'content-disposition': `attachment; filename="${file.name}"`,
        'content-length': String(file.size),
        'x-content-type-options': 'nosniff',
        'repr-digest': `sha-256=:${digest.toString('base64')}:`,
      })
      expect(digest.toString('hex')).toBe(file.sha256)
    }
  })

  it('is found under its own document only', async () => {
    const [one, two] = [await submit(), await submit()]
    const [file] = (await get(`/api/v1/documents/${one.id}/files`)).json().files
    for (const url of [
      `${two.id}/files/${file.id}`,
      `${one.id}/files/${nobody}`,
      `${one.id}/files/x`,
    ])
      expectProblem(await get(`/api/v1/documents/${url}`), 404, 'document.not-found')
  })

  it('comes in base64 with the list when asked for, and not otherwise', async () => {
    const { id } = await submit()
    const list = async (payload: object, headers = {}) =>
      (await test.call({ method: 'POST', url: '/api/v1/invoices/files', payload, headers })).json()
    const { files } = await list({ id, inline: true })
    for (const file of files)
      expect(createHash('sha256').update(Buffer.from(file.content, 'base64')).digest('hex')).toBe(
        file.sha256,
      )
    expect((await list({ id })).files[0]).not.toHaveProperty('content')
    expect((await list({ id })).files).toEqual(
      (await get(`/api/v1/documents/${id}/files`)).json().files,
    )
  })

  it('come as a list or as one ZIP, whichever the caller likes better', async () => {
    const { id } = await submit()
    const list = (accept: string) =>
      test.call({
        method: 'POST',
        url: '/api/v1/invoices/files',
        payload: { id },
        headers: { accept },
      })
    for (const accept of ['text/plain', 'application/xml, */*;q=0', '*/*;q=0'])
      expectProblem(await list(accept), 406, 'request.not-acceptable')
    expect((await list('application/zip')).headers.vary).toBe('Accept')
    const asked = {
      'application/json': [
        'application/json',
        '*/*',
        'Application/JSON',
        'application/zip;q=0.5, */*',
      ],
      'application/zip': [
        'application/zip',
        'application/zip, */*;q=0.1',
        'application/json;q=0, application/zip',
        'application/json; Q=0.000, */*',
      ],
    }
    for (const [mediaType, accepts] of Object.entries(asked))
      for (const accept of accepts)
        expect((await list(accept)).headers['content-type']).toContain(mediaType)
  })

  it('are in the ZIP as they are one by one', async () => {
    const { id } = await submit()
    const answer = await test.call({
      method: 'POST',
      url: '/api/v1/invoices/files',
      payload: { id },
      headers: { accept: 'application/zip' },
    })
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="files-${id}.zip"`)
    const entries = unzipSync(answer.rawPayload)
    const { files } = (await get(`/api/v1/documents/${id}/files`)).json() as { files: File[] }
    expect(Object.keys(entries)).toEqual(files.map(({ name }, index) => `${index + 1}-${name}`))
    for (const [index, { sha256 }] of files.entries())
      expect(digestOf(Object.values(entries)[index]!)).toBe(sha256)
  })

  it('are evidence together, which another tenant cannot read', async () => {
    const { id } = await submit()
    const answer = await get(`/api/v1/documents/${id}/evidence`)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="evidence-${id}.zip"`,
    })
    expect(Object.keys(unzipSync(answer.rawPayload))).toContain('manifest.json')
    expectProblem(await get(`/api/v1/documents/${nobody}/evidence`), 404, 'document.not-found')
  })
})

describe('a delivered document', () => {
  it('changes state while a caller waits, and leaves its files, attempts and history', async () => {
    const { id } = await submit('', { headers: { 'X-TestOnly': 'true' } })
    const tag = (await get(`/api/v1/status/${id}`)).headers.etag as string
    const waiting = get(`/api/v1/status/${id}?wait=30`, { 'if-none-match': tag })
    test.startDelivering()
    const moved = await waiting
    expect(moved.statusCode).toBe(200)
    expect(moved.json().status).not.toBe('accepted')

    let record = moved.json()
    while (record.outcome === 'in-progress')
      record = (await get(`/api/v1/status/${id}?wait=30`)).json()
    expect(record).toMatchObject({
      status: 'delivered',
      certainty: 'confirmed',
      attempts: 1,
      as4: {
        messageId: expect.any(String),
        receiptId: expect.any(String),
        receivedAt: expect.any(String),
      },
    })
    const { auditLog } = (await get(`/api/v1/status/${id}/history`)).json()
    expect(auditLog.map(({ to }: { to: string }) => to)).toEqual([
      'accepted',
      'sending',
      'delivered',
    ])
    expect(auditLog[2].previousHash).toBe(auditLog[1].hash)
    const { data } = (await get(`/api/v1/documents/${id}/attempts`)).json()
    expect(data).toMatchObject([
      { number: 1, messageId: record.as4.messageId, outcome: 'delivered' },
    ])
    const { files } = (await get(`/api/v1/documents/${id}/files`)).json()
    expect(files.map(({ kind }: { kind: string }) => kind).sort()).toEqual(
      ['as4-request', 'as4-response', 'sbd', 'submitted', 'ubl'].sort(),
    )
  })
})
