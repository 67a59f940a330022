// One answer for everyone who asks within a while.

/**
 * The last answer of `ask`, until it is `ms` old; a failure is not kept. Until it is `staleMs` old
 * nobody waits: whoever comes later gets it too, while `ask` is called anew.
 */
export function remembered<T>(ask: () => Promise<T>, ms: number, staleMs = ms): () => Promise<T> {
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
