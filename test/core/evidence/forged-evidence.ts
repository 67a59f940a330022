// Evidence files that were changed, and made to agree with themselves.
import { zipSync } from 'fflate'
import type { Manifest } from '../../../src/core/evidence/evidence-file.ts'
import { sha256 } from '../../../src/crypto/index.ts'

export type Files = Record<string, Uint8Array>

/** A forger makes the manifest agree with what it lists. */
export function sealed(files: Files, change: (manifest: Manifest) => void = () => {}): Uint8Array {
  const manifest = manifestOf(files)
  change(manifest)
  for (const file of manifest.files) {
    const bytes = files[file.name]
    if (bytes) Object.assign(file, { size: bytes.length, sha256: sha256(bytes).toString('hex') })
  }
  return zipSync({ ...files, 'manifest.json': Buffer.from(JSON.stringify(manifest)) })
}

export function manifestOf(files: Files): Manifest {
  return JSON.parse(Buffer.from(files['manifest.json']!).toString()) as Manifest
}

/** Facts of the record that a forger would like to be others. */
export const recordForgeries: [string, (record: Manifest['document']) => unknown][] = [
  ['another number', (record) => ({ ...record, number: '2026-9' })],
  ['no number', ({ number: _, ...record }) => record],
  ['another day', (record) => ({ ...record, issueDate: '2025-01-01' })],
  ['another amount', ({ totals, ...rest }) => ({ ...rest, totals: { ...totals, payable: '9' } })],
  [
    'another currency',
    ({ totals, ...rest }) => ({ ...rest, totals: { ...totals, currency: 'X' } }),
  ],
  ['another name', ({ sender, ...rest }) => ({ ...rest, sender: { ...sender, name: 'Other' } })],
  [
    'another country',
    ({ receiver: r, ...rest }) => ({ ...rest, receiver: { ...r, country: 'SE' } }),
  ],
  ['another type', (record) => ({ ...record, type: 'creditNote' })],
  [
    'another document type',
    (record) => ({ ...record, documentTypeId: 'busdox-docid-qns::a##b::1' }),
  ],
  ['a client', (record) => ({ ...record, clientId: 'client-7' })],
  ['a reference', (record) => ({ ...record, reference: 'order-7' })],
  ['an earlier creation', (record) => ({ ...record, createdAt: '2025-01-01T00:00:00.000Z' })],
  ['a later end', (record) => ({ ...record, completedAt: '2027-01-01T00:00:00.000Z' })],
  ['another outcome', (record) => ({ ...record, outcome: 'rejected' })],
  ['another certainty', (record) => ({ ...record, certainty: 'unknown' })],
  [
    'a verdict',
    ({ validation: v, ...rest }) => ({ ...rest, validation: { ...v, verdict: 'valid' } }),
  ],
  ['a warning', (record) => ({ ...record, warnings: ['The same number was used before.'] })],
  ['a status message', (record) => ({ ...record, mls: { status: 'accepted', code: 'AP' } })],
  ['a refusal', (record) => ({ ...record, mls: { status: 'rejected' }, outcome: 'rejected' })],
  [
    'another time of sending',
    ({ as4, ...rest }) => {
      return { ...rest, as4: { ...as4, sentAt: '2025-01-01T00:00:00.000Z' } }
    },
  ],
  [
    'another time of receipt',
    ({ as4, ...rest }) => {
      return { ...rest, as4: { ...as4, receivedAt: '2025-01-01T00:00:00.000Z' } }
    },
  ],
  ['another receipt', ({ as4, ...rest }) => ({ ...rest, as4: { ...as4, receiptId: 'r@ap' } })],
  ['another message', ({ as4, ...rest }) => ({ ...rest, as4: { ...as4, messageId: 'm@ap' } })],
  [
    'another access point',
    ({ as4, ...rest }) => {
      return { ...rest, as4: { ...as4, accessPoint: 'POP666666' } }
    },
  ],
  ['other links', ({ links, ...rest }) => ({ ...rest, links: { ...links, files: '/elsewhere' } })],
]

export function withRecord(
  files: Files,
  change: (record: Manifest['document']) => unknown,
): Uint8Array {
  return sealed(files, (manifest) =>
    Object.assign(manifest, { document: change(manifest.document) }),
  )
}
