// What is about to be written, so that it is written together.
import type { Pool } from 'pg'
import { accepting } from '../documents/accept.ts'
import { keeping } from '../inbound/arrivals.ts'
import { opening } from '../inbound/inbound.ts'
import { taking } from '../inbound/mls.ts'
import { finishing, recording } from '../queue/attempts.ts'

const writes = {
  document: accepting,
  attempt: recording,
  ending: finishing,
  arrival: keeping,
  opening,
  mls: taking,
}

export type Write = keyof typeof writes

/**
 * Says that a write of that kind is being prepared, for which others wait a moment. Call what this
 * returns when it is done, whether anything was written or not.
 */
export function announceWrite(pool: Pool, write: Write): () => void {
  return writes[write].expect(pool)
}
