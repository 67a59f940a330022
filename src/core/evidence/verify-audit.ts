// Whether the audit log is whole, and everything else what it says: every head and every line that
// one covers, every chain, and every document with its files and what was said about it.
import type { X509Certificate } from 'node:crypto'
import { parseCertificate, verifyRsaSha256 } from '../../crypto/index.ts'
import { NetworkError, seatOf, type Trust } from '../../peppol/index.ts'
import { type Audited, type AuditHead, forgottenFacts, type Store } from '../../store/index.ts'
import { firstPreviousHash, headHash, headText, rootOf, unpackLines } from './audit-head.ts'
import { documentFaults, hasRecordDigest } from './document-faults.ts'
import { byteFaults } from './file-faults.ts'
import { headLinesMax } from './sign-audit.ts'
import { type ReadLog, uncoveredLogs, verifyLog } from './verify-log.ts'

/** What is wrong, in a sentence, and where. */
export type AuditFault = {
  documentId?: string
  /** A chain of the log of the installation. */
  log?: string
  head?: number
  detail: string
}

export type AuditSummary = {
  documents: number
  lines: number
  /** Lines of the log of the installation. */
  logLines: number
  heads: number
  lastHead?: { number: number; hash: string; at: Date; seatId?: string }
  /** How many documents and chains of the log end in what no head covers yet. */
  uncovered: number
  /** How many are older than the digest of their record, which nothing covers. */
  withoutDigest: number
  /** How many have no bytes any more. */
  removed: number
  /** How many were forgotten, and the first thousand of them. */
  forgotten: number
  forgottenOnes: ForgottenNote[]
}

/** A document that was forgotten, by whom and when. */
type ForgottenNote = { documentId: string; at: Date; actor: string }

/** A head that is known from elsewhere: the log of the process, or an evidence file. */
export type KnownHead = { number: number; hash: string }

type VerifyAuditNeeds = {
  store: Pick<
    Store,
    | 'auditedAfter'
    | 'headsAfter'
    | 'linesNow'
    | 'readFile'
    | 'areBytesKept'
    | 'logChains'
    | 'logLinesAfter'
  >
  trust: Trust
  /** Seat id of our access point: no other signs heads. */
  seatId: string
}

const documentsAtOnce = 200
const headsAtOnce = 10
const forgottenMax = 1_000

/**
 * How late a line may come into the database, after others that are younger: a statement may wait
 * for a database that is away, two clocks are not one, and one may be set by an hour.
 */
const lateMaxMs = 2 * 3_600_000

/**
 * Reads the whole log and everything that it is about, in pages. Only `known` can show that the
 * newest heads were removed together with what they cover: nothing in the database says how many
 * there were.
 */
export async function* verifyAudit(
  needs: VerifyAuditNeeds,
  known: readonly KnownHead[] = [],
): AsyncGenerator<AuditFault, AuditSummary> {
  const log = yield* verifyLog(needs.store)
  const { lastHead, heads, ...coverage } = yield* verifyHeads(needs, known, log)
  yield* uncoveredLogs(log, coverage.sweptAt)
  const { uncovered, ...documents } = yield* verifyDocuments(needs, coverage)
  return {
    ...{ ...documents, heads, logLines: log.lines, uncovered: uncovered + log.open.size },
    ...(lastHead ? { lastHead } : {}),
  }
}

/** What heads cover: the number of the last line by document, and until when they cover all. */
type Coverage = { covered: ReadonlyMap<string, number>; sweptAt?: Date }

async function* verifyDocuments(
  { store }: VerifyAuditNeeds,
  coverage: Coverage,
): AsyncGenerator<AuditFault, Omit<AuditSummary, 'heads' | 'lastHead' | 'logLines'>> {
  const count = { documents: 0, lines: 0, uncovered: 0, withoutDigest: 0, removed: 0, forgotten: 0 }
  const forgottenOnes: ForgottenNote[] = []
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await store.auditedAfter(after, documentsAtOnce)
    for (const audited of page) {
      const { faults, ...facts } = await verifyDocument({ store }, audited, coverage)
      const { documentId, lines } = audited
      for (const detail of faults) yield { documentId, detail }
      const line = lines.findLast((one) => forgottenFacts(one) !== undefined)
      if (line) {
        count.forgotten += 1
        if (forgottenOnes.length < forgottenMax)
          forgottenOnes.push({ documentId, at: line.at, actor: line.actor })
      }
      count.documents += 1
      count.lines += audited.lines.length
      count.uncovered += Number(facts.isUncovered)
      count.withoutDigest += Number(facts.isWithoutDigest)
      count.removed += Number(facts.isRemoved)
    }
    const last = page.at(-1)
    if (!last) return { ...count, forgottenOnes }
    after = last.documentId
  }
}

async function verifyDocument(
  needs: Pick<VerifyAuditNeeds, 'store'>,
  audited: Audited,
  { covered, sweptAt }: Coverage,
) {
  const { faults: byteProblems, isRemoved } = await byteFaults(needs, audited)
  const last = audited.lines.at(-1)
  const isUncovered = last !== undefined && last.sequence > (covered.get(audited.documentId) ?? 0)
  const isForgotten =
    isUncovered && sweptAt !== undefined && last.at.getTime() < sweptAt.getTime() - lateMaxMs
  return {
    faults: [
      ...documentFaults(audited),
      ...byteProblems,
      ...(isForgotten ? ['its last line is in no head, although there are later ones'] : []),
    ],
    isUncovered: isUncovered && !isForgotten,
    isWithoutDigest: last !== undefined && !hasRecordDigest(audited),
    isRemoved,
  }
}

