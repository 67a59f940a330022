// Documents that are prepared at the same moment are stored together.
import type { Store, Write } from '../../store/index.ts'

/** Runs `work`, which ends with that write: those who come to it before may wait a moment. */
export async function announcingWrite<T>(
  { store }: { store: Pick<Store, 'announceWrite'> },
  write: Write,
  work: () => Promise<T>,
): Promise<T> {
  const done = store.announceWrite(write)
  try {
    return await work()
  } finally {
    done()
  }
}
