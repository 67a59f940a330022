// All files of a document as one ZIP, as they are stored and in the order in which they came.
import type { Caller, Gateway } from '../gateway.ts'
import { checkKept, findDocument, type Reference } from '../tracking/track.ts'
import { safeName, zipOf } from './zip.ts'

/** Throws Problem `document.not-found`, `document.content-removed`. */
export async function filesZip(
  { store, now }: Pick<Gateway, 'store' | 'now'>,
  caller: Caller,
  reference: Reference,
): Promise<{ name: string; zip: AsyncGenerator<Uint8Array> }> {
  const { id } = await findDocument({ store }, caller, reference)
  await checkKept({ store }, id)
  const files = await store.filesOf(id)
  const entries = files.map((file, at) => ({
    name: `${at + 1}-${safeName(file.name)}`,
    bytes: () => store.filePieces(id, file.id),
  }))
  return { name: `files-${id}.zip`, zip: zipOf(entries, now()) }
}
