// A thread that validates large documents, one after the other, so that the event loop of the
// gateway stays free.
import { workerData } from 'node:worker_threads'
import { serve } from '../threads/index.ts'
import { type Checker, checkDocument } from './check.ts'
import type { RulePack } from './rules/pack.ts'
import { type CheckOptions, ValidationUnavailable, type Verdict } from './verdict.ts'
import { openXsd } from './xsd/open.ts'

export type WorkerStart = {
  packs: readonly RulePack[]
  xsdDir: string | undefined
  sefDir: string | undefined
}
export type WorkerOrder = { bytes: Uint8Array; options: CheckOptions }
export type WorkerAnswer = { verdict: Verdict } | { unavailable: string; lacksRules: boolean }

const { packs, xsdDir, sefDir } = workerData as WorkerStart
const checker: Checker = {
  packs,
  xsd: xsdDir === undefined ? undefined : await openXsd(xsdDir),
  sefDir,
}

serve(answerTo)

async function answerTo({ bytes, options }: WorkerOrder): Promise<WorkerAnswer> {
  try {
    return { verdict: await checkDocument(checker, bytes, options) }
  } catch (error) {
    if (error instanceof ValidationUnavailable)
      return { unavailable: error.message, lacksRules: error.lacksRules }
    throw error
  }
}
