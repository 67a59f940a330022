// Whether the bytes of stored files are those whose digests the database has.
import { sha256 } from '../../crypto/index.ts'
import type { Audited, Store } from '../../store/index.ts'

type FileFaultsNeeds = { store: Pick<Store, 'readFile' | 'areBytesKept'> }

/** `isRemoved`: none of the bytes is there any more, as after RETENTION_DAYS. */
export async function byteFaults(
  { store }: FileFaultsNeeds,
  { documentId, files }: Audited,
): Promise<{ faults: string[]; isRemoved: boolean }> {
  const faults: string[] = []
  for (const { id, kind, size, sha256: digest } of files) {
    if (size === 0) continue
    const bytes = await store.readFile(documentId, id)
    if (sha256(bytes).toString('hex') === digest) continue
    if (bytes.length === 0 && !(await store.areBytesKept(documentId)))
      return { faults: [], isRemoved: true }
    faults.push(`the bytes of its file ${id}, of the kind ${kind}, are not those that were stored`)
  }
  return { faults, isRemoved: false }
}
