// Every route that returns bytes returns them unchanged, however many there are and whatever
// memory they are in.
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import type { Gateway } from '../../src/core/gateway.ts'
import type { FileEntry } from '../../src/core/record.ts'
import { submitExamples } from '../../src/http/reference/examples.ts'
import type { File } from '../../src/store/index.ts'
import { openTestGateway } from './gateway.ts'

const { gateway, call, token, serverWith } = await openTestGateway()

// What the next call returns: the routes differ in where their bytes come from.
let next: { bytes: Buffer; mediaType: string } = { bytes: Buffer.alloc(0), mediaType: '' }
const file = (): File => ({
  id: '019a0000-0000-7000-8000-000000000000',
  kind: 'ubl',
  name: 'ubl.xml',
  mediaType: next.mediaType,
  size: next.bytes.length,
  sha256: digest(next.bytes),
  createdAt: new Date(0),
})
const changed: Partial<Gateway> = {
  store: {
    ...gateway.store,
    filesOf: async () => [file()],
    fileById: async () => file(),
    async *filePieces() {
      yield next.bytes
    },
  },
  printer: {
    ...gateway.printer,
    print: async () => ({
      kind: 'printed',
      pdf: next.bytes,
      title: 'T',
      pages: 1,
      missingGlyphs: [],
    }),
  },
  intake: {
    ...gateway.intake,
    convert: async () => next.bytes,
    read: async (...given) => ({ ...(await gateway.intake.read(...given)), ubl: next.bytes }),
  },
}
const app = await serverWith(changed)
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo

const json = submitExamples.invoice['application/json']!.usual!.value
const ubl = submitExamples.invoice['application/xml']!.ubl!.value as string
const submitted = await call({
  method: 'POST',
  url: '/api/v1/invoices/submit',
  payload: json as object,
})
const { id } = submitted.json() as { id: string }

type Ask = { method: string; path: string; body?: string; type?: string }
const fileAsk: Ask = { method: 'GET', path: `/api/v1/documents/${id}/files/${file().id}` }
const printAsk = (kind: string): Ask => ({
  method: 'POST',
  path: `/api/v1/pdf/${kind}/generate`,
  body: ubl,
  type: 'application/xml',
})
const routes: [string, string, Ask][] = [
  ['a file of XML', 'application/xml', fileAsk],
  ['a file of JSON', 'application/json', fileAsk],
  ['a file of an AS4 request', 'multipart/related; boundary="b"', fileAsk],
  ['a file of any bytes', 'application/octet-stream', fileAsk],
  [
    'a stored document as PDF',
    'application/pdf',
    { method: 'GET', path: `/api/v1/documents/${id}/pdf` },
  ],
  ['a document as PDF', 'application/pdf', printAsk('document')],
  ['a message level status as PDF', 'application/pdf', printAsk('mls')],
  ['a tax data document as PDF', 'application/pdf', printAsk('tdd')],
  [
    'JSON as UBL',
    'application/xml',
    {
      method: 'POST',
      path: '/api/v1/convert',
      body: JSON.stringify(json),
      type: 'application/json',
    },
  ],
  [
    'UBL as JSON',
    'application/json; charset=utf-8',
    { method: 'POST', path: '/api/v1/convert', body: ubl, type: 'application/xml' },
  ],
]

const kilobyte = 1024
const thresholds = [64, 256, 512, 1024].map((count) => count * kilobyte)
const around = [...thresholds, 1_000_000].flatMap((size) => [size - 1, size, size + 1])
const sizes = [0, 1, ...around, 16 * 1024 * kilobyte]
const random = randomBytes(Math.max(...sizes))

it.each(routes)('%s: %s', async (_, mediaType, ask) => {
  for (const size of sizes) {
    const own = random.subarray(0, size)
    // Large bodies are always in shared memory.
    for (const bytes of size > 2_000_000 ? [inSharedMemory(own)] : [own, inSharedMemory(own)]) {
      next = { bytes, mediaType }
      const answer = await answerTo(ask)
      const { statusCode, headers } = answer.head
      expect({ size: answer.body.length, statusCode }).toEqual({ size, statusCode: 200 })
      expect(answer.body.equals(bytes)).toBe(true)
      expect(headers['content-type']).toBe(mediaType)
      expect(headers['content-length']).toBe(String(size))
    }
  }
})

it('a HEAD says how many bytes a GET has', async () => {
  for (const size of [0, 1, ...thresholds]) {
    next = { bytes: inSharedMemory(random.subarray(0, size)), mediaType: 'application/xml' }
    const { head, body } = await answerTo({ ...fileAsk, method: 'HEAD' })
    expect(head.headers['content-length']).toBe(String(size))
    expect(body).toHaveLength(0)
  }
})

it('files in base64 inside JSON', async () => {
  const body = JSON.stringify({ id, inline: true })
  const ask = { method: 'POST', path: '/api/v1/invoices/files', body, type: 'application/json' }
  for (const size of sizes) {
    next = { bytes: inSharedMemory(random.subarray(0, size)), mediaType: 'application/xml' }
    const answer = await answerTo(ask)
    const { files } = JSON.parse(answer.body.toString()) as { files: { content: string }[] }
    expect(Buffer.from(files[0]!.content, 'base64').equals(next.bytes)).toBe(true)
  }
})

it('a large submission is returned as it was sent', async () => {
  const attachment = { id: 'a', filename: 'a.pdf', mimeType: 'application/pdf' }
  const content = random.toString('base64', 0, 300_000)
  const payload = JSON.stringify({ ...(json as object), attachments: [{ ...attachment, content }] })
  const headers = { 'content-type': 'application/json' }
  const url = '/api/v1/invoices/submit'
  const { links } = (await call({ method: 'POST', url, payload, headers })).json()
  const { files } = (await call({ url: links.files })).json() as { files: FileEntry[] }
  const sent = files.find(({ kind }) => kind === 'submitted')
  const answer = await call({ url: sent!.url })
  expect(digest(answer.rawPayload)).toBe(digest(Buffer.from(payload)))
  expect(sent!.sha256).toBe(digest(Buffer.from(payload)))

  const made = files.find(({ kind }) => kind === 'ubl')
  const { rawPayload } = await call({ url: made!.url })
  expect(digest(rawPayload)).toBe(made!.sha256)
  const asJson = await call({
    method: 'POST',
    url: '/api/v1/convert',
    payload: rawPayload,
    headers: { 'content-type': 'application/xml' },
  })
  expect(asJson.statusCode).toBe(200)
  expect(asJson.json().document.attachments).toMatchObject([{ id: 'a', content }])
})

function inSharedMemory(bytes: Buffer): Buffer {
  const room = Buffer.from(new SharedArrayBuffer(bytes.length))
  room.set(bytes)
  return room
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Over a socket: what is written there differs from what `inject` is given. */
async function answerTo(ask: Ask): Promise<{ head: IncomingMessage; body: Buffer }> {
  const { method, path, body, type = '' } = ask
  const headers = { 'x-api-token': token, ...(type ? { 'content-type': type } : {}) }
  const asked = request({ host: '127.0.0.1', port, method, path, headers }).end(body)
  const [head] = (await once(asked, 'response')) as [IncomingMessage]
  return { head, body: await buffer(head) }
}
