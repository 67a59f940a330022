// `npm run bench -- NAME`: measurements, never tests. Results and method: docs/performance.md.
import { benchAs4 } from './as4.ts'
import { benchEventLoop } from './event-loop.ts'
import { benchMapping } from './mapping.ts'
import { benchPdf } from './pdf.ts'
import { benchPipeline } from './pipeline.ts'
import { benchValidation } from './validation.ts'

const benches: Record<string, () => Promise<void>> = {
  as4: benchAs4,
  'event-loop': benchEventLoop,
  mapping: benchMapping,
  pdf: benchPdf,
  pipeline: benchPipeline,
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
