// `npm run bench -- NAME [--documents N]`: measurements, never tests. Results and method:
// docs/performance.md.
import { parseArgs } from 'node:util'
import { benchAs4 } from './as4.ts'
import { benchDocuments } from './documents.ts'
import { benchEventLoop } from './event-loop.ts'
import { benchLookup } from './lookup.ts'
import { benchMapping } from './mapping.ts'
import { benchNeighbours } from './neighbours.ts'
import { benchPdf } from './pdf.ts'
import { benchPipeline } from './pipeline.ts'
import { benchQueue } from './queue.ts'
import { benchValidation } from './validation.ts'

const benches: Record<string, (options: { documents?: number }) => Promise<void>> = {
  as4: benchAs4,
  documents: benchDocuments,
  'event-loop': benchEventLoop,
  lookup: benchLookup,
  mapping: benchMapping,
  neighbours: benchNeighbours,
  pdf: benchPdf,
  pipeline: benchPipeline,
  queue: benchQueue,
  validation: benchValidation,
}

const { positionals: chosen, values } = parseArgs({
  allowPositionals: true,
  options: { documents: { type: 'string' } },
})
const options = values.documents ? { documents: Number(values.documents) } : {}
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
