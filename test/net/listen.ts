// Real servers on loopback ports that tests can make misbehave.
import { createServer, type RequestListener, type Server } from 'node:http'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server as NetServer,
  type Socket,
} from 'node:net'

export type Listening = { port: number; url: string; connections: Socket[]; close(): Promise<void> }

export function listenHttp(answer: RequestListener): Promise<Listening> {
  return listen(createServer(answer))
}

export function listenTcp(connected: (socket: Socket) => void): Promise<Listening> {
  return listen(createTcpServer(connected))
}

export async function listen(server: Server | NetServer, scheme = 'http'): Promise<Listening> {
  const connections: Socket[] = []
  server.on('connection', (socket: Socket) => {
    connections.push(socket)
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `${scheme}://127.0.0.1:${port}`,
    connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of connections) socket.destroy()
      }),
  }
}

/** A port where nobody listens. */
export async function unusedPort(): Promise<number> {
  const server = await listenTcp(() => {})
  await server.close()
  return server.port
}
