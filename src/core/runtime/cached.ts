// One answer for all calls within an interval.

/**
 * The last answer of `ask`, until it is `ms` old; a failure is not kept. Until it is `staleMs` old
 * no caller waits: later ones get it too, while `ask` is called anew.
 */
export function cached<T>(ask: () => Promise<T>, ms: number, staleMs = ms): () => Promise<T> {
  let until = 0
  let latest: Promise<T> | undefined
  let known: { answer: Promise<T>; askedAt: number } | undefined
  return () => {
    const now = performance.now()
    if (!latest || now >= until) {
      const answer = ask()
      until = now + ms
      latest = answer
      answer.then(
        () => {
          known = { answer, askedAt: now }
        },
        () => {
          until = 0
        },
      )
    }
    return known && now < known.askedAt + staleMs ? known.answer : latest
  }
}
