// One answer for all who ask within a while.

/** The last answer of `ask`, while it is no older than `ms`; one that failed is not kept. */
export function remembered<T>(ask: () => Promise<T>, ms: number): () => Promise<T> {
  let until = 0
  let answer: Promise<T> | undefined
  return () => {
    if (answer && performance.now() < until) return answer
    until = performance.now() + ms
    answer = ask()
    answer.catch(() => {
      until = 0
    })
    return answer
  }
}
