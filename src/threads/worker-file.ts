// Which file to run as a thread: it differs between the built program and its sources.
import { extname } from 'node:path'

/**
 * The `worker` beside the module whose import.meta.url is given. Built, it is a .js file. From
 * source it is .ts, which Node reads from 22.18 on; before that, a thread does not inherit what tsx
 * or vitest set up for its parent, and `worker-from-source.mjs` beside it sets it up again. (One
 * such file cannot serve all workers: Node 20 drops the query of a thread's URL.)
 */
export function workerFile(beside: string): URL {
  if (extname(beside) === '.js') return new URL('./worker.js', beside)
  const readsTypeScript = 'typescript' in process.features && Boolean(process.features.typescript)
  return new URL(readsTypeScript ? './worker.ts' : './worker-from-source.mjs', beside)
}
