// The four calls of the S3 API that payloads need, signed with Signature Version 4. Each is made
// once, within its limits; who calls decides whether to try again.
import aws4 from 'aws4'
import type { Pool } from 'undici'
import { joinInSlices } from '../../threads/index.ts'
import { child, children, parseXml, textOf } from '../../xml/index.ts'

/** How an S3-compatible store is reached. The bucket is named in the path of each request. */
export type S3Settings = {
  /** http(s)://host[:port], without a path. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

export type S3Limits = {
  connections: number
  connectMs: number
  /** For one call, besides the time that its bytes may take. */
  callMs: number
  bytesPerSecondMin: number
}

/**
 * `away`: it did not answer in time, or with a failure of its own; `refused`: it will not do that
 * for us; `missing`: it has no such object; `damaged`: what it answers is not what was stored.
 */
export class PayloadStoreError extends Error {
  readonly reason: 'away' | 'refused' | 'missing' | 'damaged'
  constructor(reason: PayloadStoreError['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PayloadStoreError'
    this.reason = reason
  }
}

/** Every call throws PayloadStoreError. Digests are SHA-256 as hex. */
export type S3 = {
  /** Resolves once the object is stored with these bytes: the store compares their digest. */
  put(key: string, bytes: Uint8Array, sha256: string): Promise<void>
  /** The bytes of an object, which are not checked, but no more than `bytesMax`. */
  get(key: string, bytesMax: number): Promise<Buffer>
  /** Exactly `length` of its bytes, beginning with the one at `from`; not checked. */
  getRange(key: string, from: number, length: number): Promise<Buffer>
  /** An object that is not there counts as removed. */
  remove(key: string): Promise<void>
  /** The next objects after that key, 1,000 at most, in order; ages by the clock of the store. */
  list(prefix: string, after: string): Promise<{ key: string; ageMs: number }[]>
  close(): Promise<void>
}

type Call = {
  method: 'PUT' | 'GET' | 'DELETE'
  key?: string
  query?: Record<string, string>
  range?: string
  body?: { bytes: Uint8Array; sha256: string }
  /** Most bytes of the answer. */
  bytesMax: number
}
type Answer = { date: string; bytes: Buffer }

const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const listBytesMax = 2 * 1024 * 1024
const errorBytesMax = 16 * 1024

export function openS3(settings: S3Settings, limits: S3Limits): S3 {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = settings
  const { host, origin } = new URL(endpoint)
  let opening: Promise<Pool> | undefined

  // Most installations need none.
  async function open(): Promise<Pool> {
    const { Pool } = await import('undici')
    return new Pool(origin, {
      connections: limits.connections,
      connect: { timeout: limits.connectMs },
      // One time limit for the whole call, below.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  async function call({ method, key, query, range, body, bytesMax }: Call): Promise<Answer> {
    const search = query ? `?${new URLSearchParams(query)}` : ''
    const path = `/${bucket}${key ? `/${key}` : ''}${search}`
    const headers = {
      host,
      'x-amz-content-sha256': body?.sha256 ?? emptySha256,
      ...(range ? { range } : {}),
    }
    const signed = aws4.sign(
      { service: 's3', region, method, host, path, headers },
      { accessKeyId, secretAccessKey },
    )
    const bytes = (body?.bytes.length ?? 0) + bytesMax
    const transferMs = Math.ceil((bytes / limits.bytesPerSecondMin) * 1_000)
    const signal = AbortSignal.timeout(limits.callMs + transferMs)
    try {
      opening ??= open()
      const answer = await (await opening).request({
        ...{ method, path, signal },
        headers: signed.headers as Record<string, string>,
        ...(body ? { body: body.bytes } : {}),
      })
      const isDone = answer.statusCode >= 200 && answer.statusCode < 300
      const read = await readUpTo(answer.body, isDone ? bytesMax : errorBytesMax)
      if (!isDone) throw failureOf(answer.statusCode, read)
      return { date: String(answer.headers.date ?? ''), bytes: read }
    } catch (error) {
      if (error instanceof PayloadStoreError) throw error
      const because = signal.aborted ? 'no answer in time' : describe(error)
      throw new PayloadStoreError('away', `${method} at ${host}: ${because}`, { cause: error })
    }
  }

  return {
    async put(key, bytes, sha256) {
      await call({ method: 'PUT', key, body: { bytes, sha256 }, bytesMax: errorBytesMax })
    },
    async get(key, bytesMax) {
      return (await call({ method: 'GET', key, bytesMax })).bytes
    },
    async getRange(key, from, length) {
      const range = `bytes=${from}-${from + length - 1}`
      const { bytes } = await call({ method: 'GET', key, range, bytesMax: length })
      if (bytes.length === length) return bytes
      throw new PayloadStoreError('damaged', `${bytes.length} bytes in place of ${length}`)
    },
    async remove(key) {
      await call({ method: 'DELETE', key, bytesMax: errorBytesMax }).catch((error: unknown) => {
        if (!(error instanceof PayloadStoreError && error.reason === 'missing')) throw error
      })
    },
    async list(prefix, after) {
      const query = { 'list-type': '2', prefix, ...(after ? { 'start-after': after } : {}) }
      const { bytes, date } = await call({ method: 'GET', query, bytesMax: listBytesMax })
      return objectsIn(bytes, Date.parse(date))
    },
    async close() {
      await (await opening)?.destroy()
    },
  }
}

async function readUpTo(body: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  // Leaving the loop ends the connection.
  for await (const piece of body) {
    size += piece.length
    if (size > bytesMax)
      throw new PayloadStoreError('damaged', `an answer of more than ${bytesMax} bytes`)
    pieces.push(piece)
  }
  return joinInSlices(pieces)
}

/** A failure says of itself what it is (Error Responses, "Code" and "Message"), if anything. */
function failureOf(status: number, body: Buffer): PayloadStoreError {
  const code = /<Code>([^<]{1,100})<\/Code>/.exec(body.toString())?.[1]
  const said = `HTTP ${status}${code ? ` ${code}` : ''}`
  if (status >= 500 || status === 429 || status === 408) return new PayloadStoreError('away', said)
  // Without the right to list, an absent object is refused instead.
  if (status === 404 && code !== 'NoSuchBucket') return new PayloadStoreError('missing', said)
  return new PayloadStoreError('refused', said)
}

/** A ListBucketResult (API reference, ListObjectsV2). */
function objectsIn(bytes: Buffer, now: number): { key: string; ageMs: number }[] {
  try {
    return children(parseXml(bytes).root, 'Contents').map((content) => {
      const [key, changed] = [child(content, 'Key'), child(content, 'LastModified')]
      const ageMs = now - Date.parse(changed ? textOf(changed) : '')
      if (!key || Number.isNaN(ageMs)) throw new Error('an object has no key, or no time')
      return { key: textOf(key), ageMs }
    })
  } catch (error) {
    throw new PayloadStoreError('damaged', 'a list of objects cannot be read', { cause: error })
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error ? `${error.message} (${error.code})` : error.message
}
