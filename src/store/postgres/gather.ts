// Group commit: what is to be written while a write is under way, or while others are on their way
// to it, is written by one statement. A lone write waits for nobody.
import type { Pool, PoolClient } from 'pg'
import { type FileValues, storeWithFiles } from '../documents/files.ts'
import { inMonths } from './months.ts'
import { isDatabaseAway, isDeadlock } from './outage.ts'

type GatherLimits = {
  /** How many items one run may take, and how much they may weigh together. */
  itemsMax: number
  weightMax: number
  /** So many do not wait for those who are on their way, and nobody waits longer. */
  enough: number
  companyMs: number
  /** A run that takes longer, because it waits for a lock, no longer holds up the next one. */
  stuckMs: number
}

type Waiting<Item, Result> = {
  item: Item
  weight: number
  key: string | undefined
  resolve(result: Result): void
  reject(error: unknown): void
}

type Gathering<Item, Result> = {
  /** Somebody is on the way here, until they call what it returns: here or not, they are done. */
  expect(): () => void
  /** Items with the same key are never written together. */
  write(item: Item, weight: number, key?: string): Promise<Result>
}

/**
 * Collects items for `run`, which writes them all or none and answers in their order. When it
 * rejects, and there were several, each is tried alone: an item that cannot be written fails alone.
 * Unless `isLost` says that the database has gone, and nobody knows what was written: then all of
 * them fail.
 */
export function openGathering<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { itemsMax, weightMax, enough, companyMs, stuckMs }: GatherLimits,
  isLost: (error: unknown) => boolean,
): Gathering<Item, Result> {
  const line: Waiting<Item, Result>[] = []
  let isRunning = false
  /** All who are on their way, in the line or being written, as far as somebody said so. */
  let expected = 0
  let writing = 0
  let lookAgain = () => {}

  async function work(): Promise<void> {
    while (line.length > 0) {
      await isGathered()
      await endOrTime(write(next()), stuckMs)
    }
    isRunning = false
  }

  /** Resolves when enough are there, nobody else is on the way, or after `companyMs`. */
  function isGathered(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, companyMs)
      lookAgain = () => {
        if (line.length < enough && line.length + writing < expected) return
        clearTimeout(timer)
        resolve()
      }
      lookAgain()
    })
  }

  function next(): Waiting<Item, Result>[] {
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

  async function write(batch: Waiting<Item, Result>[]): Promise<void> {
    writing += batch.length
    await writeAll(batch)
    writing -= batch.length
  }

  async function writeAll(batch: Waiting<Item, Result>[]): Promise<void> {
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
        // In the next lap, so that those who come in this one are company already.
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
export const gatherLimits: GatherLimits = {
  itemsMax: 32,
  weightMax: 480 * 1024,
  enough: 4,
  companyMs: 10,
  stuckMs: 100,
}

type Gathered<Item, Stored> = {
  /** As of Gathering. */
  expect(pool: Pool): () => void
  write(pool: Pool, item: Item): Promise<Stored>
}

/**
 * A write of documents with their files that is gathered for each pool. `write` stores all of the
 * items or throws, and says of each what was stored, if it was. No two of them are about the same
 * document: one could be of a claim that has run out, the other of who took it over, and what the
 * statement says of a document would be said of both. Files that are too large for a statement are
 * stored alone, in a transaction.
 */
export function gathered<Item extends { files: FileValues; filesOfAttempt?: FileValues }, Stored>(
  write: (database: Pool | PoolClient, items: Item[]) => Promise<Stored[]>,
): Gathered<Item, Stored> {
  const gatheringOf = perPool((pool) =>
    openGathering(
      (items: Item[]) => inMonths(pool, () => write(pool, items)),
      gatherLimits,
      isLost,
    ),
  )
  return {
    expect: (pool) => gatheringOf(pool).expect(),
    write(pool, item) {
      const { files, filesOfAttempt } = item
      if (files.rest.length > 0)
        return storeWithFiles(pool, files, async (database) => (await write(database, [item]))[0]!)
      const weight = files.first.size + (filesOfAttempt?.first.size ?? 0)
      return gatheringOf(pool).write(item, weight, files.documentId)
    },
  }
}

/**
 * A read by keys that is gathered for each pool: what is asked for at the same moment is looked up
 * by one statement. `read` answers in the order of the keys. (Where a statement takes them as JSON,
 * the planner expects as many each time, and one plan serves all.)
 */
export function gatheredRead<Key, Found>(
  read: (pool: Pool, keys: Key[]) => Promise<Found[]>,
): (pool: Pool, key: Key) => Promise<Found> {
  const gatheringOf = perPool((pool) =>
    openGathering((keys: Key[]) => read(pool, keys), gatherLimits, isLost),
  )
  return (pool, key) => gatheringOf(pool).write(key, 0)
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
