// Starts and stops the process: configuration, log, signals. On a PostgreSQL server there may be
// several processes, and this one starts them (src/process/supervisor.ts) or is one of them.
import cluster from 'node:cluster'
import type { App } from './app.ts'
import {
  type Config,
  ConfigError,
  configWarnings,
  readConfig,
  storeOptions,
} from './config/config.ts'
import type { Log } from './core/gateway.ts'
import { fail, openProcessLog, report, stopOnSignal, welcome } from './process/report.ts'
import { workersOf } from './process/workers.ts'

type MainOptions = {
  /** Nothing that is queued in the database is sent until it is resumed. */
  pausedAfterRestore?: true
  /** False: the sandbox does not publish by itself what is registered. */
  publish?: boolean
}

export async function main(options: MainOptions = {}): Promise<void> {
  // Each process loads only what it needs.
  if (cluster.isWorker) return (await import('./process/worker.ts')).runWorker()
  const config = configOrExit()
  for (const warning of configWarnings()) report(warning)
  const workers = workersOf(config)
  if (workers > 1)
    return (await import('./process/supervisor.ts')).supervise(config, { workers, ...options })
  const { log, failLogged, failStart } = openProcessLog(config)
  const app = await start(config, log, options).catch(failStart)
  // After the welcome line a signal may come at once.
  stopOnSignal(app.stop)
  welcome(config, app)
  app.gateway.store.lost.then((why) =>
    // A supervisor restarts the process; until then, callers get no connection and retry.
    failLogged(
      { why },
      'the embedded database has stopped',
      `The embedded database has stopped: ${why}. Accepted documents are on disk; start ` +
        'the gateway again.',
    ),
  )
}

/** The database opens while the rest of the program loads. */
async function start(
  config: Config,
  log: Log,
  options: MainOptions,
): Promise<App & { url: string }> {
  const { beginConfiguredStore } = await import('./setup/open-store.ts')
  const opening = await beginConfiguredStore(storeOptions(config), report)
  const { startApp, urlOf } = await import('./app.ts')
  const app = await startApp(config, log, report, { ...options, opening })
  return { ...app, url: urlOf(app, config) }
}

function configOrExit(): Config {
  try {
    return readConfig()
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message)
    throw error
  }
}
