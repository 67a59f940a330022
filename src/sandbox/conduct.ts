// What the second access point was told, and a promise for those who wait until it is told
// something else.
import type { FaultPlan, Impostors, Misbehaviour } from './misbehaviour.ts'

export type Conduct = {
  /** None: it answers rightly. */
  faultPlan: FaultPlan | undefined
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
    faultPlan: undefined,
    changed: nextChange(),
    change(how) {
      conduct.faultPlan = how && { how, impostors }
      tell()
      conduct.changed = nextChange()
    },
  }
  return conduct
}
