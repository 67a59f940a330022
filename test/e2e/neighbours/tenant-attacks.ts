// What one tenant may hold or keep busy: memory, readers, webhooks, the event loop, calls. Each was
// once enough to take the gateway from another tenant.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { invoiceJson } from '../invoice.ts'
import { type Attack, besides, submit } from './attacks.ts'
import { type Neighbourhood, newToken } from './neighbours.ts'
import { countStatuses, many, open, pause, read, statusesIn, write } from './sockets.ts'

const json = { 'Content-Type': 'application/json' }

/** The same small order of the neighbour, again and again. */
async function ordersOfNeighbour(at: Neighbourhood, count: number): Promise<string> {
  const statuses: number[] = []
  for (let order = 0; order < count; order++) {
    const answer = await at.gateway.call(submit.path, {
      method: 'POST',
      body: invoiceJson(`BESIDE-${Date.now()}-${order}`),
      headers: { ...json, 'X-API-Token': at.neighbourToken },
    })
    statuses.push(answer.status)
    await answer.arrayBuffer()
  }
  return countStatuses(statuses)
}

/** Bodies that state 134 MB together, and of which 73 KB a second come. */
async function statedBodies({ gateway }: Neighbourhood, count: number): Promise<string> {
  const sockets = await many(count, gateway.url)
  for (const socket of sockets)
    void write(
      socket,
      `POST /api/v1/validate HTTP/1.1\r\nHost: a\r\nX-API-Token: ${gateway.token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 9500000\r\n\r\n{"number":"',
    )
  const dripping = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('1'.repeat(1_300))
  }, 250)
  await pause(4_000)
  clearInterval(dripping)
  for (const socket of sockets) socket.destroy()
  return `${count} connections gone`
}

const largeFiles = new WeakMap<Neighbourhood, Promise<string>>()

/** The path of a file of some 13 MB; submitted once. */
function largeFile(at: Neighbourhood): Promise<string> {
  const path = largeFiles.get(at) ?? submitLarge(at)
  largeFiles.set(at, path)
  return path
}

async function submitLarge({ gateway }: Neighbourhood): Promise<string> {
  const content = Buffer.alloc(10_000_000, 'pdf').toString('base64')
  const attachments = [{ id: 'L', filename: 'large.pdf', mimeType: 'application/pdf', content }]
  const document = { ...JSON.parse(invoiceJson(`LARGE-${Date.now()}`)), attachments }
  const answer = await gateway.call(submit.path, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(document),
  })
  const { links } = (await answer.json()) as { links: { files: string } }
  const list = (await (await gateway.call(links.files)).json()) as {
    files: { kind: string; url: string }[]
  }
  return list.files.find(({ kind }) => kind === 'ubl')!.url
}

/** Connections that ask for it; `ms`: then they go away, having read nothing. */
async function ask({ gateway }: Neighbourhood, path: string, count: number, ms?: number) {
  const sockets = await many(count, gateway.url)
  const answers = ms === undefined ? sockets.map((socket) => read(socket)) : []
  for (const socket of sockets) {
    if (ms !== undefined) socket.pause()
    void write(
      socket,
      `GET ${path} HTTP/1.1\r\nHost: a\r\nX-API-Token: ${gateway.token}\r\n` +
        'Connection: close\r\n\r\n',
    )
  }
  if (ms === undefined) return countStatuses((await Promise.all(answers)).flatMap(statusesIn))
  await pause(ms)
  for (const socket of sockets) socket.destroy()
  return `${count} readers gone`
}

/** A receiver whose answers to `/slow` take so long. */
async function openReceiver(slowMs: number) {
  const told: string[] = []
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    told.push(request.url!)
    request.resume()
    if (!request.url!.startsWith('/slow')) return void response.writeHead(204).end()
    open.add(response)
    setTimeout(() => response.writeHead(200).end(), slowMs).unref()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    told,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function slowWebhooks(at: Neighbourhood, slowMs: number): Promise<string> {
  const receiver = await openReceiver(slowMs)
  const as = async (token: string, method: string, path: string, body?: object) => {
    const answer = await at.gateway.call(path, {
      method,
      headers: { ...(body ? json : {}), 'X-API-Token': token },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text ? (JSON.parse(text) as { id: string }) : undefined
  }
  const create = async (token: string, path: string) =>
    (await as(token, 'POST', '/api/v1/webhooks', { url: receiver.url + path }))!.id
  const neighbour = newToken(at.gateway.dataDir, 'neighbour', 'admin')
  const own: string[] = []
  try {
    for (let count = 0; count < 20; count++)
      own.push(await create(at.gateway.token, `/slow/${count}`))
    for (let times = 0; times < 10; times++)
      await Promise.all(
        own.map((id) => as(at.gateway.token, 'POST', `/api/v1/webhooks/${id}/test`)),
      )
    const theirs = await create(neighbour, '/quick')
    return await besides(
      pause(1_000).then(() => '200 events'),
      async () => {
        await as(neighbour, 'POST', `/api/v1/webhooks/${theirs}/test`)
        while (!receiver.told.includes('/quick')) await pause(10)
        await as(neighbour, 'DELETE', `/api/v1/webhooks/${theirs}`)
        return 'told'
      },
    )
  } finally {
    for (const id of own) await as(at.gateway.token, 'DELETE', `/api/v1/webhooks/${id}`)
    receiver.close()
  }
}

/** Calls over some connections for some seconds, each when the last one was answered. */
async function callers(
  { gateway }: Neighbourhood,
  { count, seconds }: { count: number; seconds: number },
  call: (caller: number) => { path: string; token: string; body?: string },
): Promise<string> {
  const end = performance.now() + seconds * 1_000
  const statuses: number[] = []
  const one = async (caller: number) => {
    while (performance.now() < end) {
      const { path, token, body } = call(caller)
      const answer = await gateway.call(path, {
        headers: { ...json, 'X-API-Token': token },
        ...(body === undefined ? {} : { method: 'POST', body }),
      })
      statuses.push(answer.status)
      await answer.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: count }, (_, caller) => one(caller)))
  return countStatuses(statuses)
}

function linesOf(count: number): string {
  const document = JSON.parse(invoiceJson('LINES'))
  return JSON.stringify({ ...document, lines: Array(count).fill(document.lines[0]) })
}

export const tenantAttacks: Attack[] = [
  {
    name: '14 bodies that state 133 MB together and hardly come',
    growthMbMax: 200,
    run: (at) => besides(statedBodies(at, 14), () => ordersOfNeighbour(at, 12)),
    outcome: /gone; the neighbour's: 202: 12 in [\d.]+ s$/,
    twin: (at) => ordersOfNeighbour(at, 1),
    served: /^202: 1$/,
  },
  {
    name: '60 readers of a file of 13 MB that read nothing',
    growthMbMax: 400,
    async prepare(at) {
      await largeFile(at)
      await pause(2_000)
    },
    run: async (at) => ask(at, await largeFile(at), 60, 14_000),
    outcome: /gone$/,
    twin: async (at) => ask(at, await largeFile(at), 4),
    served: /^200: 4$/,
  },
  {
    name: '20 webhooks that answer after 14 seconds, and 200 events',
    growthMbMax: 200,
    run: (at) => slowWebhooks(at, 14_000),
    outcome: /^200 events; the neighbour's: told in [\d.]+ s$/,
    twin: (at) => slowWebhooks(at, 0),
    served: /told in [\d.]+ s$/,
  },
  {
    name: '16 callers that validate 60 lines',
    growthMbMax: 300,
    async run(at) {
      const body = linesOf(60)
      const { token } = at.gateway
      const path = '/api/v1/validate'
      return callers(at, { count: 16, seconds: 5 }, () => ({ path, token, body }))
    },
    outcome: /^200: \d+/,
    async twin(at) {
      const { token } = at.gateway
      const call = { path: '/api/v1/validate', token, body: linesOf(2) }
      return callers(at, { count: 1, seconds: 0.1 }, () => call)
    },
    served: /^200: \d+$/,
  },
  {
    name: '16 tokens of one tenant that call as fast as they can',
    growthMbMax: 300,
    async run(at) {
      const tokens = Array.from({ length: 16 }, () => newToken(at.gateway.dataDir, 'default'))
      const path = '/api/v1/status?limit=1'
      return callers(at, { count: 16, seconds: 5 }, (caller) => ({ path, token: tokens[caller]! }))
    },
    outcome: /^200: \d+/,
    async twin({ gateway }) {
      const socket = await open(gateway.url)
      const answer = read(socket)
      const last = `X-API-Token: ${gateway.token}\r\nConnection: close\r\n\r\n`
      await write(socket, `GET /api/v1/status?limit=1 HTTP/1.1\r\nHost: a\r\n${last}`)
      return countStatuses(statusesIn(await answer))
    },
    served: /^200: 1$/,
  },
]
