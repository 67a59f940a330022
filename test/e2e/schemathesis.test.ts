// The API is called by a fuzzer that knows nothing but its OpenAPI description: no 5xx, and no
// answer that the description does not have.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
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
  const words = [
    ...['run', `${gateway.url}/openapi.json`, '--checks', checks.join(',')],
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
