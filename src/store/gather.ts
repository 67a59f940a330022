// Group commit: what is to be written while a write is under way waits for it, and is then written
// by one statement. A lone write waits for nobody.
import type { Pool, PoolClient } from 'pg'
import { type FileValues, storeWithFiles } from './files.ts'
import { inMonths } from './months.ts'
import { isDatabaseAway, isDeadlock } from './outage.ts'

type GatherLimits = {
  /** How many items one run may take, and how much they may weigh together. */
  itemsMax: number
  weightMax: number
  /** A run that takes longer, because it waits for a lock, no longer holds up the next one. */
  stuckMs: number
}

type Waiting<Item, Result> = {
  item: Item
  weight: number
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Collects items for `run`, which writes them all or none and answers in their order. When it
 * rejects, and there were several, each is tried alone: an item that cannot be written fails alone.
 * Unless `isLost` says that the database has gone, and nobody knows what was written: then all of
 * them fail.
 */
export function openGathering<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { itemsMax, weightMax, stuckMs }: GatherLimits,
  isLost: (error: unknown) => boolean,
): (item: Item, weight: number) => Promise<Result> {
  const line: Waiting<Item, Result>[] = []
  let isRunning = false

  async function work(): Promise<void> {
    while (line.length > 0) await endOrTime(write(next()), stuckMs)
    isRunning = false
  }

  function next(): Waiting<Item, Result>[] {
    let weight = 0
    const count = line.findIndex((waiting, index) => {
      weight += waiting.weight
      return index > 0 && (index === itemsMax || weight > weightMax)
    })
    return line.splice(0, count === -1 ? line.length : count)
  }

  async function write(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => {
        resolve(results[index]!)
      })
    } catch (error) {
      if (batch.length === 1 || isLost(error)) for (const { reject } of batch) reject(error)
      else for (const waiting of batch) await write([waiting])
    }
  }

  return (item, weight) =>
    new Promise((resolve, reject) => {
      line.push({ item, weight, resolve, reject })
      // In the next lap, so that those who come in this one are company already.
      if (!isRunning) {
        isRunning = true
        setImmediate(work)
      }
    })
}

// A statement with its bytes stays below what the embedded database takes in a few milliseconds.
const limits: GatherLimits = { itemsMax: 32, weightMax: 480 * 1024, stuckMs: 100 }

/**
 * A write of documents with their files that is gathered for each pool. `write` stores all of the
 * items or throws, and says of each whether it was stored. Files that are too large for a statement
 * are stored alone, in a transaction.
 */
export function gathered<Item extends { files: FileValues }>(
  write: (database: Pool | PoolClient, items: Item[]) => Promise<boolean[]>,
): (pool: Pool, item: Item) => Promise<boolean> {
  const gatherings = new WeakMap<Pool, (item: Item, weight: number) => Promise<boolean>>()
  return (pool, item) => {
    const { files } = item
    if (files.rest.length > 0)
      return storeWithFiles(pool, files, async (database) => (await write(database, [item]))[0]!)
    let gathering = gatherings.get(pool)
    if (!gathering) {
      gathering = openGathering((items) => inMonths(pool, () => write(pool, items)), limits, isLost)
      gatherings.set(pool, gathering)
    }
    return gathering(item, files.first.size)
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
