// One ZIP that proves to a third party what became of a document, without this gateway.
import type { X509Certificate } from 'node:crypto'
import { sha256 } from '../../crypto/index.ts'
import type { Attempt, Document, Status } from '../../store/index.ts'
import type { Caller, PeppolAccess } from '../gateway.ts'
import { toRecord } from '../record.ts'
import { checkKept, findDocument, type Reference } from '../tracking/track.ts'
import { pathOf } from './audit-head.ts'
import {
  authorityFiles,
  evidenceFormat,
  type HeadFile,
  type Manifest,
  names,
  reportedFormat,
  reportFolder,
} from './evidence-file.ts'
import { coveredLog, type SignAuditNeeds } from './sign-audit.ts'
import { safeName, type ZipEntry, zipOf } from './zip.ts'

type OwnNetwork = Pick<PeppolAccess, 'network' | 'keys'>

export type EvidenceNeeds = SignAuditNeeds & {
  peppolAccess: OwnNetwork
  simulation(): Promise<Pick<PeppolAccess, 'network'>>
}

/** A file of the ZIP with what the manifest says of it. */
type Part = ZipEntry & Manifest['files'][number]

/**
 * The evidence of a document as a ZIP. Throws Problem `document.not-found`,
 * `document.content-removed`.
 */
export async function evidenceOf(
  gateway: EvidenceNeeds,
  caller: Pick<Caller, 'tenant'>,
  reference: Reference,
): Promise<{ name: string; zip: AsyncGenerator<Uint8Array> }> {
  const { document, log, reports } = await ofOneMoment(gateway, caller, reference)
  await checkKept(gateway, document.id)
  const at = gateway.now()
  const folders: Part[] = []
  const listed: NonNullable<Manifest['reports']> = []
  for (const [index, { report, log: own }] of reports.entries()) {
    const isKept = await gateway.store.areBytesKept(report.id)
    listed.push({ documentId: report.id, ...(isKept ? {} : { removed: true }) })
    const parts = isKept ? await partsOf(gateway, report, { at, log: own }) : []
    folders.push(...parts.map((one) => ({ ...one, name: reportFolder(index) + one.name })))
  }
  const parts = await partsOf(gateway, document, { at, log, reports: listed, folders })
  return { name: `evidence-${document.id}.zip`, zip: zipOf(parts, at) }
}

type Contents = {
  at: Date
  log: Part[]
  reports?: NonNullable<Manifest['reports']>
  /** The files of the reports. */
  folders?: Part[]
}

/** Its manifest, and all that this lists. */
async function partsOf(
  gateway: EvidenceNeeds,
  document: Document,
  { at, log, reports = [], folders = [] }: Contents,
): Promise<Part[]> {
  const stored = await storedParts(gateway, document)
  const message = await messageOf(gateway, document, stored)
  const parts: Part[] = [
    ...stored,
    ...(message?.answers ?? []),
    ...log,
    part(names.record, json(await gateway.store.recordOf(document.id))),
    ...(await authorities(gateway, document)),
    part(names.readme, readme),
    ...folders.map(({ kind: _, ...one }) => one),
  ]
  const answer = message && stored.findLast(({ kind }) => kind === 'as4-response')
  const manifest: Manifest = {
    format: reports.length > 0 ? reportedFormat : evidenceFormat,
    createdAt: at.toISOString(),
    network: gateway.peppolAccess.network.name,
    document: toRecord(document),
    instanceIdentifier: document.instanceIdentifier,
    ...(message ? { message: message.manifest } : {}),
    ...(answer ? { answer: { file: answer.name, mediaType: answer.mediaType } } : {}),
    files: parts.map(({ name, kind, size, sha256: digest }) => ({
      name,
      ...(kind ? { kind } : {}),
      size,
      sha256: digest,
    })),
    ...(reports.length > 0 ? { reports } : {}),
  }
  return [part(names.manifest, json(manifest)), ...parts]
}

type StoredPart = Part & { mediaType: string }

async function storedParts({ store }: EvidenceNeeds, { id }: Document): Promise<StoredPart[]> {
  const files = await store.filesOf(id)
  return files.map((file, index) => ({
    name: `files/${index + 1}-${safeName(file.name)}`,
    kind: file.kind,
    mediaType: file.mediaType,
    size: file.size,
    sha256: file.sha256,
    bytes: () => store.filePieces(id, file.id),
  }))
}

