// Work that is done on the event loop because a thread would cost more: in pieces, one owner after
// the other. An owner who has the gateway to itself is not slowed; while others wait for an answer,
// it rests after each long piece for as long as the piece took.
import type { Asker } from './pool.ts'

/** A call under way: while it is, the work of other owners lets it pass. */
export type CallUnderWay = {
  /** Says whose it is, once that is known. */
  belongsTo(owner: string): void
  /** It is over, or waits for something that may take long. */
  leave(): void
}

export type InlineWork = {
  enter(owner?: string): CallUnderWay
  /**
   * Runs one piece, of at most one document. `isShared`: others wait, so it does nothing later that
   * can be done now. `asker.charge` is told how many milliseconds it took while others waited.
   */
  run<T>(asker: Asker | undefined, piece: (isShared: boolean) => T | Promise<T>): Promise<T>
}

/** Shorter pieces need no rest, and so much is done in one tick. */
const shortMs = 5

type WaitingWork = { asker: Asker; begin: () => void }

export function openInlineWork(now: () => number = () => performance.now()): InlineWork {
  const underWay = new Map<string, number>()
  let calls = 0
  // The owner that comes next stands first.
  const queues = new Map<string, WaitingWork[]>()
  const restUntil = new Map<string, number>()
  let usedInTickMs = 0
  let isPlanned = false
  let alarm: NodeJS.Timeout | undefined

  function count(owner: string | undefined, by: 1 | -1): void {
    calls += by
    if (owner === undefined) return
    const sum = (underWay.get(owner) ?? 0) + by
    if (sum === 0) underWay.delete(owner)
    else underWay.set(owner, sum)
  }

  function doOthersWait(owner: string): boolean {
    const isQueued = queues.size > (queues.has(owner) ? 1 : 0)
    return isQueued || calls > (underWay.get(owner) ?? 0)
  }

  function restLeftMs(owner: string): number {
    const until = restUntil.get(owner) ?? 0
    if (until > now() && doOthersWait(owner)) return until - now()
    restUntil.delete(owner)
    return 0
  }

  function note(owner: string, asker: Asker, ms: number, didOthersWait: boolean): void {
    if (usedInTickMs === 0) setImmediate(() => (usedInTickMs = 0))
    usedInTickMs += ms
    if (ms >= shortMs) restUntil.set(owner, now() + ms)
    if (didOthersWait) asker.charge?.(ms)
    // Others may have come while nothing else could be done.
    else if (ms >= shortMs) setImmediate(() => doOthersWait(owner) && asker.charge?.(ms))
  }

  async function perform<T>(
    owner: string,
    asker: Asker,
    piece: (isShared: boolean) => T | Promise<T>,
  ): Promise<T> {
    const isShared = doOthersWait(owner)
    const begun = now()
    const end = () => note(owner, asker, now() - begun, isShared)
    let made: T | Promise<T>
    try {
      made = piece(isShared)
    } catch (error) {
      end()
      throw error
    }
    if (!(made instanceof Promise)) {
      end()
      return made
    }
    // What is not over by the next tick is done elsewhere.
    const tick = new Promise((resolve) => setImmediate(resolve))
    await Promise.race([made.catch(() => {}), tick])
    end()
    return made
  }

  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    setImmediate(next)
  }

  function next(): void {
    isPlanned = false
    clearTimeout(alarm)
    alarm = undefined
    const owners = [...queues.keys()]
    const owner = owners.find((owner) => restLeftMs(owner) === 0)
    if (owner === undefined) {
      if (owners.length > 0) alarm = setTimeout(next, Math.min(...owners.map(restLeftMs)))
      return
    }
    const queue = queues.get(owner)!
    const { begin } = queue.shift()!
    queues.delete(owner)
    if (queue.length > 0) queues.set(owner, queue)
    begin()
    if (queues.size > 0) plan()
  }

  return {
    enter(first) {
      let owner = first
      let isOver = false
      count(owner, 1)
      return {
        belongsTo(known) {
          if (isOver || known === owner) return
          count(owner, -1)
          owner = known
          count(owner, 1)
        },
        leave() {
          if (isOver) return
          isOver = true
          count(owner, -1)
          if (alarm) plan()
        },
      }
    },

    run(asker, piece) {
      const owner = asker?.owner
      if (!asker || owner === undefined) return (async () => piece(false))()
      const isFree = queues.size === 0 && usedInTickMs < shortMs && restLeftMs(owner) === 0
      if (isFree && !doOthersWait(owner)) return perform(owner, asker, piece)
      return new Promise((resolve) => {
        const begin = () => resolve(perform(owner, asker, piece))
        const queue = queues.get(owner) ?? []
        queue.push({ asker, begin })
        queues.set(owner, queue)
        plan()
      })
    },
  }
}
