// What a process of the gateway says: to people on standard output, why it ends on standard error,
// and everything else in its log there.
import { join } from 'node:path'
import { pino } from 'pino'
import { type Config, ConfigError } from '../config/config.ts'
import type { Log } from '../core/gateway.ts'
import { keepsFirstToken } from '../setup/first-token.ts'
import { makeLog } from './log.ts'

export function report(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function fail(words: string): never {
  process.stderr.write(`${words}\n`)
  process.exit(1)
}

export type ProcessLog = {
  log: Log
  /** Logs why the process ends, says it, and ends it. */
  failLogged(facts: object, message: string, words: string): never
  /** The same for a start that failed: in a sentence, and with its stack for LOG_LEVEL=debug. */
  failStart(error: unknown): never
}

/** `worker`: which one of several. An uncaught error ends the process. */
export function openProcessLog(config: Config, worker?: number): ProcessLog {
  const form = { times: config.LOG_TIMES, levels: config.LOG_LEVELS }
  const all = makeLog(config.LOG_LEVEL, pino.destination({ dest: 2, sync: false }), form)
  const log = worker === undefined ? all : all.child({ worker })
  const failLogged: ProcessLog['failLogged'] = (facts, message, words) => {
    log.fatal(facts, message)
    log.flush()
    return fail(words)
  }
  process.on('uncaughtException', (error) =>
    failLogged(
      { err: error },
      'an unexpected error stopped the gateway',
      'An unexpected error stopped the gateway; see the log. Start it again.',
    ),
  )
  const failStart: ProcessLog['failStart'] = (error) => {
    const words = startFailure(error)
    const facts = log.isLevelEnabled('debug') ? { err: error } : { reason: words }
    return failLogged(facts, 'the gateway could not start', words)
  }
  return { log, failLogged, failStart }
}

/** Why a start failed, for the person who typed the command. */
function startFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  return `The gateway could not start: ${describeError(error)}`
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE')
    return 'another program is already listening on its address; set PORT or HOST.'
  return error.message
}

/** `url`: where the API is. `faults`: why it is not ready. */
export function welcome(
  config: Config,
  { url, firstToken, faults }: { url: string; firstToken?: string | undefined; faults: string[] },
): void {
  const does = faults.length === 0 ? 'accepts documents' : 'is not ready, but listens'
  report(`Fourcorner ${config.version} ${does} at ${url} (network: ${config.PEPPOL_NETWORK}).`)
  for (const fault of faults) report(fault)
  report(`Console: ${url}/console. API reference: ${url}/docs.`)
  if (!firstToken) return
  report('')
  const kept = `also in ${join(config.DATA_DIR, 'api-token')}`
  report(
    `Your first API token, ${keepsFirstToken(config.PEPPOL_NETWORK) ? kept : 'shown only once'}:`,
  )
  report(`  ${firstToken}`)
  report('Try it:')
  report(`  curl -s ${url}/api/identity/check -H 'X-API-Token: ${firstToken}'`)
}

/** Calls `stop` on the first SIGTERM or SIGINT; a second one ends the process at once. */
export function stopOnSignal(stop: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      report(`${signal}: finishing work in progress …`)
      stop().then(
        () => process.exit(0),
        (error: unknown) => fail(`The gateway did not shut down cleanly: ${String(error)}`),
      )
    })
}
