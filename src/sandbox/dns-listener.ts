// Listens for DNS queries on one loopback port, over UDP and over TCP.
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { answerQuery } from './dns-answer.ts'
import type { Sml } from './sml.ts'

export type DnsListener = { server: string; close(): Promise<void> }

const portTriesMax = 20
const idleMs = 10_000

/** `server` of the result is `host:port`. Throws Error when no port is free for both transports. */
export async function listenForDns(host: string, sml: Sml): Promise<DnsListener> {
  const { udp, tcp, port } = await bindBoth(host)
  const connections = new Set<Socket>()
  // UDP promises nothing: an answer that cannot be sent is lost, and the client asks again.
  udp.on('error', () => {})
  udp.on('message', async (query, sender) => {
    await sml.refresh?.()
    const answer = answerQuery(query, 'udp', sml)
    if (answer) udp.send(answer, sender.port, sender.address, () => {})
  })
  tcp.on('connection', (connection) => {
    connections.add(connection)
    connection.on('close', () => connections.delete(connection))
    serveConnection(connection, sml)
  })
  return {
    server: `${host}:${port}`,
    async close() {
      for (const connection of connections) connection.destroy()
      await Promise.all([
        new Promise<void>((resolve) => udp.close(() => resolve())),
        new Promise<void>((resolve) => tcp.close(() => resolve())),
      ])
    },
  }
}

// The system picks a free UDP port; only trying tells whether it is free for TCP too.
async function bindBoth(host: string): Promise<{ udp: UdpSocket; tcp: Server; port: number }> {
  for (let tries = 0; tries < portTriesMax; tries++) {
    const udp = createSocket('udp4')
    udp.bind(0, host)
    await once(udp, 'listening')
    const { port } = udp.address()
    const tcp = createServer()
    tcp.listen(port, host)
    try {
      await once(tcp, 'listening')
      return { udp, tcp, port }
    } catch {
      udp.close()
    }
  }
  throw new Error(`No port of ${host} is free for DNS over UDP and TCP.`)
}

// Over TCP each message is preceded by its length, and a connection may carry many (RFC 7766).
function serveConnection(connection: Socket, sml: Sml): void {
  let received: Buffer = Buffer.alloc(0)
  connection.setTimeout(idleMs, () => connection.destroy())
  connection.on('error', () => connection.destroy())
  connection.on('data', async (chunk) => {
    received = Buffer.concat([received, chunk])
    await sml.refresh?.()
    while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
      const end = 2 + received.readUInt16BE(0)
      const answer = answerQuery(received.subarray(2, end), 'tcp', sml)
      received = received.subarray(end)
      if (!answer) return connection.destroy()
      const length = Buffer.alloc(2)
      length.writeUInt16BE(answer.length)
      connection.write(Buffer.concat([length, answer]))
    }
  })
}
