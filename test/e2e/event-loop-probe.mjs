// Loaded into the gateway before its own code (`node --import`): measures how long its event loop
// was blocked at most. On SIGUSR2 it appends a line of JSON to the file named by EVENT_LOOP_FILE,
// and starts over. `delayMs` is the value of perf_hooks; `blockedMs` excludes time that the thread
// did not spend on a processor, so that busy neighbours do not count.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const tickMs = 5

const statistics = `/proc/self/task/${process.pid}/schedstat`
const isTold = existsSync(statistics)

/**
 * Processor time of this thread, the main one (proc(5)); where the system does not tell it, the
 * time on the wall.
 */
function processorMs() {
  return isTold ? Number(readFileSync(statistics, 'utf8').split(' ')[0]) / 1e6 : performance.now()
}

if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: tickMs })
  delays.enable()
  let last = { at: performance.now(), processor: processorMs() }
  let blockedMs = 0
  setInterval(() => {
    const now = { at: performance.now(), processor: processorMs() }
    blockedMs = Math.max(
      blockedMs,
      Math.min(now.at - last.at - tickMs, now.processor - last.processor),
    )
    last = now
  }, tickMs).unref()
  process.on('SIGUSR2', () => {
    const delayMs = Math.max(0, delays.max / 1e6 - tickMs)
    appendFileSync(process.env.EVENT_LOOP_FILE, `${JSON.stringify({ delayMs, blockedMs })}\n`)
    delays.reset()
    blockedMs = 0
  })
}
