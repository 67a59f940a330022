// Opens an evidence file: every entry is in its manifest, and has the size and digest named there.
import { parseCertificates, sha256 } from '../../crypto/index.ts'
import type { Trust } from '../../peppol/index.ts'
import type { AuditHead, CoveredLine, RecordRow } from '../../store/index.ts'
import type { PathStep } from './audit-head.ts'
import {
  type AuditFile,
  authorityFiles,
  evidenceFormat,
  evidenceFormats,
  type HeadFile,
  type Manifest,
  names,
  reportFolder,
} from './evidence-file.ts'
import { openZip } from './strict-zip.ts'

export type OpenedEvidence = {
  manifest: Manifest
  /** The document's row; absent in the first form, and for documents older than its digest. */
  record?: RecordRow
  audit: AuditFile
  head: Omit<AuditHead, 'packed'> & { line: CoveredLine; path: PathStep[] }
  authorities: Trust
  /** For a test document: the authorities of the simulated network. */
  simulation: Trust
  /** The reports about it; one whose files were removed has no evidence. */
  reports: { documentId: string; evidence?: OpenedEvidence }[]
  /** Throws for a name that the manifest does not list. */
  bytes(name: string): Buffer
}

const zipLimits = { entriesMax: 10_000, bytesMax: 1_000_000_000 }

export function openEvidence(zip: Uint8Array): OpenedEvidence | { fault: string } {
  try {
    const entries = openZip(zip, zipLimits)
    return { ...open(entries), reports: reportsIn(entries) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

function reportsIn(entries: Map<string, Buffer>): OpenedEvidence['reports'] {
  const { reports = [] } = parse<Manifest>(entries, names.manifest)
  return reports.map(({ documentId, removed }, index) => {
    if (removed) return { documentId }
    const folder = reportFolder(index)
    const own = [...entries].flatMap(([name, bytes]): [string, Buffer][] =>
      name.startsWith(folder) ? [[name.slice(folder.length), bytes]] : [],
    )
    try {
      return { documentId, evidence: { ...open(new Map(own)), reports: [] } }
    } catch (cause) {
      const words = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`in '${folder}': ${words}`, { cause })
    }
  })
}

function open(entries: Map<string, Buffer>): Omit<OpenedEvidence, 'reports'> {
  const manifest = parse<Manifest>(entries, names.manifest)
  if (!evidenceFormats.includes(manifest.format))
    throw new Error(`it is no '${evidenceFormat}', but '${String(manifest.format)}'`)
  for (const { name, size, sha256: digest } of manifest.files) {
    const bytes = bytesIn(entries, name)
    if (bytes.length !== size || sha256(bytes).toString('hex') !== digest)
      throw new Error(`'${name}' is not what the manifest says`)
  }
  checkNames(manifest, [...entries.keys()])
  const { lines, ...audit } = parse<AuditFile>(entries, names.audit)
  return {
    manifest,
    ...(entries.has(names.record) ? { record: parse<RecordRow>(entries, names.record) } : {}),
    audit: { ...audit, lines: lines.map((line) => ({ ...line, at: new Date(line.at) })) },
    head: toHead(parse<HeadFile>(entries, names.head)),
    authorities: trustIn(entries, 'authorities'),
    simulation: trustIn(entries, manifest.document.test ? 'simulation' : 'authorities'),
    bytes: (name) => bytesIn(entries, name),
  }
}

/** Every entry is in the manifest, once, and is something that evidence has. */
function checkNames({ files, message, reports = [] }: Manifest, entries: readonly string[]): void {
  const listed = new Set<string>([names.manifest])
  const known = new Set<string>([
    ...Object.values(names),
    ...['authorities', 'simulation'].flatMap((folder) =>
      authorityFiles.map((name) => `${folder}/${name}`),
    ),
    ...(message?.smp.answers.map(({ file }) => file) ?? []),
  ])
  const folders = reports.flatMap(({ removed }, index) => (removed ? [] : [reportFolder(index)]))
  const isOfReport = (name: string) => folders.some((folder) => name.startsWith(folder))
  for (const { name, kind } of files) {
    if (listed.has(name)) throw new Error(`'${name}' is in the manifest twice`)
    const isKnown =
      kind === undefined ? known.has(name) || isOfReport(name) : name.startsWith('files/')
    if (!isKnown) throw new Error(`nothing says what '${name}' is`)
    listed.add(name)
  }
  for (const name of entries)
    if (!listed.has(name)) throw new Error(`'${name}' is not in the manifest`)
}

function toHead(file: HeadFile): OpenedEvidence['head'] {
  return {
    ...file,
    at: new Date(file.at),
    root: Buffer.from(file.root, 'hex'),
    signature: Buffer.from(file.signature, 'base64'),
    path: file.path.map(({ side, digest }) => ({ side, digest: Buffer.from(digest, 'hex') })),
  }
}

function trustIn(entries: Map<string, Buffer>, folder: string): Trust {
  const [roots = [], accessPointIssuers = [], smpIssuers = []] = authorityFiles.map((name) =>
    parseCertificates(bytesIn(entries, `${folder}/${name}`).toString('latin1')),
  )
  return { roots, accessPointIssuers, smpIssuers }
}

function parse<T>(entries: Map<string, Buffer>, name: string): T {
  try {
    return JSON.parse(bytesIn(entries, name).toString('utf8')) as T
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new Error(`'${name}' is not JSON`, { cause })
    throw cause
  }
}

function bytesIn(entries: Map<string, Buffer>, name: string): Buffer {
  const bytes = entries.get(name)
  if (!bytes) throw new Error(`'${name}' is missing`)
  return bytes
}
