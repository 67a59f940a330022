// The longest time for which one large document holds the gateway's event loop, for every call that
// takes or returns documents. The gateway is a process of its own with the probe of test/e2e;
// neither the client nor the network is counted.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type GatewayProcess, startGateway } from '../e2e/gateway-process.ts'
import { openLaboratory } from './laboratory.ts'
import { type LargeCall, largeCalls } from './large-calls.ts'

const rounds = 3

export async function benchEventLoop(): Promise<void> {
  const answers = join(mkdtempSync(join(tmpdir(), 'fourcorner-loop-')), 'blocked.jsonl')
  writeFileSync(answers, '')
  const laboratory = await openLaboratory()
  const settings = laboratory.settingsOf('gateway')
  const gateway = await startGateway(
    {
      ...settings,
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: `--import ${resolve('test/e2e/event-loop-probe.mjs')}`,
      EVENT_LOOP_FILE: answers,
    },
    settings.DATA_DIR,
  )
  try {
    for (const call of await largeCalls(gateway)) {
      let outcome = await ask(gateway, call)
      const seen: number[] = []
      for (let round = 0; round < rounds; round++) {
        await blockedSince(gateway, answers)
        outcome = await ask(gateway, call)
        seen.push(await blockedSince(gateway, answers))
      }
      const [least, median, most] = seen.map(Math.round).sort((a, b) => a - b)
      console.log(
        JSON.stringify({ bench: 'event-loop', call: call.name, outcome, least, median, most }),
      )
    }
  } finally {
    await gateway.stop()
    await laboratory.close()
  }
}

/**
 * The longest time, in milliseconds of CPU, for which the event loop was held since the last call.
 */
async function blockedSince(gateway: GatewayProcess, answers: string): Promise<number> {
  const reported = () => readFileSync(answers, 'utf8').split('\n').filter(Boolean)
  const before = reported().length
  gateway.child.kill('SIGUSR2')
  while (reported().length === before) await setTimeout(20)
  const { blockedMs } = JSON.parse(reported().at(-1)!) as { blockedMs: number }
  return blockedMs
}

/** The HTTP status of the answer, and the status or code inside it. */
async function ask(gateway: GatewayProcess, { path, body, headers }: LargeCall): Promise<string> {
  const method = body === undefined ? 'GET' : 'POST'
  const answer = await gateway.call(path, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.ok && !path.endsWith('/submit')) return String(answer.status)
  const { status, code } = JSON.parse(bytes.toString()) as { status: string; code?: string }
  return `${answer.status} ${code ?? status}`
}
