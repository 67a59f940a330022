// Inputs that once took the gateway from everybody else, and beside each of them what is just below
// the limit and served.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { invoiceJson } from '../invoice.ts'
import { register, sendGarbage, sendHonest } from './as4-attacks.ts'
import type { Neighbourhood } from './neighbours.ts'
import { countStatuses, many, open, pause, read, statusesIn, write } from './sockets.ts'

export type Attack<At extends Neighbourhood = Neighbourhood> = {
  name: string
  /** How far memory may rise meanwhile. */
  growthMbMax: number
  /** What it needs, done before others are measured. */
  prepare?(at: At): Promise<void>
  /** What became of it. */
  run(at: At): Promise<string>
  outcome: RegExp
  twin(at: At): Promise<string>
  served: RegExp
}

const xml = { 'Content-Type': 'application/xml' }
const json = { 'Content-Type': 'application/json' }

type Sending = { path: string; body: string; headers?: Record<string, string>; token?: string }

async function post(
  { gateway }: Neighbourhood,
  { path, body, headers = xml, token = gateway.token }: Sending,
): Promise<Response> {
  const answer = await gateway.call(path, {
    method: 'POST',
    body,
    headers: { ...headers, 'X-API-Token': token },
  })
  await answer.arrayBuffer()
  return answer
}

const validate = '/api/v1/validate'
const printing = '/api/v1/pdf/document/generate'
const submitPath = '/api/v1/invoices/submit'
export const submit = { path: submitPath, headers: json }

async function statusOf(at: Neighbourhood, sending: Sending): Promise<number> {
  return (await post(at, sending)).status
}

/** The same several times at once. */
async function statusesOf(at: Neighbourhood, count: number, sending: Sending): Promise<string> {
  const all = Array.from({ length: count }, () => statusOf(at, sending))
  return countStatuses(await Promise.all(all))
}

/** What the neighbour gets, and how long it took, while the attack is under way. */
export async function besides(
  attack: Promise<string>,
  own: () => Promise<number | string>,
): Promise<string> {
  await pause(300)
  const begun = performance.now()
  const got = await own()
  const seconds = (performance.now() - begun) / 1000
  return `${await attack}; the neighbour's: ${got} in ${seconds.toFixed(1)} s`
}

/** The neighbour's own small order. */
function beside(at: Neighbourhood, sending: Omit<Sending, 'token'>, attack: Promise<string>) {
  return besides(attack, () => statusOf(at, { ...sending, token: at.neighbourToken }))
}

