// Which files of an evidence file the audit log names: each line has a digest of those that were
// stored with it.
import { type AuditLine, filesDigest } from '../../store/index.ts'
import type { Manifest } from './evidence-file.ts'

type KeptFile = Manifest['files'][number] & Required<Pick<Manifest['files'][number], 'kind'>>

export type FileCoverage = {
  /** Files by the number of the line. */
  ofLine: Map<number, KeptFile[]>
  /** The lines whose files are not there. */
  missing: AuditLine[]
  /** The files that no line names. */
  loose: KeptFile[]
}

/** A document is submitted with 20 attachments at most, and a few files more. */
const runMax = 64

// Files are in the order in which they were stored: those of one line are neighbours.
export function coverFiles(
  { files }: Pick<Manifest, 'files'>,
  lines: readonly AuditLine[],
): FileCoverage {
  const kept = files.filter((file): file is KeptFile => file.kind !== undefined)
  const runs = runsOf(kept, new Set(lines.flatMap(({ filesSha256 }) => filesSha256 ?? [])))
  const ofLine = new Map<number, KeptFile[]>()
  const missing: AuditLine[] = []
  for (const line of lines) {
    if (line.filesSha256 === undefined) continue
    const run = runs.get(line.filesSha256)?.shift()
    if (run) ofLine.set(line.sequence, run)
    else missing.push(line)
  }
  const covered = new Set([...ofLine.values()].flat())
  return { ofLine, missing, loose: kept.filter((file) => !covered.has(file)) }
}

/** The wanted digests, each with the neighbours that it is of, first to last. */
function runsOf(kept: readonly KeptFile[], wanted: ReadonlySet<string>): Map<string, KeptFile[][]> {
  const runs = new Map<string, KeptFile[][]>()
  for (let start = 0; start < kept.length; start++) {
    for (let end = start + 1; end <= Math.min(start + runMax, kept.length); end++) {
      const run = kept.slice(start, end)
      const digest = filesDigest(run)!
      if (wanted.has(digest)) runs.set(digest, [...(runs.get(digest) ?? []), run])
    }
  }
  return runs
}
