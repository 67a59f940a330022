// Group commit: what is to be written while a write is under way, or while others are on their way
// to it, is written by one statement. A lone write does not wait.
import type { Pool, PoolClient } from 'pg'
import { type FileValues, storeWithFiles } from '../documents/files.ts'
import { inMonths } from './months.ts'
import { isDatabaseAway, isDeadlock } from './outage.ts'

type BatchLimits = {
  /** How many items one run may take, and how much they may weigh together. */
  itemsMax: number
  weightMax: number
  /** So many writes do not wait for announced ones, and none waits longer than `lingerMs`. */
  batchMin: number
  lingerMs: number
  /** A run that takes longer, because it waits for a lock, no longer holds up the next one. */
  overtakeMs: number
}

type WaitingItem<Item, Result> = {
  item: Item
  weight: number
  key: string | undefined
  resolve(result: Result): void
  reject(error: unknown): void
}

type Batching<Item, Result> = {
  /** Announces a coming write. Call the result once the write was queued or dropped. */
  expect(): () => void
  /** Items with the same key are never written together. */
  write(item: Item, weight: number, key?: string): Promise<Result>
}

/**
 * Collects items for `run`, which writes them all or none and answers in their order. When it
 * rejects, and there were several, each is tried alone: an item that cannot be written fails alone.
 * Unless `isLost` says that the database has gone, and it is unknown what was written: then all of
 * them fail.
 */
export function openBatching<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { itemsMax, weightMax, batchMin, lingerMs, overtakeMs }: BatchLimits,
  isLost: (error: unknown) => boolean,
): Batching<Item, Result> {
  const line: WaitingItem<Item, Result>[] = []
  let isRunning = false
  /** The writes that are announced, queued or being written. */
  let expected = 0
  let writing = 0
  let lookAgain = () => {}

  async function work(): Promise<void> {
    while (line.length > 0) {
      await isGathered()
      await endOrTime(write(next()), overtakeMs)
    }
    isRunning = false
  }

  /** Resolves when batchMin are queued, no other is announced, or after `lingerMs`. */
  function isGathered(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, lingerMs)
      lookAgain = () => {
        if (line.length < batchMin && line.length + writing < expected) return
        clearTimeout(timer)
        resolve()
      }
      lookAgain()
    })
  }

  function next(): WaitingItem<Item, Result>[] {
    let weight = 0
    const keys = new Set<string>()
    const count = line.findIndex((waiting, index) => {
      weight += waiting.weight
      if (index > 0 && (index === itemsMax || weight > weightMax)) return true
      if (waiting.key === undefined) return false
      if (keys.has(waiting.key)) return true
      keys.add(waiting.key)
      return false
    })
    return line.splice(0, count === -1 ? line.length : count)
  }

  async function write(batch: WaitingItem<Item, Result>[]): Promise<void> {
    writing += batch.length
    await writeAll(batch)
    writing -= batch.length
  }

  async function writeAll(batch: WaitingItem<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => {
        resolve(results[index]!)
      })
    } catch (error) {
      if (batch.length === 1 || isLost(error)) for (const { reject } of batch) reject(error)
      else for (const waiting of batch) await writeAll([waiting])
    }
  }

  return {
    expect() {
      expected++
      return () => {
        expected--
        lookAgain()
      }
    },
    write: (item, weight, key) =>
      new Promise((resolve, reject) => {
        line.push({ item, weight, key, resolve, reject })
        lookAgain()
        // On the next tick, so that everything queued in this one joins the first batch.
        if (!isRunning) {
          isRunning = true
          setImmediate(work)
        }
      }),
  }
}

// A statement with its bytes stays below what the embedded database takes in a few milliseconds.
// Four are enough: if all that are under way went together, one process or the database would work
// at a time, and the rest would wait for it.
export const batchLimits: BatchLimits = {
  itemsMax: 32,
  weightMax: 480 * 1024,
  batchMin: 4,
  lingerMs: 10,
  overtakeMs: 100,
}

type Batched<Item, Stored> = {
  /** The same as in Batching. */
  expect(pool: Pool): () => void
  write(pool: Pool, item: Item): Promise<Stored>
}

/**
 * A write of documents with their files that is batched for each pool. `write` stores all of the
 * items or throws, and says of each what was stored, if it was. No two of them are about the same
 * document: one could be of a claim that has run out, the other of who took it over, and what the
 * statement says of a document would be said of both. Files that are too large for a statement are
 * stored alone, in a transaction.
 */
export function batched<
  Item extends { files: FileValues; filesOfAttempt?: FileValues; report?: { files: FileValues } },
  Stored,
>(write: (database: Pool | PoolClient, items: Item[]) => Promise<Stored[]>): Batched<Item, Stored> {
  const batchingOf = perPool((pool) =>
    openBatching((items: Item[]) => inMonths(pool, () => write(pool, items)), batchLimits, isLost),
  )
  return {
    expect: (pool) => batchingOf(pool).expect(),
    write(pool, item) {
      const { files, filesOfAttempt, report } = item
      if (files.rest.length > 0)
        return storeWithFiles(pool, files, async (database) => (await write(database, [item]))[0]!)
      const others = [filesOfAttempt, report?.files].map((values) => values?.first.size ?? 0)
      const weight = others.reduce((sum, size) => sum + size, files.first.size)
      return batchingOf(pool).write(item, weight, files.documentId)
    },
  }
}

/**
 * A read by keys that is batched for each pool: what is asked for at the same moment is looked up
 * by one statement. `read` answers in the order of the keys. (Where a statement takes them as JSON,
 * the planner expects as many each time, and one plan serves all.)
 */
export function batchedRead<Key, Found>(
  read: (pool: Pool, keys: Key[]) => Promise<Found[]>,
): (pool: Pool, key: Key) => Promise<Found> {
  const batchingOf = perPool((pool) =>
    openBatching((keys: Key[]) => read(pool, keys), batchLimits, isLost),
  )
  return (pool, key) => batchingOf(pool).write(key, 0)
}

/** The different ones among keys, as a parameter for json_array_elements_text. */
export function asked(keys: readonly string[]): string {
  return JSON.stringify([...new Set(keys)])
}

function perPool<T extends object>(open: (pool: Pool) => T): (pool: Pool) => T {
  const opened = new WeakMap<Pool, T>()
  return (pool) => {
    const own = opened.get(pool) ?? open(pool)
    opened.set(pool, own)
    return own
  }
}

/** `writing` never rejects. */
function endOrTime(writing: Promise<void>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    void writing.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function isLost(error: unknown): boolean {
  return isDatabaseAway(error) && !isDeadlock(error)
}