const endpoints = /(<cbc:EndpointID[^>]*>)[^<]*/g
const note = (text: string) => (ubl: string) =>
  ubl.replace(
    /(<cbc:InvoiceTypeCode>[^<]*<\/cbc:InvoiceTypeCode>)/,
    `$1<cbc:Note>${text}</cbc:Note>`,
  )

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`
const last = 'Connection: close\r\n'

const identity = '/api/identity/check'
const wrongToken = `X-API-Token: pgw_test_${'0'.repeat(16)}_${'0'.repeat(64)}\r\n`

/** Requests in one go over some connections, all answers read. */
async function pipelined(url: string, path: string, [count, each]: [number, number], headers = '') {
  const sockets = await many(count, url)
  const answers = sockets.map((socket) => read(socket))
  const requests = get(path, headers).repeat(each - 1) + get(path, `${headers}${last}`)
  for (const socket of sockets) void write(socket, requests)
  return countStatuses((await Promise.all(answers)).flatMap(statusesIn))
}

/** The same, but nobody reads, and the clients go away. */
async function unread(url: string, path: string, [count, each]: [number, number], ms: number) {
  const sockets = await many(count, url)
  for (const socket of sockets) {
    socket.pause()
    void write(socket, get(path).repeat(each))
  }
  await pause(ms)
  for (const socket of sockets) socket.destroy()
  return `${count} connections gone`
}

function head(path: string, token: string, headers: string): string {
  return (
    `POST ${path} HTTP/1.1\r\nHost: a\r\nX-API-Token: ${token}\r\n` +
    `Content-Type: application/xml\r\n${last}${headers}\r\n\r\n`
  )
}

/** A document in chunks of one size, with spaces behind it. */
async function chunked({ gateway, ubl }: Neighbourhood, size: number, count: number) {
  const socket = await open(gateway.url)
  const answer = read(socket)
  const padding = `${size.toString(16)}\r\n${' '.repeat(size)}\r\n`
  await write(socket, head(validate, gateway.token, 'Transfer-Encoding: chunked'))
  await write(socket, `${Buffer.byteLength(ubl).toString(16)}\r\n${ubl}\r\n`)
  const batch = 1_000
  for (let sent = 0; sent < count && !socket.destroyed; sent += batch)
    await write(socket, padding.repeat(batch))
  await write(socket, '0\r\n\r\n')
  return statusesIn(await answer)[0] ?? 'none'
}

function oneByteChunks(name: string, count: number, atOnce: number): Attack {
  return {
    name,
    growthMbMax: 300,
    async run(at) {
      const answers: string[] = []
      const some = () => Array.from({ length: atOnce }, () => chunked(at, 1, 1_000_000))
      while (answers.length < count) answers.push(...(await Promise.all(some())))
      return countStatuses(answers)
    },
    outcome: new RegExp(`^400: ${count}$`),
    twin: (at) => chunked(at, 32, 20_000),
    served: /^200$/,
  }
}

/** Bodies of 20 MB of which hardly anything comes. */
async function slowBodies({ gateway }: Neighbourhood, count: number): Promise<string> {
  const sockets = await many(count, gateway.url)
  const answers = sockets.map((socket) => read(socket, 14_000))
  for (const socket of sockets) {
    void write(socket, head(validate, gateway.token, 'Content-Length: 19900000'))
    void write(socket, Buffer.alloc(10_000, ' '))
  }
  const dripping = setInterval(() => {
    for (const socket of sockets)
      if (socket.writable && !socket.writableNeedDrain) socket.write(' ')
  }, 500)
  const statuses = (await Promise.all(answers)).map((text) => statusesIn(text)[0] ?? 'none')
  clearInterval(dripping)
  return countStatuses(statuses)
}

/** A document that waits: the receiver's access point could not store it. */
async function waitingDocument({ gateway }: Neighbourhood): Promise<string> {
  const inbox = join(gateway.dataDir, 'sandbox', 'inbox')
  renameSync(inbox, `${inbox}-away`)
  writeFileSync(inbox, '')
  try {
    const body = invoiceJson('WAITS')
    const answer = await gateway.call(submitPath, { method: 'POST', headers: json, body })
    const { id } = (await answer.json()) as { id: string }
    for (;;) {
      const { status } = (await (await gateway.call(`/api/v1/status/${id}`)).json()) as {
        status: string
      }
      if (status === 'waiting') return id
      await pause(50)
    }
  } finally {
    rmSync(inbox)
    renameSync(`${inbox}-away`, inbox)
  }
}

async function longPolls(at: Neighbourhood, count: number, staying: boolean): Promise<string> {
  const { gateway } = at
  const id = await waitingDocument(at)
  const request = get(
    `/api/v1/status/${id}?wait=${staying ? 2 : 30}`,
    `X-API-Token: ${gateway.token}\r\n${last}`,
  )
  const statuses: string[] = []
  for (let opened = 0; opened < count; opened += 50) {
    const sockets = await many(Math.min(50, count - opened), gateway.url)
    for (const socket of sockets) void write(socket, request)
    if (staying) {
      const answers = await Promise.all(sockets.map((socket) => read(socket, 10_000)))
      statuses.push(...answers.map((text) => statusesIn(text)[0] ?? 'none'))
    } else await pause(200)
    for (const socket of sockets) socket.destroy()
  }
  if (staying) return countStatuses(statuses)
  // What they asked for must not go on without them.
  await pause(3_000)
  return `${count} clients gone`
}

/** Connections to `/as4` with 95 MB to come, of which hardly anything does. */
async function strangers(at: Neighbourhood, count: number): Promise<string> {
  const sockets = await many(count, at.gateway.url)
  const answers = sockets.map((socket) => read(socket, 14_000))
  for (const socket of sockets)
    void write(
      socket,
      'POST /as4 HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/related; boundary=B\r\n' +
        'Content-Length: 95000000\r\n\r\n--B\r\nContent-Type: application/soap+xml\r\n\r\n<a>',
    )
  const dripping = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write(' ')
  }, 500)
  const statuses = (await Promise.all(answers)).map((text) => statusesIn(text)[0] ?? 'none')
  clearInterval(dripping)
  return countStatuses(statuses)
}

async function deliver({ gateway }: Neighbourhood, number: string): Promise<string> {
  return (await gateway.submitAndWait(invoiceJson(number))).status
}

const backlogMax = 50_000

/** Documents of the attacking tenant that wait for a day, as rows; and what both get then. */
async function fillBacklog(at: Neighbourhood, count: number): Promise<string> {
  const host = join(at.gateway.dataDir, 'socket')
  const client = new Client({ host, user: 'postgres', database: 'postgres' })
  await client.connect()
  // In small steps: the embedded database does one thing at a time.
  const step = 500
  try {
    for (let filled = 0; filled < count; filled += step) await client.query(fillStatement, [step])
    // The count of those that wait is a second old.
    await pause(1_500)
    const number = `AMONG-${Date.now()}`
    const own = statusOf(at, { ...submit, body: invoiceJson(number) })
    return await besides(
      own.then((status) => `${count} wait, and the next one: ${status}`),
      () => statusOf(at, { ...submit, body: invoiceJson(number), token: at.neighbourToken }),
    )
  } finally {
    while ((await client.query(emptyStatement, [step])).rowCount) await pause(1)
    await client.end()
    await pause(1_500)
  }
}

const fillStatement = `
  insert into jobs (document_id, tenant_id, lane, receiver_id, bytes, run_at, deadline)
  select gen_random_uuid(), tenants.id, 'nobody', 'nobody', 1, now() + interval '1 day',
    now() + interval '2 days'
  from tenants, generate_series(1, $1::integer) where tenants.name = 'default'`
const emptyStatement = `
  delete from jobs where document_id in (
    select document_id from jobs where lane = 'nobody' limit $1)`

const parties = (ubl: string, count: number) => {
  const scheme = /<cac:PartyTaxScheme>.*?<\/cac:PartyTaxScheme>/s.exec(ubl)![0]
  return ubl.replace(scheme, scheme.repeat(count))
}

const garbageSeconds = Number(process.env.GARBAGE_SECONDS ?? 10)

export const attacks: Attack[] = [
  {
    name: 'endpoints of 30,000 digits, validated four at once',
    growthMbMax: 400,
    run: (at) =>
      statusesOf(at, 4, {
        path: validate,
        body: at.ubl.replace(endpoints, `$1${'1'.repeat(30_000)}`),
      }),
    outcome: /^(200|4\d\d): 4$/,
    twin: (at) => statusesOf(at, 1, { path: validate, body: at.ubl }),
    served: /^200: 1$/,
  },
  {
    name: '3,000 pipelined requests for a file, whose clients go away',
    growthMbMax: 300,
    run: async ({ gateway: { url } }) =>
      unread(url, '/docs/static/swagger-ui-bundle.js', [60, 50], 1_500),
    outcome: /gone$/,
    twin: ({ gateway: { url } }) => pipelined(url, '/docs/static/swagger-ui-bundle.js', [2, 5]),
    served: /^200: 10$/,
  },
  {
    name: '60 KB of pipelined /openapi.json, unread, on five connections',
    growthMbMax: 300,
    run: ({ gateway: { url } }) => unread(url, '/openapi.json', [5, 1_500], 2_000),
    outcome: /gone$/,
    twin: ({ gateway: { url } }) => pipelined(url, '/openapi.json', [2, 20]),
    served: /^200: 40$/,
  },
  oneByteChunks('three bodies in 1,000,000 chunks of one byte, one after the other', 3, 1),
  oneByteChunks('nine bodies in 1,000,000 chunks of one byte, three at once', 9, 3),
  {
    name: 'an invoice number of 19.9 MB, submitted three times',
    growthMbMax: 500,
    run: (at) =>
      statusesOf(at, 3, {
        ...submit,
        body: invoiceJson('1'.repeat(19_900_000)),
      }),
    outcome: /^400: 3$/,
    twin: (at) =>
      statusesOf(at, 1, {
        ...submit,
        body: invoiceJson('1'.repeat(255)),
      }),
    served: /^202: 1$/,
  },
  {
    name: '30,000 pipelined readiness checks',
    growthMbMax: 300,
    run: ({ gateway: { url } }) => pipelined(url, '/health/ready', [10, 3_000]),
    outcome: /^200: 30000$/,
    twin: ({ gateway: { url } }) => pipelined(url, '/health/ready', [1, 1]),
    served: /^200: 1$/,
  },
  {
    // From the neighbour's address, which had a valid token lately.
    name: '10,000 calls with a wrong token',
    growthMbMax: 300,
    run: ({ gateway: { url } }) => pipelined(url, identity, [10, 1_000], wrongToken),
    outcome: /^401: [1-9]\d{2}, 429: \d{4}$/,
    async twin({ gateway: { url } }) {
      await pause(2_000)
      return pipelined(url, identity, [1, 10], wrongToken)
    },
    served: /^401: 10$/,
  },
  {
    name: '1,000 long polls whose clients have gone',
    growthMbMax: 300,
    run: (at) => longPolls(at, 1_000, false),
    outcome: /gone$/,
    twin: (at) => longPolls(at, 190, true),
    served: /^200: 190$/,
  },
  {
    name: '50,000 waiting documents of one tenant',
    growthMbMax: 300,
    run: (at) => fillBacklog(at, backlogMax),
    outcome: /^50000 wait, and the next one: 503; the neighbour's: 202 in [\d.]+ s$/,
    twin: (at) => fillBacklog(at, backlogMax - 500),
    served: /the next one: 202; the neighbour's: 202 in [\d.]+ s$/,
  },
  {
    name: 'four PDFs of 117 KB in scripts that alternate',
    growthMbMax: 1_200,
    run: (at) =>
      beside(
        at,
        { path: printing, body: at.ubl },
        statusesOf(at, 4, { path: printing, body: note('aא'.repeat(39_000))(at.ubl) }),
      ),
    outcome: /: 4; the neighbour's: 200 in [\d.]+ s$/,
    twin: (at) => statusesOf(at, 1, { path: printing, body: note('aא'.repeat(500))(at.ubl) }),
    served: /^200: 1$/,
  },
  {
    name: '14,000 tax schemes of one party, validated four at once',
    growthMbMax: 1_200,
    run: (at) =>
      beside(
        at,
        { path: validate, body: at.ubl },
        statusesOf(at, 4, { path: validate, body: parties(at.ubl, 14_000) }),
      ),
    outcome: /: \d.*; the neighbour's: 200 in [\d.]+ s$/,
    twin: (at) => statusesOf(at, 1, { path: validate, body: parties(at.ubl, 20) }),
    served: /^200: 1$/,
  },
  {
    name: '93 KB of payment terms in lines, validated four at once',
    growthMbMax: 800,
    run: (at) =>
      beside(
        at,
        { path: validate, body: at.ubl },
        statusesOf(at, 4, {
          path: validate,
          body: note('#SKONTO#TAGE=14#PROZENT=2.25#\n'.repeat(3_100))(at.ubl),
        }),
      ),
    outcome: /: \d.*; the neighbour's: 200 in [\d.]+ s$/,
    twin: (at) =>
      statusesOf(at, 1, { path: validate, body: note('#SKONTO#TAGE=14#\n'.repeat(3))(at.ubl) }),
    served: /^200: 1$/,
  },
  {
    name: '100 bodies of 20 MB that come slowly',
    growthMbMax: 500,
    run: (at) => slowBodies(at, 100),
    outcome: /^408: 100$/,
    twin: (at) => statusesOf(at, 4, { path: validate, body: at.ubl.padEnd(19_000_000) }),
    served: /^200: 4$/,
  },
  {
    // GARBAGE_SECONDS makes it longer.
    name: '1,000 garbage messages a second to /as4, from 200 connections',
    growthMbMax: 300,
    run: async (at) => {
      await register(at)
      const load = { seconds: garbageSeconds, perSecond: 1_000, connections: 200 }
      const attack = sendGarbage(at, load)
      return besides(attack, async () => {
        const number = `AMONG-GARBAGE-${Date.now()}`
        const own = { ...submit, body: invoiceJson(number), token: at.neighbourToken }
        return `${await statusOf(at, own)} and ${await sendHonest(at, 20)}`
      })
    },
    outcome: /200: \d{4,}.*; the neighbour's: 202 and 20 received in [\d.]+ s$/,
    twin: (at) => sendHonest(at, 1),
    served: /^1 received$/,
  },
  {
    name: "250 strangers' messages of 95 MB that hardly come",
    growthMbMax: 300,
    run: (at) => strangers(at, 250),
    outcome: /^408: 250$/,
    twin: (at) => deliver(at, 'BESIDE'),
    served: /^delivered$/,
  },
]

const leastMs = 3_000

/** Attacks, and waits until the others have been measured for some seconds. */
export async function attack<At extends Neighbourhood>(
  { run }: Pick<Attack<At>, 'run'>,
  at: At,
): Promise<string> {
  const [outcome] = await Promise.all([run(at), pause(leastMs)])
  return outcome
}
