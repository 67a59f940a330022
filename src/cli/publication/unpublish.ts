// `fourcorner participant remove ID --unpublish`: takes the participant out of the SMP first.
import { createInterface } from 'node:readline/promises'
import { readConfig } from '../../config/config.ts'
import { commandActor } from '../../core/access/actor.ts'
import { whyNotWritten } from '../../core/network/apply-publication.ts'
import { leaseTimes, takeLease } from '../../core/network/registrar-lease.ts'
import { withdrawPublication } from '../../core/network/withdraw-publication.ts'
import type { Store } from '../../store/index.ts'
import { jsonLine } from '../foreign-text.ts'
import { report, reportError, withRegistrar } from './open-registrar.ts'

/**
 * `confirm`: the identifier typed once more; it is asked for on a terminal. Exit codes: 0 it is
 * withdrawn, 1 it is not yet, 2 nothing could be done.
 */
export async function unpublish(
  store: Store,
  participant: string,
  confirm: string | undefined,
): Promise<number> {
  if ((confirm ?? (await askedFor(participant))) !== participant) {
    report(`Nothing was done: type the identifier once more, as --confirm ${participant}.`)
    return 2
  }
  try {
    return await withdraw(store, participant)
  } catch (error) {
    // 1 would say that it is begun.
    reportError(error)
    return 2
  }
}

async function withdraw(store: Store, participant: string): Promise<number> {
  let exitCode = 2
  await withRegistrar(readConfig(), store, async ({ needs, facts, writerUnder }) => {
    const hindrances = await whyNotWritten({ ...needs, store }, facts)
    for (const hindrance of hindrances) report(hindrance)
    if (hindrances.length > 0) return
    const lease = await takeLease(store, leaseTimes)
    if (!lease) return report('Another process writes into the SMP: try again when it is done.')
    try {
      const writer = writerUnder(lease)
      const applying = { ...needs, store, writer, lease, actor: commandActor }
      const withdrawn = await withdrawPublication(applying, facts, participant)
      process.stdout.write(`${jsonLine(withdrawn)}\n`)
      exitCode = withdrawn.outcome === 'withdrawn' ? 0 : 1
    } finally {
      await lease.end()
    }
  })
  return exitCode
}

async function askedFor(participant: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const others = 'Others will no longer find it. Type the identifier once more'
  const typed = await terminal.question(`${others} (${participant}): `)
  terminal.close()
  return typed.trim()
}
