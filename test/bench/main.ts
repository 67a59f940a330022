// `npm run bench -- NAME`: measurements, never tests. Results and method: docs/performance.md.
import { benchAs4 } from './as4.ts'
import { benchEventLoop } from './event-loop.ts'
import { benchLookup } from './lookup.ts'
import { benchMapping } from './mapping.ts'
import { benchNeighbours } from './neighbours.ts'
import { benchPdf } from './pdf.ts'
import { benchPipeline } from './pipeline.ts'
import { benchQueue } from './queue.ts'
import { benchValidation } from './validation.ts'

const benches: Record<string, () => Promise<void>> = {
  as4: benchAs4,
  'event-loop': benchEventLoop,
  lookup: benchLookup,
  mapping: benchMapping,
  neighbours: benchNeighbours,
  pdf: benchPdf,
  pipeline: benchPipeline,
  queue: benchQueue,
  validation: benchValidation,
}

const chosen = process.argv.slice(2)
for (const name of chosen.length > 0 ? chosen : Object.keys(benches)) {
  const bench = benches[name]
  if (!bench) {
    process.stderr.write(
      `There is no bench '${name}'; there are: ${Object.keys(benches).join(', ')}.\n`,
    )
    process.exit(2)
  }
  await bench()
}
