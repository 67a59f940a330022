// Signs heads over what the audit log gained, so that nothing can be removed from it unseen.
import { fingerprint } from '../../crypto/index.ts'
import type { AuditHead, AuditLine, CoveredLine } from '../../store/index.ts'
import type { Gateway, PeppolAccess } from '../gateway.ts'
import {
  firstPreviousHash,
  headHash,
  headText,
  packLines,
  rootOf,
  unpackLines,
} from './audit-head.ts'

export type SignAuditNeeds = Pick<Gateway, 'store' | 'log' | 'now'> & {
  peppolAccess: Pick<PeppolAccess, 'keys'>
}

/** A head row takes 53 KB at most: larger ones hold up the event loop. */
export const headLinesMax = 1_024

/** Covers every line that no head covers yet, by as many heads as that takes. */
export async function signAudit(gateway: SignAuditNeeds): Promise<void> {
  let head: AuditHead | undefined
  do head = await signHead(gateway)
  while (head && unpackLines(head.packed).length === headLinesMax)
}

/** The log of a document, a head over its last line, and the place of that line in the head. */
export type CoveredLog = {
  log: AuditLine[]
  head: AuditHead
  covered: CoveredLine[]
  index: number
}

/** The log with the head that there is already, or a new one. */
export async function coveredLog(gateway: SignAuditNeeds, documentId: string): Promise<CoveredLog> {
  const { store } = gateway
  for (;;) {
    const log = await store.auditOf(documentId)
    const { sequence, hash, at } = log.at(-1)!
    const find = (head: AuditHead | undefined) => {
      const covered = head ? unpackLines(head.packed) : []
      const index = covered.findIndex((line) => line.hash === hash)
      return head && index >= 0 ? { log, head, covered, index } : undefined
    }
    const packed = packLines([{ documentId, sequence, hash }])
    const known = find(await store.headOver({ packed, at }))
    if (known) return known
    await store.uncover(documentId)
    const signed = find(await signHead(gateway, documentId))
    if (signed) return signed
  }
}

/** Undefined when every line is covered. Starts again when another process was faster. */
async function signHead(
  { store, peppolAccess, log, now }: SignAuditNeeds,
  first?: string,
): Promise<AuditHead | undefined> {
  for (;;) {
    const lines = await store.uncoveredLines(headLinesMax, first)
    if (lines.length === 0) return undefined
    const last = await store.lastHead()
    const unsigned = {
      number: (last?.number ?? 0) + 1,
      at: now(),
      root: rootOf(lines),
      previousHash: last?.hash ?? firstPreviousHash,
    }
    const { keys } = peppolAccess
    const head = {
      ...unsigned,
      packed: packLines(lines),
      hash: headHash(unsigned),
      signature: await keys.sign(headText(unsigned)),
      signer: fingerprint(keys.certificate),
      certificate: keys.certificate.toString(),
    }
    if (!(await store.addHead(head, lines))) continue
    // An operator who keeps the log elsewhere can hold the database to these two.
    log.info({ head: head.number, hash: head.hash, lines: lines.length }, 'signed the audit log')
    return head
  }
}
