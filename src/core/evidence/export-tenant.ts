// Everything that the gateway has of a tenant's documents, as a sequence of ZIPs: the record of
// each document, and its evidence, which holds its files.
import { Problem } from '../../problem.ts'
import type { Document, Tenant } from '../../store/index.ts'
import { answersTo } from '../tracking/answers.ts'
import { attemptsOf, filesOf, historyOf } from '../tracking/track.ts'
import { type EvidenceNeeds, evidenceOf } from './evidence.ts'
import { type ZipEntry, zipOf } from './zip.ts'

/** A ZIP has offsets of 4 bytes; a document that is larger than this is in a part of its own. */
export type PartLimits = { documents: number; bytes: number }

const usualLimits: PartLimits = { documents: 1_000, bytes: 1_000_000_000 }
const documentsAtOnce = 100

export type ExportPart = { documents: number; zip: AsyncGenerator<Uint8Array> }

/** In the order in which they were created, up to now. Use each part up before the next. */
export async function* exportTenant(
  needs: EvidenceNeeds,
  tenant: Tenant,
  limits: PartLimits = usualLimits,
): AsyncGenerator<ExportPart, void> {
  let part: Document[] = []
  let bytes = 0
  for await (const document of documentsOf(needs, tenant)) {
    const files = await needs.store.filesOf(document.id)
    const size = files.reduce((sum, file) => sum + file.size, 0)
    if (part.length === limits.documents || (part.length > 0 && bytes + size > limits.bytes)) {
      yield partOf(needs, tenant, part)
      part = []
      bytes = 0
    }
    part.push(document)
    bytes += size
  }
  if (part.length > 0) yield partOf(needs, tenant, part)
}

async function* documentsOf({ store, now }: EvidenceNeeds, { id }: Tenant) {
  const query = { sort: 'createdAt', limit: documentsAtOnce, createdTo: now() } as const
  for (let cursor: string | undefined; ; ) {
    const page = await store.listDocuments(id, { ...query, ...(cursor ? { cursor } : {}) })
    yield* page.documents
    cursor = page.nextCursor
    if (cursor === undefined) return
  }
}

function partOf(needs: EvidenceNeeds, tenant: Tenant, documents: readonly Document[]): ExportPart {
  const entries: ZipEntry[] = [
    { name: 'records.jsonl', bytes: () => records(needs, tenant, documents) },
    ...documents.map(({ id }) => ({
      name: `evidence/${id}.zip`,
      bytes: () => evidence(needs, tenant, id),
    })),
  ]
  return { documents: documents.length, zip: zipOf(entries, needs.now()) }
}

/** A line for each document. */
async function* records(
  needs: EvidenceNeeds,
  tenant: Tenant,
  documents: readonly Document[],
): AsyncGenerator<Uint8Array> {
  for (const { id } of documents) {
    const { document, auditLog } = await historyOf(needs, { tenant }, { id })
    const { files } = await filesOf(needs, { tenant }, { id })
    const attempts = await attemptsOf(needs, { tenant }, { id })
    const answers = await answersTo(needs, { tenant }, { id })
    const line = { document, auditLog, files, attempts, answers }
    yield Buffer.from(`${JSON.stringify(line)}\n`)
  }
}

/** Nothing for a document whose bytes were removed. */
async function* evidence(
  needs: EvidenceNeeds,
  tenant: Tenant,
  id: string,
): AsyncGenerator<Uint8Array> {
  try {
    const { zip } = await evidenceOf(needs, { tenant }, { id })
    yield* zip
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'document.content-removed') throw error
  }
}
