// Room on the disk, and how much of it one tenant, or one access point that sends to us, may fill
// in a day.
import { Problem } from '../../problem.ts'
import type { Store, Storing } from '../../store/index.ts'

export type Storage = {
  /** Free bytes on the fuller of the disks that we write to; undefined where that is not known. */
  freeBytes(): Promise<number | undefined>
  /** Counts what is about to be stored. False when it is more than may be stored today. */
  take(storing: Storing, bytes: number): Promise<boolean>
}

/** Bytes in a day (UTC), over all nodes; absent: any number. */
export type StorageLimits = Partial<Record<Storing['kind'], number>>

/** Reserved at a time, so that not each document needs a write of its own. */
const blockBytesMax = 1_000_000
const blocksMax = 10_000

export function openStorage({
  store,
  limits,
  freeBytes,
  now,
}: {
  store: Pick<Store, 'reserveBytes'>
  limits: StorageLimits
  freeBytes: Storage['freeBytes']
  now: () => Date
}): Storage {
  // What is left of the last block that was reserved.
  const blocks = new Map<string, { day: string; left: number }>()
  return {
    freeBytes,
    async take({ kind, key }, bytes) {
      const bytesMax = limits[kind]
      if (bytesMax === undefined) return true
      const [at, name] = [now(), `${kind} ${key}`]
      const day = at.toISOString().slice(0, 10)
      const known = blocks.get(name)
      const block = known?.day === day ? known : { day, left: 0 }
      if (block.left >= bytes) {
        block.left -= bytes
        return true
      }
      const reserve = (bytes: number) => store.reserveBytes({ kind, key, day: at, bytes, bytesMax })
      const lacking = bytes - block.left
      const more = Math.min(blockBytesMax, Math.floor(bytesMax / 100))
      if (await reserve(lacking + more)) block.left = more
      else if (await reserve(lacking)) block.left = 0
      else return false
      blocks.delete(name)
      blocks.set(name, block)
      const [oldest] = blocks.keys()
      if (blocks.size > blocksMax && oldest !== undefined) blocks.delete(oldest)
      return true
    },
  }
}

/** There is no room for an arrival: its sender repeats it. */
export class NoRoomError extends Error {}

type StorageNeeds = { storage: Storage; submission: { diskFreeBytesMin: number } }

export async function isDiskFull({ storage, submission }: StorageNeeds): Promise<boolean> {
  // What cannot be read is taken for full.
  const free = await storage.freeBytes().catch(() => 0)
  return free !== undefined && free < submission.diskFreeBytesMin
}

/** Throws Problem `capacity.storage`. */
export async function refuseOnFullDisk(gateway: StorageNeeds): Promise<void> {
  if (await isDiskFull(gateway))
    throw new Problem('capacity.storage', { detail: 'The disk of this gateway is nearly full.' })
}

/** Throws Problem `capacity.storage`. */
export async function takeForTenant(
  { storage }: Pick<StorageNeeds, 'storage'>,
  tenantId: string,
  files: readonly { bytes: Uint8Array }[],
): Promise<void> {
  if (await storage.take({ kind: 'tenant', key: tenantId }, sizeOf(files))) return
  throw new Problem('capacity.storage', {
    detail: 'Your tenant has stored as much as it may today. The next day begins at 00:00 UTC.',
  })
}

/** Throws NoRoomError. */
export async function takeForAccessPoint(
  { storage }: Pick<StorageNeeds, 'storage'>,
  seatId: string,
  files: readonly { bytes: Uint8Array }[],
): Promise<void> {
  if (await storage.take({ kind: 'access-point', key: seatId }, sizeOf(files))) return
  throw new NoRoomError(`${seatId} has stored as much as it may today`)
}

function sizeOf(files: readonly { bytes: Uint8Array }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, 0)
}
