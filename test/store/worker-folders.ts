// The data folders of the databases that the workers of one vitest run keep open until they end.
// Workers are terminated without a chance to clean up, so the process that started them does it
// (`globalSetup` in vitest.config.ts).
import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** The common prefix of the folders of the workers of process `vitest`. */
export function workerFolders(vitest: number): string {
  return join(tmpdir(), `fourcorner-worker-${vitest}-`)
}

export function teardown(): void {
  const own = basename(workerFolders(process.pid))
  for (const name of readdirSync(tmpdir()))
    if (name.startsWith(own)) rmSync(join(tmpdir(), name), { recursive: true, force: true })
}
