// A thread that follows orders, for the tests of the pool. Node 20 cannot run TypeScript.
import { register } from 'tsx/esm/api'

register()
const { serve } = await import('../../src/threads/serve.ts')

serve(
  ({ say, bytes, fail, busyMs = 0, gate, endless, leave, hoard }) => {
    if (fail) throw new Error(fail)
    if (leave) process.exit(1)
    if (gate) Atomics.wait(gate, 0, 0)
    const until = performance.now() + busyMs
    while (endless || performance.now() < until);
    for (const kept = []; hoard; ) kept.push(new Array(100_000).fill({}).map(() => ({})))
    return bytes ? { bytes } : { say }
  },
  ({ bytes }) => (bytes ? [bytes] : []),
)
