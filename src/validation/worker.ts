// A thread that judges large documents, one after the other, so that the event loop of the gateway stays free.
import { parentPort, workerData } from 'node:worker_threads'
import { type Checker, type CheckOptions, checkDocument } from './check.ts'
import type { RulePack } from './rules/pack.ts'
import { ValidationUnavailable, type Verdict } from './verdict.ts'
import { openXsd } from './xsd/open.ts'

export type WorkerStart = {
  packs: readonly RulePack[]
  xsdDir: string | undefined
  sefDir: string | undefined
}
export type WorkerTask = { bytes: Uint8Array; options: CheckOptions }
/** A failure without `unavailable` is a defect of ours, told as text because errors lose their class on the way. */
export type WorkerAnswer = { verdict: Verdict } | { unavailable: string } | { failure: string }

const { packs, xsdDir, sefDir } = workerData as WorkerStart
const checker: Checker = { packs, xsd: xsdDir === undefined ? undefined : await openXsd(xsdDir), sefDir }

parentPort!.on('message', async ({ bytes, options }: WorkerTask) => {
  parentPort!.postMessage(await answer(bytes, options))
})

async function answer(bytes: Uint8Array, options: CheckOptions): Promise<WorkerAnswer> {
  try {
    return { verdict: await checkDocument(checker, bytes, options) }
  } catch (error) {
    if (error instanceof ValidationUnavailable) return { unavailable: error.message }
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
