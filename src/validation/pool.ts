// The threads that validate large documents.
import { openThreads, ThreadError, type ThreadLimits, workerFile } from '../threads/index.ts'
import { type Check, ValidationUnavailable } from './verdict.ts'
import type { WorkerAnswer, WorkerOrder, WorkerStart } from './worker.ts'

export type Pool = {
  check: Check
  close(): Promise<void>
}

/** `start` is passed to each thread. */
export function openPool(start: WorkerStart, limits: ThreadLimits): Pool {
  const threads = openThreads<WorkerOrder, WorkerAnswer>(workerFile(import.meta.url), limits, start)
  return {
    async check(bytes, options, asker) {
      const answer = await threads.ask({ bytes, options }, bytes.length, asker).catch(toUnavailable)
      if ('verdict' in answer) return answer.verdict
      const { unavailable, lacksRules } = answer
      throw new ValidationUnavailable(unavailable, { lacksRules })
    },
    close: () => threads.close(),
  }

  function toUnavailable(cause: unknown): never {
    if (!(cause instanceof ThreadError)) throw cause
    const reasons: Record<ThreadError['reason'], string> = {
      busy: 'Too many documents are waiting for validation',
      time: `The document could not be validated within ${limits.timeMs} ms`,
      memory: 'Validating the document needs more memory than allowed',
      ended: 'A validation thread has ended',
      unwanted: 'The verdict is no longer wanted',
      closed: 'The validator is closed',
    }
    throw new ValidationUnavailable(reasons[cause.reason], { cause })
  }
}
