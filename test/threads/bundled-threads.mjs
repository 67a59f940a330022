// Has a worker of vitest start the threads that bundle-threads.ts has bundled (`--import`).
import { existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import threads from 'node:worker_threads'

const source = fileURLToPath(new URL('../../src/', import.meta.url))
const bundles = process.env.FOURCORNER_THREADS

function bundleOf(file) {
  const path = file instanceof URL ? fileURLToPath(file) : ''
  if (!bundles || !path.startsWith(source)) return file
  const name = path.slice(source.length).replace(/worker(\.ts|-from-source\.mjs)$/, 'worker.mjs')
  const bundle = pathToFileURL(`${bundles}/${name}`)
  return existsSync(bundle) ? bundle : file
}

threads.Worker = class Worker extends threads.Worker {
  constructor(file, options) {
    super(bundleOf(file), options)
  }
}
syncBuiltinESMExports()
