// `fourcorner participant apply [ID…]`: shows the plan, asks, and does in the SMP what it says.
// Exit codes: 0 every entry was read back as wanted, 1 not yet or not all, 2 nothing could be done.
import { createInterface } from 'node:readline/promises'
import { Command } from 'commander'
import { readConfig } from '../../config/config.ts'
import { commandActor } from '../../core/access/actor.ts'
import {
  type Applied,
  applyPublications,
  notApplied,
  whyNotWritten,
} from '../../core/network/apply-publication.ts'
import type { OpenRegistrar } from '../../core/network/open-registrar.ts'
import { planPublications } from '../../core/network/plan-publication.ts'
import { leaseTimes, takeLease } from '../../core/network/registrar-lease.ts'
import type { Store } from '../../store/index.ts'
import { asJson, isForPeople } from '../beside-gateway.ts'
import { foreignText, jsonLine } from '../foreign-text.ts'
import { withStore } from '../with-store.ts'
import { describePlan } from './describe-plan.ts'
import { report, reportError, withRegistrar } from './open-registrar.ts'
import { exitCodeOf } from './plan.ts'

type ApplyOptions = {
  yes?: true
  all?: boolean
  replace?: string[]
  republish?: string[]
  prune?: boolean
  json?: true
}

export function applyCommand(): Command {
  return new Command('apply')
    .description(
      'Write into the SMP of SMP_URL what participant plan says, and read it back. Removes no ' +
        'participant.',
    )
    .argument('[ids...]', 'participants; all that are registered by default')
    .option('--yes', 'write without asking')
    .option('--all', 'change more than 50 participants')
    .option('--replace <ids...>', 'participants that may take the place of another access point')
    .option('--republish <ids...>', 'participants whose withdrawal is given up')
    .option('--prune', 'also remove types that were written from here and are not registered')
    .addOption(asJson())
    .action(apply)
}

async function apply(participants: string[], options: ApplyOptions): Promise<void> {
  let exitCode = 2
  try {
    await withStore((store) =>
      withRegistrar(readConfig(), store, async (registrar) => {
        exitCode = await applyWith(registrar, store, { ...options, participants })
      }),
    )
  } catch (error) {
    reportError(error)
    exitCode = 2
  }
  process.exitCode = exitCode
}

async function applyWith(
  { needs, facts, writerUnder }: OpenRegistrar,
  store: Store,
  { participants, replace = [], republish = [], prune = false, all = false, ...options }: Order,
): Promise<number> {
  const hindrances = await whyNotWritten({ ...needs, store }, facts)
  for (const hindrance of hindrances) report(hindrance)
  if (hindrances.length > 0) return 2
  const asText = isForPeople(options)
  const shown = { asText, isAsking: !options.yes }
  const planned = await showPlans(needs, facts, { participants, replace, republish, prune }, shown)
  if (planned.differing.length > 0 && !options.yes && !(await isAgreed())) return 1
  const lease = await takeLease(store, leaseTimes)
  if (!lease) {
    report('Another process writes into the SMP: try again when it is done.')
    return 1
  }
  try {
    let exitCode = planned.exitCode
    const wish = { participants: planned.known, replace, republish, prune, all }
    const writer = writerUnder(lease)
    const applying = { ...needs, store, writer, lease, actor: commandActor }
    for await (const one of applyPublications(applying, facts, wish)) {
      if ('stopped' in one) report(one.stopped)
      else process.stdout.write(`${asText ? describeApplied(one) : jsonLine(one)}\n`)
      if ('stopped' in one || one.outcome !== 'published') exitCode = Math.max(exitCode, 1)
    }
    return exitCode
  } finally {
    await lease.end()
  }
}

type Order = ApplyOptions & { participants: string[] }

/** `known`: the registered ones, whose plans could be made. */
async function showPlans(
  needs: OpenRegistrar['needs'],
  facts: OpenRegistrar['facts'],
  wish: Parameters<typeof planPublications>[2],
  { asText, isAsking }: { asText: boolean; isAsking: boolean },
) {
  const known: string[] = []
  const differing: string[] = []
  let exitCode = 0
  for await (const plan of planPublications(needs, facts, wish)) {
    const isLeft = plan.notes.some(({ code }) => notApplied.includes(code))
    if (plan.failure) exitCode = 2
    else if (!isLeft) known.push(plan.participant)
    if (exitCodeOf(plan) === 1) differing.push(plan.participant)
    // Without a question, what came of it is all that is shown.
    if (plan.failure || (asText && isAsking)) report(...describePlan(plan).split('\n'))
  }
  return { known, differing, exitCode }
}

async function isAgreed(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    report('Nothing was written: say --yes, since there is no terminal to ask on.')
    return false
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question('Write this into the SMP? [y/N] ')
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

function describeApplied({ participant, outcome, written, code, detail }: Applied): string {
  const count = written.filter((type) => type !== 'group').length
  const types = count === 0 ? '' : `; ${count} ${count === 1 ? 'type' : 'types'} written`
  const why = code === undefined ? [] : [`  ${code}`, `    ${detail}`]
  return [`${participant}  ${outcome}${types}`, ...why].map(foreignText).join('\n')
}
