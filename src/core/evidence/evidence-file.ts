// What an evidence file holds (docs/operations.md): written by core/evidence, read by
// core/verify-evidence.
import type { AuditHead, AuditLine, CoveredLine, FileKind } from '../../store/index.ts'
import type { DocumentRecord } from '../record.ts'
import type { PathStep } from './audit-head.ts'

/** What is written; all of them are read. The first one has no record. */
export const evidenceFormat = 'fourcorner evidence 2'
/** The same with the reports to a tax authority, where there are some. */
export const reportedFormat = 'fourcorner evidence 3'
export const evidenceFormats = ['fourcorner evidence 1', evidenceFormat, reportedFormat] as const

/** Where the evidence of a report is, the first one in 1: every file of it, in the same form. */
export function reportFolder(index: number): string {
  return `tax-report-${index + 1}/`
}

export const names = {
  manifest: 'manifest.json',
  readme: 'README.txt',
  record: 'record.json',
  audit: 'audit.json',
  head: 'audit-head.json',
} as const

/** The three roles of a network's authorities, each a PEM file. */
export const authorityFiles = ['roots.pem', 'access-points.pem', 'smps.pem'] as const

export type Manifest = {
  format: (typeof evidenceFormats)[number]
  createdAt: string
  /** `sandbox`, `custom`, `test` or `production`. */
  network: string
  document: DocumentRecord
  instanceIdentifier: string
  /** The message that was sent last; absent when none was. */
  message?: {
    messageId: string
    sentAt: string
    request: { file: string; mediaType: string }
    /** Hex; opens the encrypted payload. */
    sessionKey: string
    smp: { base: string; answers: { url: string; file: string }[] }
  }
  /** What came back, if anything. */
  answer?: { file: string; mediaType: string }
  /**
   * Every other file. A kind says which file of the document it is; those are in the order in which
   * they were stored.
   */
  files: { name: string; kind?: FileKind; size: number; sha256: string }[]
  /** The reports about it to a tax authority, the first one first. */
  reports?: {
    documentId: string
    /** The files of the report were removed: there is no folder. */
    removed?: true
  }[]
}

export type AuditFile = { documentId: string; lines: AuditLine[] }

/** A head, and the path from the document's last line to its root. Digests as hex. */
export type HeadFile = Pick<
  AuditHead,
  'number' | 'previousHash' | 'hash' | 'signer' | 'certificate'
> & {
  at: string
  root: string
  /** Base64. */
  signature: string
  line: CoveredLine
  path: { side: PathStep['side']; digest: string }[]
}
