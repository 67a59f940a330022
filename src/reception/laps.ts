// A crowd of requests that become readable at the same moment would be worked through in one go,
// and everybody else would wait for all of it.

/** Resolves when it is the caller's turn. */
export type OwnLap = () => Promise<void>

/** Resolves when nobody is being served who comes first, or after `maxMs`. */
type LetPass = (maxMs: number) => Promise<void>

/**
 * Gives each a lap of the event loop of its own, first come, first served. From when it joins the
 * line it may have to let others pass for `letPassMs`.
 */
export function openLaps(letPass: LetPass = async () => {}, letPassMs = 0): OwnLap {
  const line: { since: number; go: () => void }[] = []
  async function next(): Promise<void> {
    const leftMs = line[0]!.since + letPassMs - performance.now()
    if (leftMs > 0) await letPass(leftMs)
    line.shift()!.go()
    if (line.length > 0) setImmediate(next)
  }
  return () =>
    new Promise((go) => {
      line.push({ since: performance.now(), go })
      if (line.length === 1) setImmediate(next)
    })
}
