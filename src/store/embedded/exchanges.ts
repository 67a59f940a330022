// Splits the bytes of a Postgres client into exchanges (PostgreSQL protocol 3.0, 55.7 Message
// Formats). A exchange is what the server must process in one go: a simple query, or an extended
// query up to its Sync.

export type Exchange =
  | { kind: 'refuse-encryption' }
  | { kind: 'ignore' }
  | { kind: 'run'; bytes: Buffer }
  | { kind: 'end' }

const sslRequest = 80877103
const gssRequest = 80877104
const cancelRequest = 80877102
const [query, sync, terminate] = ['Q', 'S', 'X'].map((letter) => letter.charCodeAt(0))

export class ExchangeCutter {
  readonly #chunks: Buffer[] = []
  #length = 0
  /** Bytes already examined: whole messages of an incomplete exchange. */
  #read = 0
  #started = false

  /** Takes in the client's next bytes and returns the exchanges that they complete. */
  take(bytes: Buffer): Exchange[] {
    this.#chunks.push(bytes)
    this.#length += bytes.length
    const exchanges: Exchange[] = []
    for (let exchange = this.#next(); exchange !== undefined; exchange = this.#next())
      exchanges.push(exchange)
    return exchanges
  }

  #next(): Exchange | undefined {
    return this.#started ? this.#nextMessages() : this.#nextStartup()
  }

  #nextStartup(): Exchange | undefined {
    if (this.#length < 8) return undefined
    const head = this.#joined()
    const size = head.readInt32BE(0)
    if (this.#length < size) return undefined
    const code = head.readInt32BE(4)
    const bytes = this.#cut(size)
    if (code === sslRequest || code === gssRequest) return { kind: 'refuse-encryption' }
    if (code === cancelRequest) return { kind: 'ignore' }
    this.#started = true
    return { kind: 'run', bytes }
  }

  #nextMessages(): Exchange | undefined {
    while (this.#length >= this.#read + 5) {
      const buffer = this.#headAt(this.#read)
      const end = this.#read + 1 + buffer.readInt32BE(1)
      if (this.#length < end) return undefined
      const type = buffer[0]
      this.#read = end
      if (type === terminate) return { kind: 'end' }
      if (type === query || type === sync) return { kind: 'run', bytes: this.#cut(end) }
    }
    return undefined
  }

  // The five bytes of a message header, without joining a large message that is still arriving.
  #headAt(offset: number): Buffer {
    let start = 0
    for (const chunk of this.#chunks) {
      if (offset + 5 <= start + chunk.length && offset >= start)
        return chunk.subarray(offset - start)
      start += chunk.length
    }
    return this.#joined().subarray(offset)
  }

  #joined(): Buffer {
    if (this.#chunks.length > 1)
      this.#chunks.splice(0, this.#chunks.length, Buffer.concat(this.#chunks))
    return this.#chunks[0] as Buffer
  }

  #cut(size: number): Buffer {
    const joined = this.#joined()
    this.#chunks.length = 0
    if (joined.length > size) this.#chunks.push(joined.subarray(size))
    this.#length = joined.length - size
    this.#read = 0
    return joined.subarray(0, size)
  }
}
