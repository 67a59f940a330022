// A thread that does what it is told, for the tests of the pool. Node 20 reads no TypeScript by
// itself.
import { register } from 'tsx/esm/api'

register()
const { serve } = await import('../../src/threads/serve.ts')

serve(
  ({ say, bytes, fail, endless, leave, hoard }) => {
    if (fail) throw new Error(fail)
    if (leave) process.exit(1)
    while (endless);
    for (const kept = []; hoard; ) kept.push(new Array(100_000).fill({}).map(() => ({})))
    return bytes ? { bytes } : { say }
  },
  ({ bytes }) => (bytes ? [bytes] : []),
)
