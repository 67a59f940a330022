// A crowd of requests that become readable at the same moment would be worked through in one go,
// and everybody else would wait for all of it.

/** Resolves in a lap of the event loop of its own, first come, first served. */
export function openLaps(): () => Promise<void> {
  const line: (() => void)[] = []
  function next(): void {
    line.shift()?.()
    if (line.length > 0) setImmediate(next)
  }
  return () =>
    new Promise((resolve) => {
      line.push(resolve)
      if (line.length === 1) setImmediate(next)
    })
}
