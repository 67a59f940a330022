// Whether the audit log is whole: every chain, every head, and every line that a head covers.
import type { X509Certificate } from 'node:crypto'
import { parseCertificate, verifyRsaSha256 } from '../crypto/index.ts'
import { NetworkError, seatOf, type Trust } from '../peppol/index.ts'
import { type Audited, type AuditHead, isChainIntact, type Store } from '../store/index.ts'
import { firstPreviousHash, headHash, headText, rootOf, unpackLines } from './audit-head.ts'
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
  /** Of the log of the installation. */
  logLines: number
  heads: number
  lastHead?: { number: number; hash: string; at: Date; seatId?: string }
  /** How many documents and chains of the log end in what no head covers yet; 1,000 at most. */
  uncovered: number
}

/** A head that is known from elsewhere: the log of the process, or an evidence file. */
export type KnownHead = { number: number; hash: string }

type Needs = {
  store: Pick<
    Store,
    'auditedAfter' | 'headsAfter' | 'hashesOf' | 'uncoveredLines' | 'logChains' | 'logLinesAfter'
  >
  trust: Trust
}

const documentsAtOnce = 200
const headsAtOnce = 10
/** As many as are counted. */
export const uncoveredMax = 1_000

/**
 * Reads the whole log, in pages. Only `known` can show that the newest heads were removed together
 * with what they cover: nothing in the database says how many there were.
 */
export async function* verifyAudit(
  { store, trust }: Needs,
  known: readonly KnownHead[] = [],
): AsyncGenerator<AuditFault, AuditSummary> {
  const chains = yield* verifyChains(store)
  const log = yield* verifyLog(store)
  const { lastHead, ...heads } = yield* verifyHeads({ store, trust }, known, log)
  yield* uncoveredLogs(log, lastHead)
  const uncovered = (await store.uncoveredLines(uncoveredMax)).length
  const logLines = log.lines
  return { ...chains, logLines, ...heads, ...(lastHead ? { lastHead } : {}), uncovered }
}

async function* verifyChains(
  store: Needs['store'],
): AsyncGenerator<AuditFault, { documents: number; lines: number }> {
  const count = { documents: 0, lines: 0 }
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await store.auditedAfter(after, documentsAtOnce)
    for (const audited of page) {
      const detail = chainFault(audited)
      if (detail) yield { documentId: audited.documentId, detail }
      count.documents += 1
      count.lines += audited.lines.length
    }
    const last = page.at(-1)
    if (!last) return count
    after = last.documentId
  }
}

function chainFault({ documentId, status, lines }: Audited): string | undefined {
  const last = lines.at(-1)
  if (!last) return 'it has no lines in the audit log'
  if (!isChainIntact(documentId, lines)) return 'its chain of lines is broken'
  if (!status) return 'the audit log knows it, but the document is missing'
  if (last.to !== status) return `it is '${status}', but its last line says '${last.to}'`
  return undefined
}

async function* verifyHeads(
  { store, trust }: Needs,
  known: readonly KnownHead[],
  log: ReadLog,
): AsyncGenerator<AuditFault, Pick<AuditSummary, 'heads' | 'lastHead'>> {
  const expected = new Map(known.map(({ number, hash }) => [number, hash]))
  let last: (AuditHead & { seatId?: string }) | undefined
  let heads = 0
  for (;;) {
    const page = await store.headsAfter(last?.number ?? 0, headsAtOnce)
    for (const head of page) {
      const { seatId = last?.seatId, faults } = judgeHead(head, last, trust)
      for (const detail of faults) yield { head: head.number, detail }
      yield* coverFaults(store, head, log)
      const hash = expected.get(head.number)
      if (hash !== undefined && hash !== head.hash)
        yield { head: head.number, detail: 'it is not the head that was known from elsewhere' }
      expected.delete(head.number)
      last = { ...head, ...(seatId ? { seatId } : {}) }
      heads += 1
    }
    if (page.length === 0) break
  }
  for (const number of expected.keys())
    yield { head: number, detail: 'it is known from elsewhere, and missing here' }
  return { heads, ...(last ? { lastHead: last } : {}) }
}

function judgeHead(
  head: AuditHead,
  before: (AuditHead & { seatId?: string }) | undefined,
  trust: Trust,
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
    const seatId = checkHead(head, trust)
    // The network trusts others, too: they must not sign our log.
    if (before?.seatId !== undefined && before.seatId !== seatId)
      faults.push(`it is signed by ${seatId}, the head before it by ${before.seatId}`)
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

async function* coverFaults(
  store: Needs['store'],
  head: AuditHead,
  { chains, open }: ReadLog,
): AsyncGenerator<AuditFault> {
  const lines = unpackLines(head.packed)
  const hashes = await store.hashesOf(lines)
  for (const [index, { documentId, sequence, hash }] of lines.entries()) {
    if (open.get(documentId)?.hash === hash) open.delete(documentId)
    if (hashes[index] === hash) continue
    const detail = hashes[index]
      ? `its line ${sequence} is not the one that was signed`
      : `its line ${sequence}, which was signed, is missing`
    const where = chains.has(documentId) ? { log: documentId } : { documentId }
    yield { ...where, head: head.number, detail }
  }
}
