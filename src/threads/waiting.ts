// Orders that wait for a thread: each owner has a turn after every other one, so that whoever asks
// for much waits for themselves.

export type Waiting = {
  owner: string
  bytes: number
  /** It has been seen to take long. */
  isLong: boolean
}

export type WaitingLimits = { waitingMax: number; waitingBytesMax: number }

export type WaitingOrders<Order extends Waiting> = {
  /** What has to go to make room: orders of whoever has most waiting, which may be this one. */
  add(order: Order): Order[]
  /** An order that waited before comes back, whatever the room. */
  putBack(order: Order): void
  /** The next one; of long ones only if they are wanted. */
  take(wanted: { long: boolean }): Order | undefined
  /** Whether it waited. */
  remove(order: Order): boolean
  hasShort(): boolean
  /** All of them. */
  clear(): Order[]
}

export function newWaitingOrders<Order extends Waiting>({
  waitingMax,
  waitingBytesMax,
}: WaitingLimits): WaitingOrders<Order> {
  // The owner whose turn it is comes first.
  const owners = new Map<string, Order[]>()

  const all = () => [...owners.values()].flat()
  const isFull = () =>
    all().length > waitingMax || all().reduce((sum, { bytes }) => sum + bytes, 0) > waitingBytesMax
  const shareOf = (orders: Order[]) =>
    orders.reduce((sum, { bytes }) => sum + 1 / waitingMax + bytes / waitingBytesMax, 0)

  function remove(order: Order): boolean {
    const orders = owners.get(order.owner) ?? []
    const at = orders.indexOf(order)
    if (at < 0) return false
    orders.splice(at, 1)
    if (orders.length === 0) owners.delete(order.owner)
    return true
  }

  function putBack(order: Order): void {
    const orders = owners.get(order.owner)
    if (orders) orders.push(order)
    else owners.set(order.owner, [order])
  }

  return {
    add(order) {
      putBack(order)
      const gone: Order[] = []
      while (isFull()) {
        const most = [...owners.values()].reduce((a, b) => (shareOf(b) >= shareOf(a) ? b : a))
        const last = most.at(-1)!
        remove(last)
        gone.push(last)
      }
      return gone
    },
    putBack,
    take({ long }) {
      for (const [owner, orders] of owners) {
        const order = orders.find(({ isLong }) => long || !isLong)
        if (order === undefined) continue
        remove(order)
        if (owners.delete(owner)) owners.set(owner, orders)
        return order
      }
      return undefined
    },
    remove,
    hasShort: () => all().some(({ isLong }) => !isLong),
    clear() {
      const orders = all()
      owners.clear()
      return orders
    },
  }
}
