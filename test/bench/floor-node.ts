// An access point that does only what cannot be left out, as a process of its own (floor.ts):
// `sender` takes submissions and posts messages to the URL of `receiver`, which answers them.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool as Database } from 'pg'
import { Pool as Connections } from 'undici'
import { gatherLimits, openGathering } from '../../src/store/gather.ts'
import { keep, makeTables, type Step } from './floor-database.ts'
import { cryptography, sizes } from './floor-messages.ts'

const [role, databaseUrl, peer] = process.argv.slice(2)
const database = new Database({ connectionString: databaseUrl, max: 4 })
await makeTables(database)
const { build, judge, receive } = cryptography()

/** As the gateway gathers what it writes. */
function gathering(step: Step, kinds: Parameters<typeof keep>[3]) {
  const { expect, write } = openGathering(
    async (ids: string[]) => {
      await keep(database, step, ids, kinds)
      return ids
    },
    gatherLimits,
    () => true,
  )
  const weight = kinds.reduce((sum, kind) => sum + sizes[kind], 0)
  return async (id: string, prepare: () => void) => {
    const done = expect()
    // In a lap of its own, as requests come.
    await new Promise((resolve) => setImmediate(resolve))
    prepare()
    await write(id, weight)
    done()
  }
}

function openSender(url: string): () => Promise<Buffer> {
  const submitted = gathering('new', ['submitted', 'ubl', 'request'])
  const ended = gathering('done', ['receipt'])
  const connections = new Connections(url)
  const message = Buffer.alloc(sizes.request)
  const answer = Buffer.alloc(1_000)
  return async () => {
    const id = randomUUID()
    await submitted(id, build)
    const { body } = await connections.request({ path: '/', method: 'POST', body: message })
    await body.arrayBuffer()
    await ended(id, judge)
    return answer
  }
}

function openReceiver(): () => Promise<Buffer> {
  const arrived = gathering('new', ['sbd', 'ubl', 'receipt'])
  const receipt = Buffer.alloc(sizes.receipt)
  return async () => {
    await arrived(randomUUID(), receive)
    return receipt
  }
}

const serve = role === 'sender' ? openSender(peer!) : openReceiver()
const server = createServer((request, response) => {
  request.resume().on('end', () => void serve().then((answer) => response.end(answer)))
}).listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
