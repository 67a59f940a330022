// The keys of the sandbox take seconds to make, so the test files of one worker share them: those
// of a simulation with all of it, for it keeps nothing, and those of a sandbox in a copy of their
// folder.
import { cp, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import {
  openSimulation,
  type Sandbox,
  type Simulation,
  startSandbox,
} from '../../src/sandbox/index.ts'
import { openPki } from '../../src/sandbox/pki-folder.ts'
import { workerFolders } from '../store/worker-folders.ts'

let simulation: Promise<Simulation> | undefined
let keys: Promise<string> | undefined

export function sharedSimulation(): Promise<Simulation> {
  simulation ??= openSimulation()
  return simulation
}

/** A sandbox of its own in the new folder `dataDir`, with the keys that others have too. */
export async function startSandboxIn(dataDir: string): Promise<Sandbox> {
  keys ??= makeKeys()
  await cp(await keys, join(dataDir, 'sandbox', 'pki'), { recursive: true })
  return startSandbox({ dataDir, receivers: [] })
}

// worker-folders.ts removes it when the worker has ended.
async function makeKeys(): Promise<string> {
  const folder = join(await mkdtemp(workerFolders(process.ppid)), 'pki')
  await openPki(folder, new Date(), () => {})
  return folder
}
