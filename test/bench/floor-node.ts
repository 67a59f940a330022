// An access point that does only what cannot be left out, as a process of its own (floor.ts): takes
// submissions, posts their messages to the access point at a URL, itself if there is none, and
// answers those that come to `/as4`.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool as Database } from 'pg'
import { Pool as Connections } from 'undici'
import type { HttpMessage } from '../../src/as4/index.ts'
import { makeTables } from './floor-database.ts'
import { cryptographyAlone, messagesAsWell, type Work } from './floor-work.ts'

const [step, peer] = process.argv.slice(2)

async function openWork(): Promise<Work> {
  if (step === 'rows') return (await import('./floor-rows.ts')).rowsAsWell()
  const database = new Database({ connectionString: process.env.DATABASE_URL!, max: 4 })
  await makeTables(database)
  return step === 'messages' ? messagesAsWell(database) : cryptographyAlone(database)
}

const work = await openWork()
const answered: HttpMessage = { contentType: 'application/json', body: Buffer.alloc(1_000) }

function sending(url: string): (submitted: Buffer) => Promise<HttpMessage> {
  const connections = new Connections(url)
  return async (submitted) => {
    const { message, end } = await work.submit(submitted)
    const { body, headers } = await connections.request({
      ...{ path: '/as4', method: 'POST', body: message.body },
      headers: { 'content-type': message.contentType },
    })
    const contentType = String(headers['content-type'])
    await end({ contentType, body: Buffer.from(await body.arrayBuffer()) })
    return answered
  }
}

const server = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', async () => {
    const contentType = request.headers['content-type'] ?? ''
    const body = Buffer.concat(pieces)
    const answer = await (request.url === '/as4'
      ? work.receive({ contentType, body })
      : submit(body))
    response.setHeader('content-type', answer.contentType).end(answer.body)
  })
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const submit = sending(peer ?? url)
console.log(url)
