// `npm run bench -- NAME`: measurements, never tests. Results and method: docs/performance.md.
import { benchPipeline } from './pipeline.ts'

const benches: Record<string, () => Promise<void>> = { pipeline: benchPipeline }

const chosen = process.argv.slice(2)
for (const name of chosen.length > 0 ? chosen : Object.keys(benches)) {
  const bench = benches[name]
  if (!bench) {
    process.stderr.write(`There is no bench '${name}'; there are: ${Object.keys(benches).join(', ')}.\n`)
    process.exit(2)
  }
  await bench()
}
