// Raw connections, for clients that behave as no library does.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  return socket
}

export function many(count: number, url: string): Promise<Socket[]> {
  return Promise.all(Array.from({ length: count }, () => open(url)))
}

/** Everything received until the connection ends, or for so long. */
export async function read(socket: Socket, ms = 60_000): Promise<string> {
  const pieces: Buffer[] = []
  socket.on('data', (piece: Buffer) => pieces.push(piece))
  await Promise.race([once(socket, 'close').catch(() => {}), pause(ms)])
  socket.destroy()
  return Buffer.concat(pieces).toString('latin1')
}

/** Resolves when the other side has taken the bytes, or the connection has ended. */
export async function write(socket: Socket, bytes: string | Buffer): Promise<void> {
  if (socket.destroyed || socket.write(bytes)) return
  await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {})
}

export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** How often each status was answered, such as `200: 3, 503: 1`; `none` for no answer. */
export function countStatuses(statuses: (number | string)[]): string {
  const counts = new Map<string, number>()
  for (const status of statuses) counts.set(String(status), (counts.get(String(status)) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${status}: ${count}`).join(', ')
}

export function statusesIn(answers: string): string[] {
  return [...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status!)
}
