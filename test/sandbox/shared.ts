// The keys of the sandbox take seconds to make, so the test files of one worker share them. They
// share a whole simulation, since it keeps nothing; each sandbox gets a copy of the key folder.

import { cp, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '../../src/config/limits.ts'
import {
  openSimulation,
  type Sandbox,
  type Simulation,
  startSandbox,
} from '../../src/sandbox/index.ts'
import { openPki } from '../../src/sandbox/pki-folder.ts'
import { workerFolders } from '../store/worker-folders.ts'
import { type FaultPlan, makeFaultPlan } from './fault-plan.ts'
import { type Impostors, makeImpostors } from './impostors.ts'

let simulation: Promise<Simulation> | undefined
let keys: Promise<{ folder: string; impostors: Impostors }> | undefined

export function sharedSimulation(): Promise<Simulation> {
  simulation ??= openSimulation(limits.reception)
  return simulation
}

/** A sandbox of its own in the new folder `dataDir`, and what makes it answer wrongly. */
export async function startSandboxIn(
  dataDir: string,
  { receivers = [], now }: { receivers?: string[]; now?(): Date } = {},
): Promise<{ sandbox: Sandbox; faultPlan: FaultPlan }> {
  const impostors = await copyKeysTo(join(dataDir, 'sandbox', 'pki'))
  const faultPlan = makeFaultPlan(impostors)
  const { respond } = faultPlan
  return {
    sandbox: await startSandbox({
      dataDir,
      receivers,
      respond,
      limits: limits.reception,
      ...(now ? { now } : {}),
    }),
    faultPlan,
  }
}

/** Copies the key folder of a sandbox, for which openPki then makes certificates. */
export async function copyKeysTo(folder: string): Promise<Impostors> {
  keys ??= makeKeys()
  const made = await keys
  await cp(made.folder, folder, { recursive: true })
  return made.impostors
}

// worker-folders.ts removes it when the worker has ended.
async function makeKeys(): Promise<{ folder: string; impostors: Impostors }> {
  const folder = join(await mkdtemp(workerFolders(process.ppid)), 'pki')
  const pki = await openPki(folder, new Date(), 'http://127.0.0.1', () => {})
  return { folder, impostors: makeImpostors(pki['access-point-ca']) }
}
