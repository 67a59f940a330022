// What the validation of a stored document found.
import type { Caller, Gateway } from '../gateway.ts'
import type { ReportedFinding, ValidationReport } from '../validate.ts'
import { findDocument, type Reference } from './track.ts'

/** In their order; none when there are none any more. Throws Problem `document.not-found`. */
export async function findingsOf(
  { store }: Pick<Gateway, 'store'>,
  caller: Caller,
  reference: Reference,
): Promise<ReportedFinding[]> {
  const { id } = await findDocument({ store }, caller, reference)
  const found = await store.latestFile(id, 'findings')
  if (!found || found.bytes.length < found.file.size) return []
  const { findings } = JSON.parse(found.bytes.toString('utf8')) as ValidationReport
  return findings
}
