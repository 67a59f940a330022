// `npm run bench -- NAME [--documents N] [--two] [--tax] [--workers W] [--receivers R]
// [--turns T]`: measurements, and never tests. Results: docs/performance.md and docs/measurements.
import { parseArgs } from 'node:util'
import { benchAs4 } from './as4.ts'
import { benchDocuments } from './documents.ts'
import { benchEventLoop } from './event-loop.ts'
import { benchHostile } from './hostile.ts'
import { benchLookup } from './lookup.ts'
import { benchMapping } from './mapping.ts'
import { benchNeighbours } from './neighbours.ts'
import { benchPdf } from './pdf.ts'
import { benchPipeline } from './pipeline.ts'
import { benchQueue } from './queue.ts'
import { benchValidation } from './validation.ts'
import { benchValidationTypes } from './validation-types.ts'

type Options = {
  documents?: number
  two?: boolean
  tax?: boolean
  workers?: string
  receivers?: number
  turns?: number
}

const benches: Record<string, (options: Options) => Promise<void>> = {
  as4: benchAs4,
  documents: benchDocuments,
  'event-loop': benchEventLoop,
  hostile: benchHostile,
  lookup: benchLookup,
  mapping: benchMapping,
  neighbours: benchNeighbours,
  pdf: benchPdf,
  pipeline: benchPipeline,
  queue: benchQueue,
  validation: benchValidation,
  'validation-types': benchValidationTypes,
}

const { positionals: chosen, values } = parseArgs({
  allowPositionals: true,
  options: {
    documents: { type: 'string' },
    two: { type: 'boolean', default: false },
    tax: { type: 'boolean', default: false },
    workers: { type: 'string', default: '1' },
    receivers: { type: 'string', default: '8' },
    turns: { type: 'string', default: '7' },
  },
})
const { documents, two, tax, workers } = values
const [receivers, turns] = [values.receivers, values.turns].map(Number) as [number, number]
const options = {
  two,
  tax,
  workers,
  receivers,
  turns,
  ...(documents ? { documents: Number(documents) } : {}),
}
for (const name of chosen.length > 0 ? chosen : Object.keys(benches)) {
  const bench = benches[name]
  if (!bench) {
    process.stderr.write(
      `There is no bench '${name}'; there are: ${Object.keys(benches).join(', ')}.\n`,
    )
    process.exit(2)
  }
  await bench(options)
}
