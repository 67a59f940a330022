// One of several processes behind one port: a whole gateway, started and stopped by the first
// process of its node (supervisor.ts). When that is gone, node:cluster ends this one at once.
import { startApp, urlOf } from '../app.ts'
import type { Counts } from '../core/runtime/metrics.ts'
import type { SharedUse } from '../core/runtime/shared-use.ts'
import { settingsIn } from '../sandbox/index.ts'
import { fail, openProcessLog, report } from './report.ts'
import { limitsOfOne } from './share-limits.ts'
import { addTo, type Begin, type FromWorker, type ToWorker } from './worker-messages.ts'

/** Changes within this interval go out in one message. */
const tellEveryMs = 20

export async function runWorker(): Promise<void> {
  // Who signals to a whole group of processes means the first one, which says when to stop.
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {})
  const { number, workers, config: whole, pausedAfterRestore, sandbox, held } = await begun()
  const config = { ...whole, limits: limitsOfOne(whole.limits, workers) }
  const { log, failStart } = openProcessLog(config, number)
  const settings = sandbox && settingsIn(config.DATA_DIR)
  const { sumOf } = openSums()
  let stop = async () => {}
  hear((message) => {
    if (message.kind !== 'stop') return
    stop().then(
      () => process.exit(0),
      (error: unknown) => fail(`A worker did not shut down cleanly: ${String(error)}`),
    )
  })
  const app = await startApp(config, log, report, {
    sharedUse: openSharedUse(held),
    sumOf,
    ...(pausedAfterRestore ? { pausedAfterRestore } : {}),
    ...(settings ? { joins: { settings, shown: sandbox, publish() {} } } : {}),
  }).catch(failStart)
  stop = app.stop
  const { metrics } = app.gateway
  hear(
    async ({ kind }) =>
      kind === 'count' && tell({ kind: 'counts', counts: await metrics.counts() }),
  )
  const { firstToken, as4Url, faults } = app
  const url = urlOf(app, config)
  tell({ kind: 'ready', url, as4Url, faults, ...(firstToken ? { firstToken } : {}) })
}

function tell(message: FromWorker): void {
  process.send?.(message)
}

function hear(listen: (message: ToWorker) => void): void {
  process.on('message', listen)
}

function begun(): Promise<Begin> {
  return new Promise((resolve) => {
    hear((message) => message.kind === 'begin' && resolve(message))
    tell({ kind: 'here' })
  })
}

/** `held`: by the others, as this process begins. */
function openSharedUse(held: Record<string, number>): SharedUse {
  const byOthers = new Map(Object.entries(held))
  const listeners: Parameters<SharedUse['onSpent']>[0][] = []
  const untold = { held: new Map<string, number>(), spent: new Map<string, number>() }
  let isTelling = false

  function note(amounts: Map<string, number>, key: string, amount: number): void {
    addTo(amounts, key, amount)
    if (isTelling) return
    isTelling = true
    setTimeout(() => {
      isTelling = false
      const use = { held: takeAll(untold.held), spent: takeAll(untold.spent) }
      tell({ kind: 'used', use })
    }, tellEveryMs)
  }

  hear((message) => {
    if (message.kind !== 'used') return
    for (const [key, amount] of Object.entries(message.use.held)) addTo(byOthers, key, amount)
    for (const [key, times] of Object.entries(message.use.spent))
      for (const listen of listeners) listen(key, times)
  })
  return {
    hold: (key, amount) => note(untold.held, key, amount),
    heldByOthers: (key) => byOthers.get(key) ?? 0,
    spend: (key, times) => note(untold.spent, key, times),
    onSpent: (listen) => void listeners.push(listen),
  }
}

function takeAll(amounts: Map<string, number>): Record<string, number> {
  const all = Object.fromEntries(amounts)
  amounts.clear()
  return all
}

/** Asks the first process for the counts of all, those of this process among them. */
function openSums(): { sumOf(own: Counts): Promise<Counts[]> } {
  let asked: { all: Promise<Counts[]>; answer(all: Counts[]): void } | undefined
  hear((message) => {
    if (message.kind !== 'counted') return
    asked?.answer(message.all)
    asked = undefined
  })
  return {
    sumOf() {
      if (!asked) {
        let answer = (_: Counts[]) => {}
        const all = new Promise<Counts[]>((resolve) => {
          answer = resolve
        })
        asked = { all, answer }
        tell({ kind: 'sum' })
      }
      return asked.all
    },
  }
}
