// Orders waiting for a thread. Owners alternate, so that those with many orders
// only delay themselves.

export type WaitingOrder = {
  owner: string
  bytes: number
  /** It is known to take long. */
  isLong: boolean
}

export type WaitingLimits = { waitingMax: number; waitingBytesMax: number }

export type WaitingOrders<Order extends WaitingOrder> = {
  /**
   * Returns the orders dropped to make room: those of the owner with most orders waiting, possibly
   * including this one.
   */
  add(order: Order): Order[]
  /** Returns an order to the queue, regardless of room. */
  putBack(order: Order): void
  /** The next order; a long one only if wanted. */
  take(wanted: { long: boolean }): Order | undefined
  /** Whether it was waiting. */
  remove(order: Order): boolean
  hasShort(): boolean
  /** All of them. */
  clear(): Order[]
}

export function newWaitingOrders<Order extends WaitingOrder>({
  waitingMax,
  waitingBytesMax,
}: WaitingLimits): WaitingOrders<Order> {
  // The owner that is next comes first.
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
