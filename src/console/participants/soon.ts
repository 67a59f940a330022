// An answer that a page does not wait for: what is there at once is shown, what comes later is
// there when the page is read again.

type Asked<Answer> = { answer: Promise<Answer>; endedMs?: number }

const patienceMs = 150
/** So long is an answer shown to those who read the page again. */
const keptMs = 15_000
const askedMax = 200

export type Soon<Answer> = (key: string, ask: () => Promise<Answer>) => Promise<Answer | undefined>

/** Resolves with undefined where the answer is not there soon; it is asked for once at a time. */
export function openSoon<Answer>(now: () => Date): Soon<Answer> {
  const asked = new Map<string, Asked<Answer>>()

  function begin(key: string, ask: () => Promise<Answer>): Asked<Answer> {
    const one: Asked<Answer> = { answer: ask() }
    const end = () => {
      one.endedMs = now().getTime()
    }
    one.answer.then(end, end)
    asked.delete(key)
    asked.set(key, one)
    for (const [oldest] of asked) {
      if (asked.size <= askedMax) break
      asked.delete(oldest)
    }
    return one
  }

  return async (key, ask) => {
    const before = asked.get(key)
    const isOver = before?.endedMs !== undefined && now().getTime() - before.endedMs > keptMs
    const { answer } = before && !isOver ? before : begin(key, ask)
    const { promise, stop } = patience()
    try {
      return await Promise.race([answer, promise])
    } finally {
      stop()
    }
  }
}

function patience(): { promise: Promise<undefined>; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  const promise = new Promise<undefined>((done) => {
    timer = setTimeout(() => done(undefined), patienceMs)
  })
  return { promise, stop: () => clearTimeout(timer) }
}
