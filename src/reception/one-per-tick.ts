// A crowd of requests that become readable at the same moment would be worked through in one go,
// and all others would wait for all of it.

/** Resolves in a tick of the caller's own. */
export type OwnTick = () => Promise<void>

/** Resolves when no call is being served that goes first, or after `maxMs`. */
type LetPass = (maxMs: number) => Promise<void>

/**
 * Gives each its own tick of the event loop, first come, first served. From when it joins the
 * line it may have to let others pass for `letPassMs`.
 */
export function openOwnTicks(letPass: LetPass = async () => {}, letPassMs = 0): OwnTick {
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
