// What an evidence file proves. Asks no one: everything is in the file but the authorities, which
// the verifier brings.

import { readAnyXml } from '../../intake/index.ts'
import type { Trust } from '../../peppol/index.ts'
import { type AuditLine, isChainIntact, recordDigest, recordDigestIn } from '../../store/index.ts'
import { rootAlong } from './audit-head.ts'
import { attempted, type Check, checkThat, type Proof } from './evidence-check.ts'
import { names } from './evidence-file.ts'
import { coverFiles, type FileCoverage } from './evidence-files.ts'
import { judgeRecord } from './evidence-record.ts'
import { type OpenedEvidence, openEvidence } from './open-evidence.ts'
import { checkHead } from './verify-audit.ts'
import { type Delivery, verifyDelivery } from './verify-delivery.ts'
import { verifyReports } from './verify-reports.ts'

export type { Check } from './evidence-check.ts'

/** The authorities that the verifier trusts for a network, if they have an opinion. */
export type TrustFor = (network: string) => Trust | undefined

/**
 * Checks in the order of the proof. It goes on after what is wrong, as far as the rest can be
 * checked. Whether certificates were revoked at the time is not in the file.
 */
export async function* verifyEvidence(zip: Uint8Array, trustFor: TrustFor): AsyncGenerator<Check> {
  const opened = openEvidence(zip)
  if ('fault' in opened) {
    yield { check: 'file', outcome: 'wrong', detail: opened.fault }
    return
  }
  yield* verifyOpened(opened, trustFor)
}

async function* verifyOpened(opened: OpenedEvidence, trustFor: TrustFor): AsyncGenerator<Check> {
  const { manifest, audit } = opened
  yield { check: 'file', outcome: 'proven', detail: 'every file is the one that its digest names' }
  const known = trustFor(manifest.network)
  if (!known) yield { check: 'authorities', outcome: 'open', detail: ownAuthorities(opened) }
  const trust = known ?? opened.authorities
  const isLogged = yield* attempted('audit log', () => auditLog(opened, trust))
  const coverage = coverFiles(manifest, audit.lines)
  yield* attempted('submission', () => submission(coverage, audit.lines))
  yield* attempted('files', () => filesOfLines(coverage))
  const delivery = yield* sending(opened, trust)
  const judged = isLogged && (yield* attempted('record', () => record(opened, delivery)))
  const ofReports = yield* verifyReports(opened, (report) => verifyOpened(report, trustFor))
  const signed = new Set([...signedFiles(coverage), ...delivery.files, ...(judged?.files ?? [])])
  const files = manifest.files.flatMap(({ name }) =>
    signed.has(name) || ofReports.folders.some((folder) => name.startsWith(folder)) ? [] : [name],
  )
  const members = judged?.notCovered.map((path) => `document.${path}`) ?? ['document']
  const rest = [...files, 'createdAt', 'network', ...members, ...ofReports.notCovered]
  const detail = rest.join(', ')
  yield { check: 'rest', outcome: 'not covered', detail }
}

function ownAuthorities({ manifest }: OpenedEvidence): string {
  return (
    `those of the network '${manifest.network}' are taken from the file itself, and may have ` +
    'been made for it'
  )
}

async function* sending(opened: OpenedEvidence, trust: Trust): AsyncGenerator<Check, Delivery> {
  const { message, document } = opened.manifest
  if (!message) {
    yield { check: 'message', outcome: 'open', detail: 'no message was sent' }
    return { files: [] }
  }
  if (document.test)
    yield { check: 'network', outcome: 'open', detail: 'a test document: nothing left the machine' }
  return yield* verifyDelivery(opened, message, document.test ? opened.simulation : trust)
}

function auditLog({ manifest, audit, head }: OpenedEvidence, trust: Trust): Proof<true> {
  const { id, status } = manifest.document
  const { documentId, lines } = audit
  const last = lines.at(-1)
  checkThat(documentId === id && last !== undefined, 'it is not the log of this document')
  checkThat(isChainIntact(id, lines), 'its lines are not the ones that were written')
  const { line, path } = head
  checkThat(
    line.documentId === id && line.sequence === last.sequence && line.hash === last.hash,
    'the signed head covers another line than the last one',
  )
  checkThat(rootAlong(line, path).equals(head.root), 'the signed head does not cover its last line')
  const seat = checkHead(head, trust)
  checkThat(last.to === status, `it ends with '${last.to}', but the record says '${status}'`)
  const detail =
    `${lines.length} steps up to '${last.to}', covered by head ${head.number}:${head.hash}, ` +
    `which access point ${seat} signed at ${head.at.toISOString()}`
  return { detail, found: true }
}

function submission({ ofLine, missing }: FileCoverage, [first]: readonly AuditLine[]): Proof<void> {
  checkThat(
    first !== undefined && !missing.includes(first),
    'the submitted files are not those that the audit log names',
  )
  const count = ofLine.get(first.sequence)?.length ?? 0
  const detail = `${count} files are those that were stored when the document was submitted`
  return { detail, found: undefined }
}

// An envelope and a message are stored before they are sent, by no step: the message is signed.
const signedKinds: readonly string[] = ['sbd', 'as4-request']

function filesOfLines({ ofLine, missing, loose }: FileCoverage): Proof<void> {
  const [line] = missing
  checkThat(line === undefined, `the files of step ${line?.sequence} are not those that it names`)
  const added = loose.find(({ kind }) => !signedKinds.includes(kind))
  checkThat(added === undefined, `no step of the audit log names '${added?.name}'`)
  const detail = `${[...ofLine.values()].flat().length} files are those that the audit log names`
  return { detail, found: undefined }
}

/** The document's row, if the audit log begins with its digest. */
function coveredRow({ record: row, audit }: OpenedEvidence) {
  const [first] = audit.lines
  const digest = first && recordDigestIn(first)
  if (digest === undefined || row === undefined) return undefined
  checkThat(recordDigest(row) === digest, `'${names.record}' is not what the audit log begins with`)
  return row
}

type Judged = { notCovered: string[]; files: string[] }

function record(opened: OpenedEvidence, { message, receipt }: Delivery): Proof<Judged> {
  const { manifest, audit } = opened
  const row = coveredRow(opened)
  const { faults, covered, notCovered } = judgeRecord(manifest.document, {
    ...{ documentId: audit.documentId, lines: audit.lines, row, read: documentIn(opened) },
    ...{ header: message?.header, message, receipt },
  })
  checkThat(faults.length === 0, faults.slice(0, 3).join('; '))
  const detail =
    `${covered} facts of the record are those of ` +
    `${row ? 'what was stored' : 'the document'}, the audit log and the receipt`
  return { detail, found: { notCovered, files: row ? [names.record] : [] } }
}

/** Undefined when it cannot be read: then nothing is compared with it. */
function documentIn({ manifest, bytes }: OpenedEvidence) {
  const file = manifest.files.findLast(({ kind }) => kind === 'ubl')
  try {
    return file && readAnyXml(bytes(file.name))
  } catch {
    return undefined
  }
}

function signedFiles({ ofLine }: FileCoverage): string[] {
  return [names.audit, names.head, ...[...ofLine.values()].flat().map(({ name }) => name)]
}
