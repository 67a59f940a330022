// What strangers do to `/as4`, while others deliver there.
import { randomBytes } from 'node:crypto'
import { ownParticipant, sendAll } from '../../chaos/peer.ts'
import type { Neighbourhood } from './neighbours.ts'
import { countStatuses, many, pause, read, statusesIn, write } from './sockets.ts'

const part = '--B\r\nContent-Type: application/soap+xml; charset=UTF-8\r\n\r\n'
const envelope = (content: string) =>
  '<S12:Envelope xmlns:S12="http://www.w3.org/2003/05/soap-envelope" ' +
  'xmlns:eb="http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/">' +
  `<S12:Header>${content}</S12:Header><S12:Body/></S12:Envelope>`

/** What is no message: noise, half a message, one without a signature, and one of much markup. */
const garbage: Buffer[] = [
  randomBytes(10_000),
  Buffer.from(`${part}${envelope('<eb:Messaging').slice(0, 200)}`),
  Buffer.from(`${part}${envelope('<eb:Messaging><eb:UserMessage/></eb:Messaging>')}\r\n--B--\r\n`),
  Buffer.from(`${part}${envelope('<a b="c"/>'.repeat(900))}\r\n--B--\r\n`),
].map((body) =>
  Buffer.concat([
    Buffer.from(
      'POST /as4 HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/related; boundary=B; ' +
        `type="application/soap+xml"\r\nContent-Length: ${body.length}\r\n\r\n`,
    ),
    body,
  ]),
)

/** So many messages a second from so many connections; one that was closed is opened again. */
export async function sendGarbage(
  { gateway }: Neighbourhood,
  { seconds, perSecond, connections }: { seconds: number; perSecond: number; connections: number },
): Promise<string> {
  const statuses: string[] = []
  const end = Date.now() + seconds * 1_000
  const everyMs = (connections / perSecond) * 1_000
  async function one(at: number): Promise<void> {
    await pause((at / connections) * everyMs)
    for (let due = Date.now(); Date.now() < end; ) {
      const [socket] = await many(1, gateway.url)
      const answers = read(socket!)
      while (Date.now() < end && !socket!.destroyed) {
        void write(socket!, garbage[statuses.length % garbage.length]!)
        due += everyMs
        await pause(Math.max(0, due - Date.now()))
      }
      socket!.end()
      statuses.push(...statusesIn(await answers))
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, at) => one(at)))
  return countStatuses(statuses)
}

/** Lets the gateway's first tenant receive. */
export async function register({ gateway }: Pick<Neighbourhood, 'gateway'>): Promise<void> {
  const { scheme, id } = ownParticipant
  const answer = await gateway.call('/api/v1/registrations', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ participant: `${scheme}:${id}`, documentTypes: 'all' }),
  })
  if (!answer.ok && answer.status !== 409) throw new Error(`${answer.status}`)
}

/** Messages of an honest access point, one after the other; how many of them were received. */
export async function sendHonest({ gateway }: Neighbourhood, count: number): Promise<string> {
  const { receipted, faults } = await sendAll({
    ...{ count, senders: 8, repeatedOneIn: 10, dataDir: gateway.dataDir },
    ...{ random: () => 1, urlOf: () => gateway.url },
  })
  return [`${receipted.length} received`, ...faults].join('; ')
}
