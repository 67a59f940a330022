// Answers of DNS about a participant that moves away: one alone may be a mistake, or be taken back.
import type { NamedElsewhere } from '../../store/index.ts'

const answersMin = 3
const settledMs = 3_600_000

/** The answers that name the same SMP, with one more; another SMP begins anew. */
export function answersWith(
  before: NamedElsewhere | undefined,
  { url, at }: { url: string; at: Date },
): NamedElsewhere {
  return before?.url === url
    ? { ...before, to: at, count: before.count + 1 }
    : { url, from: at, to: at, count: 1 }
}

/** Three answers or more, over an hour or more. */
export function isSettled({ from, to, count }: NamedElsewhere): boolean {
  return count >= answersMin && to.getTime() - from.getTime() >= settledMs
}
