// The first process of a node with several: starts the others (worker.ts), gives them the
// connections that come to their port, starts one again that has died, and stops them all. It runs
// the sandbox too, and touches no document.
import cluster, { type Worker } from 'node:cluster'
import { setTimeout } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import type { Counts } from '../core/runtime/metrics.ts'
import type { CommonSandbox } from './common-sandbox.ts'
import { openProcessLog, type ProcessLog, report, stopOnSignal, welcome } from './report.ts'
import { closeUntaken } from './untaken-connections.ts'
import { addTo, type Begin, type FromWorker, type Ready, type ToWorker } from './worker-messages.ts'

/** Before a worker that has died is started again; twice as long after each that dies young. */
const pauseMsMin = 250
const pauseMsMax = 30_000
const youngMs = 60_000
/** For a worker that is busy, and counts with what it said last. */
const countMs = 1_000

// Freed memory goes back to the system (docs/adr/0070-the-process.md).
const environment = { MALLOC_TRIM_THRESHOLD_: '131072' }

/** Loaded on the first request for metrics: the workers are started first. */
const counting = () => import('../http/counts.ts')

type SupervisorOptions = { workers: number; pausedAfterRestore?: true; publish?: boolean }

export async function supervise(
  config: Config,
  { workers, pausedAfterRestore, publish = true }: SupervisorOptions,
): Promise<void> {
  const processLog = openProcessLog(config)
  const { log, failStart } = processLog
  // The first worker loads while the sandbox opens.
  const { start, stop } = openNode({ config, workers }, processLog)
  const sandbox = await sandboxOf(config).catch(failStart)
  const common = sandbox ? { sandbox: sandbox.shown } : {}
  // What is wrong with the settings, the first one finds out, and is not started again. It also
  // migrates the database and makes what there is once.
  const first = await start(1, { ...common, ...(pausedAfterRestore ? { pausedAfterRestore } : {}) })
  if (publish) await sandbox?.publish(first.as4Url)
  await Promise.all(Array.from({ length: workers - 1 }, (_, index) => start(index + 2, common)))
  log.info({ workers }, 'all workers have started')
  stopOnSignal(async () => {
    const faults = await stop()
    await sandbox?.close()
    if (faults.length > 0) throw new Error(faults.join(' '))
  })
  welcome(config, first)
}

/** What only the sandbox needs is loaded for it alone. */
async function sandboxOf(config: Config): Promise<CommonSandbox | undefined> {
  if (config.PEPPOL_NETWORK !== 'sandbox') return undefined
  const { openCommonSandbox } = await import('./common-sandbox.ts')
  return openCommonSandbox(config, report)
}

type Ended = { code: number | null; signal: string | null }
type WorkerProcess = {
  worker: Worker
  held: Map<string, number>
  /** It has loaded the program, and waits for what it has to do. */
  here: Promise<unknown>
  ready: Promise<Ready>
  ended: Promise<Ended>
}
type Task = Pick<Begin, 'sandbox' | 'pausedAfterRestore'>

