// Opens an evidence file: every entry is in its manifest, and has the size and digest named there.
import { unzipSync } from 'fflate'
import { parseCertificates, sha256 } from '../crypto/index.ts'
import type { Trust } from '../peppol/index.ts'
import type { AuditHead, CoveredLine } from '../store/index.ts'
import type { PathStep } from './audit-head.ts'
import {
  type AuditFile,
  authorityFiles,
  evidenceFormat,
  type HeadFile,
  type Manifest,
  names,
} from './evidence-file.ts'

export type OpenedEvidence = {
  manifest: Manifest
  audit: AuditFile
  head: Omit<AuditHead, 'packed'> & { line: CoveredLine; path: PathStep[] }
  authorities: Trust
  /** For a test document: the authorities of the simulated network. */
  simulation: Trust
  /** Throws for a name that the manifest does not list. */
  bytes(name: string): Buffer
}

const entriesMax = 1_000
const inflatedBytesMax = 1_000_000_000

export function openEvidence(zip: Uint8Array): OpenedEvidence | { fault: string } {
  try {
    return open(unzip(zip))
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

function unzip(zip: Uint8Array): Map<string, Buffer> {
  let [entries, size] = [0, 0]
  const found = unzipSync(zip, {
    filter({ originalSize }) {
      entries += 1
      size += originalSize
      if (entries > entriesMax || size > inflatedBytesMax) throw new Error('it is too large')
      return true
    },
  })
  return new Map(Object.entries(found).map(([name, bytes]) => [name, Buffer.from(bytes)]))
}

function open(entries: Map<string, Buffer>): OpenedEvidence {
  const manifest = parse<Manifest>(entries, names.manifest)
  if (manifest.format !== evidenceFormat)
    throw new Error(`it is no '${evidenceFormat}', but '${String(manifest.format)}'`)
  for (const { name, size, sha256: digest } of manifest.files) {
    const bytes = bytesIn(entries, name)
    if (bytes.length !== size || sha256(bytes).toString('hex') !== digest)
      throw new Error(`'${name}' is not what the manifest says`)
  }
  const listed = new Set([names.manifest, ...manifest.files.map(({ name }) => name)])
  for (const name of entries.keys())
    if (!listed.has(name)) throw new Error(`'${name}' is not in the manifest`)
  const { lines, ...audit } = parse<AuditFile>(entries, names.audit)
  return {
    manifest,
    audit: { ...audit, lines: lines.map((line) => ({ ...line, at: new Date(line.at) })) },
    head: toHead(parse<HeadFile>(entries, names.head)),
    authorities: trustIn(entries, 'authorities'),
    simulation: trustIn(entries, manifest.document.test ? 'simulation' : 'authorities'),
    bytes: (name) => bytesIn(entries, name),
  }
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
