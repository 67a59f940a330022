// One answer for everyone who asks within a while.

/** The last answer of `ask`, until it is `ms` old; a failure is not kept. */
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
