// Connections that have not shown yet whose they are: few, with few bytes, and the oldest makes
// room for the next. An access point says who it is within a fraction of a second, so it is hardly
// ever the oldest.

/** `graceMs`: no connection is closed sooner, so a crowd cannot push each other out endlessly. */
export type StrangerLimits = { connectionsMax: number; bytesMax: number; graceMs: number }

/** Keys are connections. */
export type Strangers<Key extends object> = {
  /** False when there is no room. `turnAway` is called when the room is needed for others. */
  admit(key: Key, turnAway: () => void): boolean
  /** What to call from now on, in place of what `admit` was given. */
  onTurnAway(key: Key, turnAway: () => void): void
  /** Counts bytes that are held in memory; false when there is no room for them. */
  take(key: Key, bytes: number): boolean
  /** It has gone, or is a stranger no longer. */
  leave(key: Key): void
  count(): number
}

type Stranger = { since: number; bytes: number; turnAway: () => void }

export function openStrangers<Key extends object>(
  { connectionsMax, bytesMax, graceMs }: StrangerLimits,
  now: () => number = () => performance.now(),
): Strangers<Key> {
  // A map keeps the order of arrival.
  const strangers = new Map<Key, Stranger>()
  let inMemory = 0

  function leave(key: Key): void {
    inMemory -= strangers.get(key)?.bytes ?? 0
    strangers.delete(key)
  }

  function makeRoom(except?: Key): boolean {
    for (const [key, { since, turnAway }] of strangers) {
      if (now() - since < graceMs) return false
      if (key === except) continue
      leave(key)
      turnAway()
      return true
    }
    return false
  }

  return {
    admit(key, turnAway) {
      leave(key)
      if (strangers.size >= connectionsMax && !makeRoom()) return false
      strangers.set(key, { since: now(), bytes: 0, turnAway })
      return true
    },
    onTurnAway(key, turnAway) {
      const stranger = strangers.get(key)
      if (stranger) stranger.turnAway = turnAway
    },
    take(key, bytes) {
      const stranger = strangers.get(key)
      if (!stranger) return true
      while (inMemory + bytes > bytesMax) if (!makeRoom(key)) return false
      stranger.bytes += bytes
      inMemory += bytes
      return true
    },
    leave,
    count: () => strangers.size,
  }
}
