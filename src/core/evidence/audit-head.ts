// A head over the audit chains of many documents: the root of a Merkle tree over their last lines,
// in a chain of its own, signed by the access point. Pure; docs/adr/0032 says why.
import { sha256 } from '../../crypto/index.ts'
import type { AuditHead, CoveredLine } from '../../store/index.ts'

/** One step from a line up to the root: the digest beside it, and on which side that stands. */
export type PathStep = { side: 'left' | 'right'; digest: Buffer }

export const firstPreviousHash = '0'.repeat(64)

const lineBytes = 52

/** The lines in 52 bytes each: id, number, hash. */
export function packLines(lines: readonly CoveredLine[]): Buffer {
  const packed = Buffer.alloc(lines.length * lineBytes)
  for (const [index, { documentId, sequence, hash }] of lines.entries()) {
    const at = index * lineBytes
    packed.write(documentId.replaceAll('-', ''), at, 'hex')
    packed.writeUInt32BE(sequence, at + 16)
    packed.write(hash, at + 20, 'hex')
  }
  return packed
}

export function unpackLines(packed: Buffer): CoveredLine[] {
  return Array.from({ length: packed.length / lineBytes }, (_, index) => {
    const line = packed.subarray(index * lineBytes, (index + 1) * lineBytes)
    const id = line.toString('hex', 0, 16)
    const parts = [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20)]
    return {
      documentId: [...parts, id.slice(20)].join('-'),
      sequence: line.readUInt32BE(16),
      hash: line.toString('hex', 20),
    }
  })
}

/** The root over at least one line. */
export function rootOf(lines: readonly CoveredLine[]): Buffer {
  const [root] = levelsOf(lines).at(-1) ?? []
  if (!root) throw new Error('a head covers at least one line')
  return root
}

/** The steps with which `rootAlong` leads from this line to the root. */
export function pathOf(lines: readonly CoveredLine[], index: number): PathStep[] {
  const path: PathStep[] = []
  let at = index
  for (const level of levelsOf(lines)) {
    const isRight = at % 2 === 1
    const beside = level[isRight ? at - 1 : at + 1]
    if (beside) path.push({ side: isRight ? 'left' : 'right', digest: beside })
    at = Math.floor(at / 2)
  }
  return path
}

export function rootAlong(line: CoveredLine, path: readonly PathStep[]): Buffer {
  return path.reduce(
    (digest, step) =>
      step.side === 'left' ? nodeOf(step.digest, digest) : nodeOf(digest, step.digest),
    leafOf(line),
  )
}

/** What is hashed and signed: each part as its length, a colon, the part and a comma. */
export function headText({
  number,
  at,
  root,
  previousHash,
}: Pick<AuditHead, 'number' | 'at' | 'root' | 'previousHash'>): Buffer {
  const parts = ['fourcorner audit head', String(number), at.toISOString(), root.toString('hex')]
  return Buffer.from([...parts, previousHash].map((part) => `${part.length}:${part},`).join(''))
}

export function headHash(head: Parameters<typeof headText>[0]): string {
  return sha256(headText(head)).toString('hex')
}

// A digest without a neighbour rises as it is. Leaves and nodes are told apart by their first byte,
// so that no node can be passed off as a line (RFC 9162, 2.1.1).
function levelsOf(lines: readonly CoveredLine[]): Buffer[][] {
  let level = lines.map(leafOf)
  const levels = [level]
  while (level.length > 1) {
    const below = level
    level = []
    for (let at = 0; at < below.length; at += 2) {
      const [left, right] = [below[at]!, below[at + 1]]
      level.push(right ? nodeOf(left, right) : left)
    }
    levels.push(level)
  }
  return levels
}

function leafOf(line: CoveredLine): Buffer {
  return sha256(Buffer.concat([Buffer.of(0), packLines([line])]))
}

function nodeOf(left: Buffer, right: Buffer): Buffer {
  return sha256(Buffer.concat([Buffer.of(1), left, right]))
}
