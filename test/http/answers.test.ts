// What readers of answers may hold: as much as they read, and not for long.
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { submitExamples } from '../../src/http/reference/examples.ts'
import type { File } from '../../src/store/index.ts'
import { openTestGateway } from './gateway.ts'

const { gateway, call, token, serverWith } = await openTestGateway()
const submitted = await call({
  method: 'POST',
  url: '/api/v1/invoices/submit',
  payload: submitExamples.invoice['application/json']!.usual!.value as object,
})
const { id } = submitted.json() as { id: string }
const fileId = '019a0000-0000-7000-8000-000000000000'

/** Far more than the kernel takes for a reader that reads nothing. */
const pieceBytes = 512 * 1024
const piecesOfFile = 128
const piece = Buffer.alloc(pieceBytes, 'x')

/** A server with one large file, and how many pieces of it were read from the store. */
async function serveFile(requests: Partial<typeof gateway.requests>) {
  const read = { pieces: 0 }
  const file: File = {
    ...{ id: fileId, kind: 'ubl', name: 'ubl.xml', mediaType: 'application/xml' },
    ...{ size: pieceBytes * piecesOfFile, sha256: '00', createdAt: new Date(0) },
  }
  const server = await serverWith({
    requests: { ...limits.requests, ...requests },
    store: {
      ...gateway.store,
      fileById: async () => file,
      async *filePieces() {
        for (; read.pieces < piecesOfFile; read.pieces++) yield piece
      },
    },
    printer: {
      ...gateway.printer,
      print: async () => ({
        kind: 'printed',
        pdf: Buffer.alloc(16_000_000),
        title: 'T',
        pages: 1,
        missingGlyphs: [],
      }),
    },
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo
  /** A reader that has not begun to read. */
  const ask = async (path: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.pause()
    await once(socket, 'connect')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-API-Token: ${token}\r\n`)
    socket.write('Connection: close\r\n\r\n')
    return socket
  }
  const connections = () =>
    new Promise<number>((resolve) => server.server.getConnections((_, count) => resolve(count)))
  return { ask, read, connections }
}

async function readAll(socket: Socket): Promise<{ head: string; bytes: number }> {
  const pieces: Buffer[] = []
  for await (const piece of socket) pieces.push(piece)
  const all = Buffer.concat(pieces)
  const end = all.indexOf('\r\n\r\n')
  return { head: all.toString('latin1', 0, end), bytes: all.length - end - 4 }
}

const filePath = `/api/v1/documents/${id}/files/${fileId}`
const pdfPath = `/api/v1/documents/${id}/pdf`

it('a file is read as its reader takes it, and one that takes nothing is cut off', async () => {
  const { ask, read, connections } = await serveFile({
    ...{ paceFromMs: 200, paceBytesPerSecondMin: 1_000_000 },
  })
  const idle = await ask(filePath)
  await expect.poll(() => read.pieces).toBeGreaterThan(0)
  await expect.poll(connections).toBe(0)
  const { bytes } = await readAll(idle).catch(() => ({ bytes: 0 }))
  expect(bytes).toBeLessThan(pieceBytes * piecesOfFile)
  expect(read.pieces).toBeLessThan(piecesOfFile / 2)
})

it('a file comes as a whole to a reader that keeps the pace', async () => {
  const { ask, read } = await serveFile({})
  const { head, bytes } = await readAll(await ask(filePath))
  expect(head).toMatch(/^HTTP\/1\.1 200/)
  expect(head).toContain(`content-length: ${bytes}`)
  expect([bytes, read.pieces]).toEqual([pieceBytes * piecesOfFile, piecesOfFile])
})

it('an answer that is not read gives way to the next when there is no room for both', async () => {
  const { ask } = await serveFile({ answersBytesMax: 40_000_000 })
  const idle = await ask(pdfPath)
  await once(idle, 'readable')
  const next = await readAll(await ask(pdfPath))
  expect([next.head.slice(0, 12), next.bytes]).toEqual(['HTTP/1.1 200', 16_000_000])
  const { bytes } = await readAll(idle).catch(() => ({ bytes: 0 }))
  expect(bytes).toBeLessThan(16_000_000)
})

it('both are read while there is room for both', async () => {
  const { ask } = await serveFile({ answersBytesMax: 80_000_000 })
  const idle = await ask(pdfPath)
  await once(idle, 'readable')
  expect((await readAll(await ask(pdfPath))).bytes).toBe(16_000_000)
  expect((await readAll(idle)).bytes).toBe(16_000_000)
})

it('an answer that no share has room for is a problem', async () => {
  const { ask } = await serveFile({ answersBytesMax: 20_000_000 })
  const { head } = await readAll(await ask(pdfPath))
  expect(head).toMatch(/^HTTP\/1\.1 503[\s\S]*retry-after: \d/i)
})

it('a whole answer of more than a slice has its length', async () => {
  const answer = await call({ url: '/openapi.json' })
  expect(answer.rawPayload.length).toBeGreaterThan(100_000)
  expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
})
