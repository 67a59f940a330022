// What is at hand and cannot be had again, such as a receipt, is held until it can be stored.
import { isPayloadStoreAway } from '../../store/index.ts'
import type { Gateway } from '../gateway.ts'

const triesMax = 3

/** Tries again when the payload store works again, unless the process is stopping. */
export async function onceStored<T>(
  { store, draining }: Pick<Gateway, 'store' | 'draining'>,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isPayloadStoreAway(error) || tries === triesMax || draining.now) throw error
      await store.payloadStore?.works()
    }
  }
}