function openNode(
  { config, workers }: Pick<Begin, 'config' | 'workers'>,
  { log, failLogged }: ProcessLog,
) {
  const processes = new Map<number, WorkerProcess>()
  const sums = openSums()
  const stopping = new AbortController()

  function tell({ worker }: WorkerProcess, message: ToWorker): void {
    // A worker that has just died does not receive it.
    if (worker.isConnected()) worker.send(message, () => {})
  }

  function tellOthers(number: number, message: ToWorker): void {
    for (const [other, workerProcess] of processes)
      if (other !== number) tell(workerProcess, message)
  }

  function heldBesides(number: number): Record<string, number> {
    const all = new Map<string, number>()
    for (const [other, { held }] of processes)
      if (other !== number) for (const [key, amount] of held) addTo(all, key, amount)
    return Object.fromEntries(all)
  }

  function load(number: number): WorkerProcess {
    const worker = cluster.fork(environment)
    closeUntaken(worker)
    const held = new Map<string, number>()
    const next = <Kind extends FromWorker['kind']>(kind: Kind) =>
      new Promise<Extract<FromWorker, { kind: Kind }>>((resolve) => {
        worker.on('message', (message: FromWorker) => {
          if (message.kind === kind) resolve(message as Extract<FromWorker, { kind: Kind }>)
        })
      })
    const ended = new Promise<Ended>((resolve) => {
      worker.once('exit', (code, signal) => {
        processes.delete(number)
        sums.ended(number)
        const back = [...held].map(([key, amount]) => [key, -amount])
        tellOthers(number, { kind: 'used', use: { held: Object.fromEntries(back), spent: {} } })
        resolve({ code, signal })
      })
    })
    const workerProcess: WorkerProcess = {
      worker,
      held,
      here: next('here'),
      ready: next('ready'),
      ended,
    }
    processes.set(number, workerProcess)
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'counts') sums.counted(number, message.counts)
      if (message.kind === 'sum') void answerSum(workerProcess)
      if (message.kind !== 'used') return
      for (const [key, amount] of Object.entries(message.use.held)) addTo(held, key, amount)
      tellOthers(number, message)
    })
    return workerProcess
  }

  async function begin(number: number, workerProcess: WorkerProcess, task: Task): Promise<void> {
    await workerProcess.here
    tell(workerProcess, {
      kind: 'begin',
      number,
      held: heldBesides(number),
      config,
      workers,
      ...task,
    })
  }

  async function answerSum(asker: WorkerProcess): Promise<void> {
    const waiting = [...processes].map(([number, workerProcess]) => {
      tell(workerProcess, { kind: 'count' })
      return sums.next(number)
    })
    await Promise.race([Promise.all(waiting), setTimeout(countMs, undefined, { ref: false })])
    const { processCounts } = await counting()
    tell(asker, { kind: 'counted', all: [...(await sums.all()), await processCounts()] })
  }

  async function startAgain(number: number, first: Promise<Ended>, task: Task): Promise<void> {
    let [pauseMs, since, ended] = [pauseMsMin, Date.now(), first]
    for (;;) {
      const how = await ended
      if (stopping.signal.aborted) return
      if (Date.now() - since > youngMs) pauseMs = pauseMsMin
      log.error({ worker: number, ...how, pauseMs }, 'a worker has died and is started again')
      const { signal } = stopping
      await setTimeout(pauseMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      pauseMs = Math.min(2 * pauseMs, pauseMsMax)
      since = Date.now()
      const workerProcess = load(number)
      void begin(number, workerProcess, task)
      ended = workerProcess.ended
    }
  }

  load(1)

  return {
    /** Resolves when it listens. Ends this process when it does not come to that. */
    async start(number: number, { pausedAfterRestore, ...task }: Task): Promise<Ready> {
      const workerProcess = processes.get(number) ?? load(number)
      void begin(number, workerProcess, {
        ...task,
        ...(pausedAfterRestore ? { pausedAfterRestore } : {}),
      })
      const started = await Promise.race([workerProcess.ready, workerProcess.ended])
      if (!('kind' in started))
        return failLogged(started, 'a worker could not start', 'A worker has not started.')
      void startAgain(number, workerProcess.ended, task)
      return started
    },

    /** Resolves with the workers that had to be killed, or have failed. */
    async stop(): Promise<string[]> {
      stopping.abort()
      const { requestsMs, jobsMs, closeMs } = config.limits.stop
      const timer = globalThis.setTimeout(
        () => {
          for (const { worker } of processes.values()) worker.process.kill('SIGKILL')
        },
        requestsMs + jobsMs + 3 * closeMs,
      )
      const ends = [...processes].map(async ([number, workerProcess]) => {
        tell(workerProcess, { kind: 'stop' })
        const { code, signal } = await workerProcess.ended
        return code === 0 ? [] : [`Worker ${number} ended with ${signal ?? code}.`]
      })
      const faults = (await Promise.all(ends)).flat()
      clearTimeout(timer)
      return faults
    },
  }
}

/** What the workers have counted; of one that has died or does not answer, what it said last. */
function openSums() {
  const last = new Map<number, Counts>()
  const waiting = new Map<number, (() => void)[]>()
  let ended: Promise<Counts> = Promise.resolve([])
  const wake = (number: number) => {
    for (const resume of waiting.get(number) ?? []) resume()
    waiting.delete(number)
  }
  return {
    counted(number: number, counts: Counts) {
      last.set(number, counts)
      wake(number)
    },
    ended(number: number) {
      const own = last.get(number) ?? []
      ended = ended.then(async (before) => (await counting()).endedCounts([before, own]))
      last.delete(number)
      wake(number)
    },
    next: (number: number) =>
      new Promise<void>((resolve) => {
        waiting.set(number, [...(waiting.get(number) ?? []), resolve])
      }),
    all: async () => [...last.values(), await ended],
  }
}
