// Validates documents with the built validator, and nothing else in the process. For each line
// "COUNT FILE" on standard input it judges the file COUNT times, one after the other, and answers
// "WALL CPU ERRORS P50 P95": nanoseconds for all of them, those of all threads of the process, the
// fatal findings of the last, and nanoseconds for one. FILE may be a folder, whose documents take
// turns. Arguments: the engine, the pack, the folder of rules.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { limits } from '../../dist/config/limits.js'
import { openValidator } from '../../dist/validation/index.js'

const [engine, pack, rulesDir] = process.argv.slice(2)
const validator = await openValidator({
  engine,
  pack,
  rulesDir,
  limits: { ...limits.validation, threads: 1, timeMs: 600_000 },
})

for await (const line of createInterface({ input: process.stdin })) {
  const [count, file] = line.split(' ')
  process.stdout.write(`${(await judge(documentsIn(file), Number(count))).join(' ')}\n`)
}
await validator.close()

async function judge(documents, count) {
  const times = []
  let errors = 0
  const before = process.cpuUsage()
  for (let at = 0; at < count; at++) {
    const start = process.hrtime.bigint()
    const { findings } = await validator.validate(documents[at % documents.length], {
      layers: 'all',
    })
    times.push(Number(process.hrtime.bigint() - start))
    errors = findings.filter(({ severity }) => severity === 'error').length
  }
  const { user, system } = process.cpuUsage(before)
  const wall = times.reduce((sum, time) => sum + time, 0)
  times.sort((a, b) => a - b)
  return [
    wall,
    (user + system) * 1000,
    errors,
    times[Math.floor(count / 2)],
    times[Math.floor(count * 0.95)],
  ]
}

function documentsIn(file) {
  if (!statSync(file).isDirectory()) return [readFileSync(file)]
  const names = readdirSync(file).filter((name) => name.endsWith('.xml'))
  return names.map((name) => readFileSync(join(file, name)))
}
