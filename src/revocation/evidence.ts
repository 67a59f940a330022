// What a source returned, parsed and verified: small lists inline, large ones in a thread.
import type { X509Certificate } from 'node:crypto'
import {
  type Crl,
  type Revocation,
  readCrl,
  readOcspResponse,
  revocationIn,
} from '../crypto/index.ts'
import { openThreads, type ThreadLimits, workerFile } from '../threads/index.ts'
import type { Source } from './source.ts'
import type { WorkerAnswer, WorkerOrder } from './worker.ts'

export type Evidence = {
  thisUpdate: Date
  nextUpdate: Date
  about(certificate: X509Certificate): Revocation
}

export type EvidenceReader = {
  /** Throws an Error that says what is wrong with the bytes. */
  read(source: Source, bytes: Buffer, now: Date): Promise<Evidence>
  close(): Promise<void>
}

export type ReadingLimits = ThreadLimits & {
  /** A larger list is parsed in a thread. */
  inlineBytesMax: number
}

export function openEvidenceReader({ inlineBytesMax, ...limits }: ReadingLimits): EvidenceReader {
  const threads = openThreads<WorkerOrder, WorkerAnswer>(workerFile(import.meta.url), limits)

  async function readInThread(bytes: Buffer, issuer: X509Certificate, now: Date): Promise<Crl> {
    const answer = await threads.ask({ bytes, issuer: issuer.raw, now }, bytes.length)
    if ('fault' in answer) throw new Error(answer.fault)
    return answer.crl
  }

  return {
    async read(source, bytes, now) {
      const { issuer, certificate } = source
      if (source.kind === 'answer') {
        const { status, ...period } = readOcspResponse(bytes, { certificate, issuer, now })
        return { ...period, about: () => status }
      }
      const isSmall = bytes.length <= inlineBytesMax
      const crl = isSmall ? readCrl(bytes, issuer, now) : await readInThread(bytes, issuer, now)
      const { thisUpdate, nextUpdate } = crl
      return { thisUpdate, nextUpdate, about: (one) => revocationIn(crl, one) }
    },
    close: () => threads.close(),
  }
}
