// A gateway with two tenants: one that attacks, and one whose calls are measured meanwhile.
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { join, resolve } from 'node:path'
import { type GatewayProcess, startGateway } from '../gateway-process.ts'
import { invoiceJson } from '../invoice.ts'

export type Neighbourhood = {
  gateway: GatewayProcess
  /** The token of the tenant that is measured; the gateway's own is the attacker's. */
  neighbourToken: string
  /** A small invoice in UBL. */
  ubl: string
  measure<T>(run: () => Promise<T>): Promise<{ made: T; measured: Measured }>
  close(): Promise<void>
}

export type Measured = {
  asked: number
  failed: number
  medianMs: number
  p99Ms: number
  worstMs: number
  /** Over what the process had before, at most; and some seconds afterwards. */
  grownMb: number
  keptMb: number
  descriptorsKept: number
}

type Report = Omit<Measured, 'grownMb' | 'keptMb' | 'descriptorsKept'> & {
  peakBytes: number
  bytes: number
  descriptors: number
}

export async function openNeighbourhood(
  environment: Record<string, string> = {},
): Promise<Neighbourhood> {
  const gateway = await startGateway({
    LOG_LEVEL: 'warn',
    // Receivers of the webhooks of an attack are on this machine.
    WEBHOOKS_ALLOW_INSECURE: 'true',
    ...environment,
  })
  const neighbourToken = newToken(gateway.dataDir, 'neighbour')
  const { pid } = gateway.child
  const monitor = fork(
    join(import.meta.dirname, 'monitor.mjs'),
    [gateway.url, neighbourToken, String(pid)],
    { execArgv: [] },
  )
  const headers = { 'Content-Type': 'application/json', Accept: 'application/xml' }
  const body = invoiceJson('N-1')
  const converted = await gateway.call('/api/v1/convert', { method: 'POST', headers, body })
  // What comes first for everybody is measured for nobody.
  await gateway.submitAndWait(invoiceJson('FIRST'))
  return {
    gateway,
    neighbourToken,
    ubl: await converted.text(),
    measure: (run) => measure(monitor, run),
    async close() {
      monitor.kill()
      await gateway.stop()
    },
  }
}

/** Made by the command, beside the running gateway; with one scope, or the usual ones. */
export function newToken(dataDir: string, tenant: string, scope?: string): string {
  const program = resolve('dist/cli/index.js')
  const args = ['token', 'create', '--name', tenant, '--tenant', tenant, '--environment', 'test']
  // The seller of the small invoice.
  args.push('--participant', '0208:0123456749')
  if (scope) args.push('--scope', scope)
  const env = { ...process.env, NODE_ENV: '', DATABASE_URL: '', DATA_DIR: dataDir }
  return execFileSync(process.execPath, [program, ...args], { env, encoding: 'utf8' }).trim()
}

const megabyte = 1024 * 1024
const restMs = 2_000

async function measure<T>(
  monitor: ChildProcess,
  run: () => Promise<T>,
): Promise<{ made: T; measured: Measured }> {
  const before = await ask(monitor, 'reset')
  const made = await run()
  const during = await ask(monitor, 'report')
  await new Promise((done) => setTimeout(done, restMs))
  const after = await ask(monitor, 'report')
  const { asked, failed, medianMs, p99Ms, worstMs, peakBytes } = during
  const measured = {
    ...{ asked, failed, medianMs, p99Ms, worstMs },
    grownMb: (peakBytes - before.bytes) / megabyte,
    keptMb: (after.bytes - before.bytes) / megabyte,
    descriptorsKept: after.descriptors - before.descriptors,
  }
  return { made, measured }
}

function ask(monitor: ChildProcess, what: 'reset' | 'report'): Promise<Report> {
  return new Promise((done, failed) => {
    const fail = (code: number | null) => failed(new Error(`the monitor ended with ${code}`))
    monitor.once('exit', fail).once('message', (report) => {
      monitor.off('exit', fail)
      done(report as Report)
    })
    monitor.send(what)
  })
}
