// What an operator counts. Names are bounded: outcomes, verdicts and routes of ours, never a
// participant, a tenant, an address or an id.
import type { TaxReportLevels } from '../../store/index.ts'

/** In the form of prom-client; plain data. */
export type Counts = readonly object[]

/** Durations are in milliseconds. */
export type Metrics = {
  /** `delivered`, or the code of the failure. */
  attemptEnded(outcome: string, ms: number): void
  /**
   * A submission took a delivery slot for its document: what became of that. `enqueued`: the
   * document is queued as any other; `abandoned`: it was not stored; `failed`: a fault of ours.
   */
  deliveryStarted(result: 'sent' | 'enqueued' | 'abandoned' | 'failed'): void
  /** `found`, or the code of the failure; answers from the cache do not count. */
  lookedUp(outcome: string, ms: number): void
  validated(verdict: 'valid' | 'invalid' | 'unavailable', ms: number): void
  /** `stored`, `repeat`, `failed`, or the ebMS code of the refusal. */
  received(result: string, ms: number): void
  /**
   * AP, AB or RE, `unknown` or `ignored`; and how long after the receipt, when that counts
   * (Peppol Network Policy, MLS-2).
   */
  mlsReceived(code: string, ms?: number): void
  /** How long after the time in the message that brought the document (MLS-1). */
  mlsSent(code: string, ms: number): void
  /** An attempt to deliver an event, and what became of that: `waiting` for the next attempt. */
  webhookCalled(end: 'delivered' | 'waiting' | 'failed', ms: number): void
  /** Documents that had to be reported to a tax authority, and were not: found by a look. */
  unreportedFound(count: number): void
  /** `route` is a pattern, such as /api/v1/status/:id. */
  answered(call: { method: string; route: string; status: number }, ms: number): void
  /** What this process has counted so far. */
  counts(): Promise<Counts>
  /** Everything, of all processes of this node, in the text format of Prometheus. */
  print(levels: Levels): Promise<{ mediaType: string; text: string }>
}

/** What is read when metrics are asked for. Without the database there is no queue. */
export type Levels = {
  /** `circuitsOpen`: endpoints that have not worked since their circuit opened. */
  queue?: { documents: number; oldestSeconds: number; circuitsOpen: number }
  certificateDays: number
  /** Sources of revocations that have no current answer and cannot be fetched. */
  revocationsStale: number
  /** On the disk of the embedded database. */
  diskFreeBytes?: number
  /** Our Message Level Status of this month that came in time (MLS-1), if there is any. */
  mlsShare?: number
  /** Reports to tax authorities; absent while they cannot be counted. */
  taxReports?: TaxReportLevels
  /** Absent without one. */
  payloadStoreWorks?: boolean
}

/** Tells how long `work` took, and how it ended. */
export async function timed<T>(
  work: () => Promise<T>,
  tell: (end: { result: T } | { error: unknown }, ms: number) => void,
): Promise<T> {
  const begun = performance.now()
  try {
    const result = await work()
    tell({ result }, performance.now() - begun)
    return result
  } catch (error) {
    tell({ error }, performance.now() - begun)
    throw error
  }
}
