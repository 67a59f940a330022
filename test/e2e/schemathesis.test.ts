// The API is called by a fuzzer that knows nothing but its OpenAPI description: no 5xx, and no
// answer that the description does not have.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GatewayProcess, startGateway } from './gateway-process.ts'

const schemathesis = process.env.SCHEMATHESIS

/** What holds whatever is sent. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
]

// No rules are installed for the example of a despatch advice: if its validation is asked for, the
// answer is `503 validation.unavailable`.
const settings = `[[operations]]
include-name = "POST /api/v1/documents/submit"
checks.not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", "503"]
`

let gateway: GatewayProcess
// The fuzzer leaves a folder of its own where it runs.
const folder = mkdtempSync(join(tmpdir(), 'fourcorner-fuzzer-'))
beforeAll(async () => {
  if (schemathesis)
    gateway = await startGateway({ RATE_LIMIT_PER_SECOND: '100000', LOG_LEVEL: 'fatal' })
})
afterAll(async () => {
  await gateway?.stop()
  rmSync(folder, { recursive: true, force: true })
})

it.skipIf(!schemathesis && !process.env.CI)('answers as described, whatever is sent', async () => {
  expect(schemathesis, 'SCHEMATHESIS names the program').toBeDefined()
  const file = join(folder, 'settings.toml')
  writeFileSync(file, settings)
  const words = [
    ...['--config-file', file, 'run', `${gateway.url}/openapi.json`, '--checks', checks.join(',')],
    ...['--header', `X-API-Token: ${gateway.token}`],
    ...['--phases', 'examples,coverage,fuzzing', '--max-examples', '15'],
    ...['--seed', '20261122', '--generation-deterministic', '--max-time', '120'],
    ...['--continue-on-failure', '--no-color'],
  ]
  const fuzzer = spawn(schemathesis!, words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [fuzzer.stdout, fuzzer.stderr])
    stream.on('data', (piece) => (output += piece))
  const [status] = await once(fuzzer, 'exit')
  expect(status, output.slice(-6_000)).toBe(0)
})
