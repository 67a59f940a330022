/** The day of a point in time (UTC), YYYY-MM-DD: that of the rules in force. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
