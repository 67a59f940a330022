// The data folders of the databases that the workers of one run of vitest keep open until they end.
// They are ended without a chance to tidy up, so the process that started them does it
// (`globalSetup` in vitest.config.ts).
import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** How the folders of the workers of process `vitest` begin. */
export function workerFolders(vitest: number): string {
  return join(tmpdir(), `fourcorner-worker-${vitest}-`)
}

export function teardown(): void {
  const own = basename(workerFolders(process.pid))
  for (const name of readdirSync(tmpdir()))
    if (name.startsWith(own)) rmSync(join(tmpdir(), name), { recursive: true, force: true })
}
