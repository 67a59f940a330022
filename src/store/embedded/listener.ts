// Lets several Postgres clients share the one session of the embedded database. Each exchange of a
// client (see exchanges.ts) runs as a whole, and while one has a transaction open no other gets
// a exchange. (pglite-socket passes on single messages, so of two clients with large parameters one
// binds its values to the other's statement.)
import { createServer, type Server, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { ExchangeCutter } from './exchanges.ts'

/** Without a client: our own maintenance. */
type WaitingExchange = { client?: Client; bytes: Buffer }
type Client = { socket: Socket; gone: boolean }

// A client that leaves a transaction open would keep all others waiting.
const transactionIdleMsMax = 30_000

// Without a postmaster Postgres neither checkpoints nor vacuums on its own: the write-ahead log
// would grow for ever.
const upkeepEveryBytes = 32 * 1024 * 1024

const rollback = toQuery('rollback')

// A postmaster would restart a server that panics. Here there is none, and a session that panicked
// hangs: a disk with no room for the write-ahead log is enough. This is the field of an
// ErrorResponse (PostgreSQL protocol 3.0, 55.8); no caller's text can imitate it, since none
// contains a zero byte.
const panic = Buffer.from('\0VPANIC\0')

export class Listener {
  readonly #database: PGlite
  readonly #upkeep: readonly string[]
  readonly #panicked: (words: string) => void
  readonly #server: Server
  readonly #clients = new Set<Client>()
  readonly #waiting: WaitingExchange[] = []
  #holder: Client | undefined
  #idle: NodeJS.Timeout | undefined
  #running = false
  #bytesSinceUpkeep = 0

  /**
   * `upkeep`: statements to run, each as a exchange of its own, after every 32 MB of requests.
   * `panicked` is called with the reason when the database will never answer again.
   */
  constructor(database: PGlite, upkeep: readonly string[], panicked: (words: string) => void) {
    this.#database = database
    this.#upkeep = upkeep
    this.#panicked = panicked
    this.#server = createServer((socket) => this.#welcome(socket))
  }

  /**
   * Listens on a path, or on a port of the loopback address (0: any), and returns the
   * port, 0 for a path.
   */
  async listen(where: { path: string } | { host: string; port: number }): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(where, resolve)
    })
    const address = this.#server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const client of this.#clients) client.socket.destroy()
    await closed
  }

  #welcome(socket: Socket): void {
    const client: Client = { socket, gone: false }
    const cutter = new ExchangeCutter()
    this.#clients.add(client)
    socket.setNoDelay(true)
    socket.on('data', (bytes) => {
      for (const exchange of cutter.take(bytes)) {
        if (exchange.kind === 'refuse-encryption') socket.write('N')
        if (exchange.kind === 'end') socket.end()
        if (exchange.kind === 'run') this.#waiting.push({ client, bytes: exchange.bytes })
      }
      void this.#run()
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#farewell(client))
  }

  #farewell(client: Client): void {
    client.gone = true
    this.#clients.delete(client)
    if (this.#holder === client) this.#waiting.unshift({ client, bytes: rollback })
    void this.#run()
  }

  async #run(): Promise<void> {
    if (this.#running) return
    this.#running = true
    for (let exchange = this.#next(); exchange !== undefined; exchange = this.#next()) {
      await this.#runExchange(exchange)
    }
    this.#running = false
  }

  // A client that has left gets no further exchange, except the one that ends its transaction.
  #next(): WaitingExchange | undefined {
    while (true) {
      const at = this.#waiting.findIndex(
        ({ client }) => this.#holder === undefined || client === this.#holder,
      )
      if (at < 0) return undefined
      const exchange = this.#waiting.splice(at, 1)[0] as WaitingExchange
      if (!exchange.client?.gone || exchange.bytes === rollback) return exchange
    }
  }

  async #runExchange({ client, bytes }: WaitingExchange): Promise<void> {
    clearTimeout(this.#idle)
    try {
      // The next exchange overwrites the memory that holds the answer.
      const onRawData = (bytes: Uint8Array) => {
        const answer = Buffer.from(bytes)
        if (answer.includes(panic)) this.#panicked(messageIn(answer))
        if (!client?.gone) client?.socket.write(answer)
      }
      await this.#database.execProtocolRawStream(bytes, { syncToFs: false, onRawData })
    } catch (error) {
      client?.socket.destroy(error instanceof Error ? error : undefined)
    }
    this.#holder = this.#database.isInTransaction() ? client : undefined
    if (this.#holder !== undefined) this.#watch(this.#holder, bytes)
    this.#countForUpkeep(bytes.length)
  }

  #watch(holder: Client, lastTurn: Buffer): void {
    if (holder.gone && lastTurn !== rollback)
      this.#waiting.unshift({ client: holder, bytes: rollback })
    this.#idle = setTimeout(() => holder.socket.destroy(), transactionIdleMsMax)
  }

  #countForUpkeep(bytes: number): void {
    this.#bytesSinceUpkeep += bytes
    if (this.#bytesSinceUpkeep < upkeepEveryBytes) return
    this.#bytesSinceUpkeep = 0
    this.#waiting.push(...this.#upkeep.map((sql) => ({ bytes: toQuery(sql) })))
  }
}

/**
 * A simple query (PostgreSQL protocol 3.0, 55.7): `Q`, the length including its own four bytes, the
 * text, a zero byte.
 */
function toQuery(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`)
  const head = Buffer.from('Q\0\0\0\0', 'latin1')
  head.writeInt32BE(text.length + 4, 1)
  return Buffer.concat([head, text])
}

/** The message of an ErrorResponse: what follows the field's `M`. */
function messageIn(answer: Buffer): string {
  const fields = answer.toString().split('\0')
  return fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'for no stated reason'
}
