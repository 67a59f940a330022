// The bytes of payloads in an S3-compatible store. While that does not work, calls fail at once,
// and one probe a second finds out when it does again.
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import { digestInSlices } from '../../threads/index.ts'
import { openS3, PayloadStoreError, type S3Limits, type S3Settings } from './s3.ts'

/** SHA-256 as hex. */
export type Payload = { id: string; sha256: string }

export type PayloadStore = {
  /** Resolves once the bytes are stored. */
  put(payload: Payload, bytes: Uint8Array): Promise<void>
  /** Exactly the bytes that were stored. */
  read(payload: Payload & { size: number }): Promise<Buffer>
  /** So many of its bytes, which are not checked. */
  readRange(payload: Payload, from: number, length: number): Promise<Buffer>
  remove(payloads: readonly Payload[]): Promise<void>
  /** The next payloads after that one, in the order of their ids. */
  list(after: Payload | undefined): Promise<(Payload & { ageMs: number })[]>
  /** What is known of the database whose payloads are here; undefined when there is nothing. */
  mark(): Promise<string | undefined>
  setMark(mark: string): Promise<void>
  /** Why it does not work, as far as that is known; undefined while it does. */
  fault(): string | undefined
  /** Resolves when it works, or has been closed. */
  works(): Promise<void>
  /** Looks whether it works, unless it has just been used. Answers within two seconds. */
  isReady(): Promise<boolean>
  close(): Promise<void>
}

export type PayloadLimits = S3Limits & {
  tries: number
  /** Before the second try; twice as long before the third. */
  retryMs: number
  /** A call that took longer is not tried again. */
  quickMs: number
  probeEveryMs: number
  readyMs: number
  /** It counts as ready for so long after an answer. */
  trustedMs: number
}

const usualLimits: PayloadLimits = {
  connections: 64,
  connectMs: 3_000,
  callMs: 5_000,
  bytesPerSecondMin: 1_000_000,
  tries: 3,
  retryMs: 100,
  quickMs: 1_000,
  probeEveryMs: 1_000,
  readyMs: 2_000,
  trustedMs: 10_000,
}

const folder = 'payloads/'
const markKey = 'fourcorner-database'
const probeKey = 'fourcorner-probe'
const probe = Buffer.from('fourcorner\n')
const removedAtOnce = 16

const stores = new WeakMap<Pool, PayloadStore>()

/** From now on, the statements of this pool keep new payloads there. */
export function keepPayloadsIn(pool: Pool, payloads: PayloadStore): void {
  stores.set(pool, payloads)
}

export function payloadStoreOf(pool: Pool): PayloadStore | undefined {
  return stores.get(pool)
}

/** `say` is told when it stops working, and when it works again. */
export function openPayloadStore(
  settings: S3Settings,
  say: (line: string) => void,
  limits: PayloadLimits = usualLimits,
): PayloadStore {
  const s3 = openS3(settings, limits)
  const closing = new AbortController()
  let fault: string | undefined
  let answeredAt = Number.NEGATIVE_INFINITY

  async function tried<T>(work: () => Promise<T>): Promise<T> {
    for (let failures = 1; ; failures++) {
      if (fault !== undefined) throw new PayloadStoreError('away', fault)
      const begun = performance.now()
      try {
        const result = await work()
        answeredAt = performance.now()
        return result
      } catch (error) {
        if (!(error instanceof PayloadStoreError) || error.reason === 'missing') throw error
        const wasQuick = performance.now() - begun < limits.quickMs
        if (error.reason === 'refused' || failures === limits.tries || !wasQuick) {
          if (error.reason !== 'damaged') give(error)
          throw error
        }
        await setTimeout(limits.retryMs * 2 ** (failures - 1))
      }
    }
  }

  function give({ message }: PayloadStoreError): void {
    if (fault !== undefined || closing.signal.aborted) return
    fault = message
    say(`The payload store does not work: ${message}`)
    void probeUntilItWorks()
  }

  async function probeUntilItWorks(): Promise<void> {
    while (!closing.signal.aborted) {
      await setTimeout(limits.probeEveryMs, undefined, {
        ref: false,
        signal: closing.signal,
      }).catch(() => {})
      if (closing.signal.aborted || !(await probed())) continue
      fault = undefined
      say('The payload store works again.')
      return
    }
  }

  // A write: a store whose disk is full still answers reads.
  async function probed(): Promise<boolean> {
    try {
      await s3.put(probeKey, probe, sha256Of(probe))
      answeredAt = performance.now()
      return true
    } catch (error) {
      if (!(error instanceof PayloadStoreError)) throw error
      give(error)
      return false
    }
  }

  return {
    put: (payload, bytes) => tried(() => s3.put(keyOf(payload), bytes, payload.sha256)),
    read: (payload) =>
      tried(async () => {
        const bytes = await s3.get(keyOf(payload), payload.size)
        const digest = (await digestInSlices(bytes)).toString('hex')
        if (digest === payload.sha256) return bytes
        throw new PayloadStoreError('damaged', `${keyOf(payload)} is not what was stored`)
      }),
    readRange: (payload, from, length) => tried(() => s3.getRange(keyOf(payload), from, length)),
    async remove(payloads) {
      for (let at = 0; at < payloads.length; at += removedAtOnce) {
        const next = payloads.slice(at, at + removedAtOnce)
        await Promise.all(next.map((payload) => tried(() => s3.remove(keyOf(payload)))))
      }
    },
    async list(after) {
      const objects = await tried(() => s3.list(folder, after ? keyOf(after) : ''))
      return objects.flatMap(({ key, ageMs }) => {
        const payload = payloadAt(key)
        return payload ? [{ ...payload, ageMs }] : []
      })
    },
    async mark() {
      try {
        return (await tried(() => s3.get(markKey, 100))).toString()
      } catch (error) {
        if (error instanceof PayloadStoreError && error.reason === 'missing') return undefined
        throw error
      }
    },
    async setMark(mark) {
      const bytes = Buffer.from(mark)
      await tried(() => s3.put(markKey, bytes, sha256Of(bytes)))
    },
    fault: () => fault,
    async works() {
      while (fault !== undefined && !closing.signal.aborted) await setTimeout(limits.probeEveryMs)
    },
    async isReady() {
      if (fault !== undefined) return false
      if (performance.now() - answeredAt < limits.trustedMs) return true
      return Promise.race([probed(), setTimeout(limits.readyMs, false, { ref: false })])
    },
    close() {
      closing.abort()
      return s3.close()
    },
  }
}

/** The key of an object: those made later come later in lists. */
function keyOf({ id, sha256 }: Payload): string {
  return `${folder}${id}-${sha256}`
}

function payloadAt(key: string): Payload | undefined {
  const [, id, sha256] = /^payloads\/([0-9a-f-]{36})-([0-9a-f]{64})$/.exec(key) ?? []
  return id && sha256 ? { id, sha256 } : undefined
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