/** The message that was sent last, and the SMP answers that led to its endpoint. */
async function messageOf(
  { store }: EvidenceNeeds,
  document: Document,
  stored: StoredPart[],
): Promise<{ manifest: NonNullable<Manifest['message']>; answers: Part[] } | undefined> {
  const attempts = await store.attemptsOf(document.id)
  const made = attempts.findLast(isMade)
  const request = stored.findLast(({ kind }) => kind === 'as4-request')
  if (!made || !request) return undefined
  const answers: (Part & { url: string })[] = []
  for (const [index, { url, sha256: digest }] of made.smpMetadata.answers.entries()) {
    const bytes = await store.smpAnswer(digest)
    if (bytes) answers.push({ ...part(`smp/${index + 1}.xml`, bytes), url })
  }
  return {
    answers,
    manifest: {
      messageId: made.messageId,
      sentAt: made.startedAt.toISOString(),
      request: { file: request.name, mediaType: request.mediaType },
      sessionKey: made.sessionKey.toString('hex'),
      smp: {
        base: made.smpMetadata.smp,
        answers: answers.map(({ url, name }) => ({ url, file: name })),
      },
    },
  }
}

type Made = Attempt & Required<Pick<Attempt, 'messageId' | 'sessionKey' | 'smpMetadata'>>

// A repetition sends the message that an earlier attempt made.
function isMade(attempt: Attempt): attempt is Made {
  const { messageId, sessionKey, smpMetadata } = attempt
  return Boolean(messageId && sessionKey && smpMetadata)
}

type Moment = { document: Document; log: Part[]; reports: { report: Document; log: Part[] }[] }

/** A document that has moved since is read again, so that its record and its log agree. */
async function ofOneMoment(
  gateway: EvidenceNeeds,
  caller: Pick<Caller, 'tenant'>,
  reference: Reference,
): Promise<Moment> {
  for (;;) {
    const document = await findDocument(gateway, caller, reference)
    const { status, parts } = await auditParts(gateway, document)
    if (status !== document.status) continue
    if (!document.taxReport?.documentId) return { document, log: parts, reports: [] }
    const reports: Moment['reports'] = []
    for (const { id } of await gateway.store.reportsAbout(document.id)) {
      const { document: report, log } = await ofOneMoment(gateway, caller, { id })
      reports.push({ report, log })
    }
    // Whatever a report does, the document notes at once.
    const { updatedAt } = await findDocument(gateway, caller, { id: document.id })
    if (updatedAt.getTime() === document.updatedAt.getTime())
      return { document, log: parts, reports }
  }
}

async function auditParts(
  gateway: EvidenceNeeds,
  { id }: Document,
): Promise<{ status: Status | undefined; parts: Part[] }> {
  const { log, head, covered, index } = await coveredLog(gateway, id)
  const { number, previousHash, hash, signer, certificate } = head
  const file: HeadFile = {
    ...{ number, previousHash, hash, signer, certificate, line: covered[index]! },
    at: head.at.toISOString(),
    root: head.root.toString('hex'),
    signature: head.signature.toString('base64'),
    path: pathOf(covered, index).map(({ side, digest }) => ({
      side,
      digest: digest.toString('hex'),
    })),
  }
  const audit = part(names.audit, json({ documentId: id, lines: log }))
  return { status: log.at(-1)?.to, parts: [audit, part(names.head, json(file))] }
}

// What was simulated was signed under authorities that exist for nothing else.
async function authorities(gateway: EvidenceNeeds, { test }: Document): Promise<Part[]> {
  const own = authoritiesIn('authorities', gateway.peppolAccess)
  return test ? [...own, ...authoritiesIn('simulation', await gateway.simulation())] : own
}

function authoritiesIn(
  folder: string,
  { network: { trust } }: Pick<PeppolAccess, 'network'>,
): Part[] {
  const lists = [trust.roots, trust.accessPointIssuers, trust.smpIssuers]
  return authorityFiles.map((name, index) => part(`${folder}/${name}`, pem(lists[index] ?? [])))
}

function pem(certificates: readonly X509Certificate[]): Buffer {
  return Buffer.from(certificates.map(String).join(''))
}

function part(name: string, bytes: Buffer): Part {
  return { name, size: bytes.length, sha256: sha256(bytes).toString('hex'), bytes: () => bytes }
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}

const readme = Buffer.from(`Evidence of what became of one document on the Peppol network.

  manifest.json     what the document is, and the digest of every other file
  files/            what was submitted, the document, its envelope (SBD), the AS4 message as it
                    was sent, and what the receiver's access point answered: the signed receipt
  smp/              the signed metadata in which the receiver names that access point
  record.json       what was stored of the document, once: the first step begins with its digest
  audit.json        every step of the document, each with the hash of the one before
  audit-head.json   a head over the audit log, signed by the sending access point, and the path
                    from the last step to it
  tax-report-1/     evidence in the same form of the first report about it to a tax authority, and
                    of what the authority answered; further reports follow, if there are some
  authorities/      the certificate authorities of the network

To verify it: fourcorner evidence verify FILE --authorities FOLDER
FOLDER has the authorities of the network as you trust them; test and production are built in.
`)
