// Answers that carry an ETag are asked for again on the condition that they have changed (RFC 9110,
// 13.1.2): the server then need not send, or even make, the same bytes again. An answer is never
// used without asking.
import type { GetOutcome, Http } from './http.ts'
import type { NetLimits } from './limits.ts'

type KeptAnswer = Extract<GetOutcome, { kind: 'answered' }> & { etag: string }

export function revalidating(
  get: Http['get'],
  limits: Pick<NetLimits, 'keptBytesMax' | 'keptAnswerBytesMax'>,
): (url: string) => Promise<GetOutcome> {
  const kept = new Map<string, KeptAnswer>()
  let keptBytes = 0

  function forget(url: string): void {
    keptBytes -= kept.get(url)?.body.length ?? 0
    kept.delete(url)
  }

  function keep(url: string, answer: KeptAnswer): void {
    forget(url)
    kept.set(url, answer)
    keptBytes += answer.body.length
    for (const oldest of kept.keys()) {
      if (keptBytes <= limits.keptBytesMax) break
      forget(oldest)
    }
  }

  return async (url) => {
    const before = kept.get(url)
    const outcome = await get(url, before?.etag)
    if (outcome.kind === 'failed') return outcome
    const isUnchanged = before !== undefined && outcome.status === 304
    const answer = isUnchanged ? { ...before, date: outcome.date } : outcome
    if (isWorthKeeping(answer, limits)) keep(url, answer)
    else if (answer.status < 500) forget(url)
    return answer
  }
}

/** A strong or weak tag (RFC 9110, 8.8.3), in ASCII and of a sensible length. */
const tagForm = /^(W\/)?"[\x21\x23-\x7e]{0,200}"$/

function isWorthKeeping(
  answer: Extract<GetOutcome, { kind: 'answered' }>,
  { keptAnswerBytesMax }: Pick<NetLimits, 'keptAnswerBytesMax'>,
): answer is KeptAnswer {
  const { status, etag, body } = answer
  return (
    status === 200 &&
    etag !== undefined &&
    tagForm.test(etag) &&
    body.length > 0 &&
    body.length <= keptAnswerBytesMax
  )
}
