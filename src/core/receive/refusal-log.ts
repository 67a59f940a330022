// Refused messages are logged, but a sender of many decides how many lines that makes,
// and writing lines holds up all others: most of a flood is only counted.
import type { Log } from '../gateway.ts'
import { openBuckets, type Rate } from '../runtime/token-bucket.ts'

/** Logs a refusal, with how many were left out before it. */
export function openRefusalLog(
  log: Pick<Log, 'warn'>,
  rate: Rate,
  now: () => Date,
): (facts: object) => void {
  const lines = openBuckets(rate, now)
  let leftOut = 0
  return (facts) => {
    if (lines.left('refusals') < 1) {
      leftOut += 1
      return
    }
    lines.take('refusals')
    log.warn({ ...facts, ...(leftOut > 0 ? { leftOut } : {}) }, 'a message was refused')
    leftOut = 0
  }
}
