// Connections that have not shown yet whose they are: few, with few bytes, and the oldest makes
// room for the next. An access point says who it is within a fraction of a second, so it is hardly
// ever the oldest.

/** `graceMs`: no connection is closed sooner, so a crowd cannot push each other out endlessly. */
export type UnauthenticatedLimits = { connectionsMax: number; bytesMax: number; graceMs: number }

/** Keys are connections. */
export type UnauthenticatedConnections<Key extends object> = {
  /** False when there is no room. `turnAway` is called when the room is needed for others. */
  admit(key: Key, turnAway: () => void): boolean
  /** What to call from now on, in place of what `admit` was given. */
  onTurnAway(key: Key, turnAway: () => void): void
  /** Counts bytes that are held in memory; false when there is no room for them. */
  take(key: Key, bytes: number): boolean
  /** It has gone, or is a connection no longer. */
  leave(key: Key): void
  count(): number
}

type Connection = { since: number; bytes: number; turnAway: () => void }

export function openUnauthenticatedConnections<Key extends object>(
  { connectionsMax, bytesMax, graceMs }: UnauthenticatedLimits,
  now: () => number = () => performance.now(),
): UnauthenticatedConnections<Key> {
  // A map keeps the order of arrival.
  const connections = new Map<Key, Connection>()
  let inMemory = 0

  function leave(key: Key): void {
    inMemory -= connections.get(key)?.bytes ?? 0
    connections.delete(key)
  }

  function makeRoom(except?: Key): boolean {
    for (const [key, { since, turnAway }] of connections) {
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
      if (connections.size >= connectionsMax && !makeRoom()) return false
      connections.set(key, { since: now(), bytes: 0, turnAway })
      return true
    },
    onTurnAway(key, turnAway) {
      const connection = connections.get(key)
      if (connection) connection.turnAway = turnAway
    },
    take(key, bytes) {
      const connection = connections.get(key)
      if (!connection) return true
      while (inMemory + bytes > bytesMax) if (!makeRoom(key)) return false
      connection.bytes += bytes
      inMemory += bytes
      return true
    },
    leave,
    count: () => connections.size,
  }
}
