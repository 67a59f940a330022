// Starts and stops the process: configuration, log, signals. Messages for people go to standard
// output, the log to standard error.
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { type App, type StartOptions, startApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { makeLog } from './log.ts'

export async function main(options: StartOptions = {}): Promise<void> {
  const config = configOrExit()
  const log = makeLog(config.LOG_LEVEL, pino.destination({ dest: 2, sync: false }))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an unexpected error stopped the gateway')
    log.flush()
    fail('An unexpected error stopped the gateway; see the log. Start it again.')
  })
  const app = await startApp(config, log, say, options).catch((error: unknown) => {
    log.fatal({ err: error }, 'the gateway could not start')
    log.flush()
    fail(
      error instanceof ConfigError
        ? error.message
        : `The gateway could not start: ${inWords(error)}`,
    )
  })
  welcome(config, app)
  stopOnSignal(app)
  app.gateway.store.lost.then((why) => {
    log.fatal({ why }, 'the embedded database has stopped')
    log.flush()
    // A supervisor restarts the process; until then, callers get no connection and retry.
    fail(
      `The embedded database has stopped: ${why}. Accepted documents are on disk; start ` +
        'the gateway again.',
    )
  })
}

function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE')
    return 'another program is already listening on its address; set PORT or HOST.'
  return error.message
}

function stopOnSignal(app: App): void {
  const signals = ['SIGTERM', 'SIGINT'] as const
  for (const signal of signals)
    process.once(signal, () => {
      say(`${signal}: finishing work in progress …`)
      app.stop().then(
        () => process.exit(0),
        (error: unknown) => fail(`The gateway did not shut down cleanly: ${String(error)}`),
      )
    })
}

function welcome(config: Config, { server, firstToken }: App): void {
  const { port } = server.server.address() as AddressInfo
  const url = `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`
  say(
    `Fourcorner ${config.version} accepts documents at ${url} (network: ${config.PEPPOL_NETWORK}).`,
  )
  say(`API reference: ${url}/docs.`)
  if (!firstToken) return
  say('')
  say('Your first API token, shown only once:')
  say(`  ${firstToken}`)
  say('Try it:')
  say(`  curl -s ${url}/api/identity/check -H 'X-API-Token: ${firstToken}'`)
}

function configOrExit(): Config {
  try {
    return readConfig()
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message)
    throw error
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function fail(words: string): never {
  process.stderr.write(`${words}\n`)
  process.exit(1)
}
