// What the second access point was told, and a promise for those who wait until it is told
// something else.
import type { Impostors, Misbehaviour, Orders } from './misbehaviour.ts'

export type Conduct = {
  /** None: it answers rightly. */
  orders: Orders | undefined
  /** Resolves at the next change. */
  changed: Promise<void>
  change(how: Misbehaviour | undefined): void
}

export function makeConduct(impostors: Impostors): Conduct {
  let tell = (): void => {}
  const nextChange = (): Promise<void> =>
    new Promise((resolve) => {
      tell = resolve
    })
  const conduct: Conduct = {
    orders: undefined,
    changed: nextChange(),
    change(how) {
      conduct.orders = how && { how, impostors }
      tell()
      conduct.changed = nextChange()
    },
  }
  return conduct
}
