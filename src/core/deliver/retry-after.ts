// When a receiver wants to be called again (RFC 9110, 10.2.3).

/** Longer waits are not believed: the header may be a mistake, and deadlines are a day away. */
const believedMsMax = 3_600_000

/**
 * The time that a header Retry-After names, in seconds or as a date, at most an hour from now.
 * Undefined for anything else, and for the past.
 */
export function retryAfter(header: string | undefined, now: Date): Date | undefined {
  if (header === undefined) return undefined
  const isSeconds = /^\s*\d{1,9}\s*$/.test(header)
  const ms = isSeconds ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return ms > 0 ? new Date(now.getTime() + Math.min(ms, believedMsMax)) : undefined
}