type Judged = AuditHead & { seatId?: string }

async function* verifyHeads(
  { store, trust, seatId }: VerifyAuditNeeds,
  known: readonly KnownHead[],
  log: ReadLog,
): AsyncGenerator<AuditFault, Coverage & Pick<AuditSummary, 'heads' | 'lastHead'>> {
  const expected = new Map(known.map(({ number, hash }) => [number, hash]))
  const covered = new Map<string, number>()
  let last: Judged | undefined
  let sweptAt: Date | undefined
  let heads = 0
  for (;;) {
    const page = await store.headsAfter(last?.number ?? 0, headsAtOnce)
    for (const head of page) {
      const judged = judgeHead(head, last, { trust, seatId })
      for (const detail of judged.faults) yield { head: head.number, detail }
      yield* coverFaults(store, head, { covered, sweptAt, log })
      const hash = expected.get(head.number)
      if (hash !== undefined && hash !== head.hash)
        yield { head: head.number, detail: 'it is not the head that was known from elsewhere' }
      expected.delete(head.number)
      // A full head may leave lines to the next one.
      if (unpackLines(head.packed).length < headLinesMax) sweptAt = head.at
      last = { ...head, ...(judged.seatId ? { seatId: judged.seatId } : {}) }
      heads += 1
    }
    if (page.length === 0) break
  }
  for (const number of expected.keys())
    yield { head: number, detail: 'it is known from elsewhere, and missing here' }
  return {
    ...{ heads, covered },
    ...(sweptAt ? { sweptAt } : {}),
    ...(last ? { lastHead: last } : {}),
  }
}

function judgeHead(
  head: AuditHead,
  before: AuditHead | undefined,
  own: Pick<VerifyAuditNeeds, 'trust' | 'seatId'>,
): { seatId?: string; faults: string[] } {
  const { number, previousHash } = head
  const lines = unpackLines(head.packed)
  const faults: string[] = []
  if (number !== (before?.number ?? 0) + 1) faults.push('the head before it is missing')
  else if (previousHash !== (before?.hash ?? firstPreviousHash))
    faults.push('it does not follow the head before it')
  if (lines.length === 0 || !rootOf(lines).equals(head.root))
    faults.push('the lines that it covers are not those that were signed')
  try {
    const seatId = checkHead(head, own.trust)
    // The network trusts others, too: they must not sign our log.
    if (seatId !== own.seatId) faults.push(`it is signed by ${seatId}, and we are ${own.seatId}`)
    return { seatId, faults }
  } catch (error) {
    return { faults: [...faults, error instanceof Error ? error.message : String(error)] }
  }
}

/**
 * The seat id of the access point that signed a head. Throws an Error that says what is wrong with
 * the head by itself: its hash, its signature or its signer.
 */
export function checkHead(head: Omit<AuditHead, 'packed'>, trust: Trust): string {
  if (headHash(head) !== head.hash) throw new Error('its hash is not that of its content')
  const certificate = parseCertificate(head.certificate)
  const seatId = signerOf(certificate, trust, head.at)
  if (verifyRsaSha256(certificate.publicKey, headText(head), head.signature)) return seatId
  throw new Error('its signature is not that of its certificate')
}

function signerOf(certificate: X509Certificate, trust: Trust, at: Date): string {
  try {
    return seatOf(certificate, trust, at)
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    throw new Error(`its signer is not trusted: ${error.message}`, { cause: error })
  }
}

/** What the heads before a head cover; of the log, what they do not. */
type Noted = { covered: Map<string, number>; sweptAt: Date | undefined; log: ReadLog }

/** Compares what a head covers with the log, and notes it in `covered`. */
async function* coverFaults(
  store: VerifyAuditNeeds['store'],
  { number, at, packed }: AuditHead,
  { covered, sweptAt = at, log }: Noted,
): AsyncGenerator<AuditFault> {
  const lines = unpackLines(packed)
  const now = await store.linesNow(lines)
  // Clocks may be set back: then this head is older than the one before it, as its lines are.
  const since = Math.min(sweptAt.getTime(), at.getTime()) - lateMaxMs
  for (const [index, { documentId, sequence, hash }] of lines.entries()) {
    const line = now[index]
    const isNew = sequence > (covered.get(documentId) ?? 0)
    if (isNew) covered.set(documentId, sequence)
    if (log.open.get(documentId)?.hash === hash) log.open.delete(documentId)
    const why = !line
      ? ', which was signed, is missing'
      : line.hash !== hash
        ? ' is not the one that was signed'
        : isNew && line.at.getTime() < since
          ? ' is older than the head before the one that covers it'
          : undefined
    const where = log.chains.has(documentId) ? { log: documentId } : { documentId }
    if (why) yield { ...where, head: number, detail: `its line ${sequence}${why}` }
  }
}
