// `fourcorner participant plan [ID…]`: what differs between the registrations here and what their
// SMP and DNS say. It only reads. Exit codes: 0 no difference, 1 a difference, 2 something could
// not be read.
import { Command } from 'commander'
import { readConfig } from '../../config/config.ts'
import { commandActor } from '../../core/access/actor.ts'
import { toPlanEntry } from '../../core/network/plan-entry.ts'
import { type ParticipantPlan, planPublications } from '../../core/network/plan-publication.ts'
import { adoptAgreeing } from '../../core/network/take-over.ts'
import { asJson, isForPeople } from '../beside-gateway.ts'
import { jsonLine } from '../foreign-text.ts'
import { withStore } from '../with-store.ts'
import { describePlan } from './describe-plan.ts'
import { report, reportError, withRegistrar } from './open-registrar.ts'

type PlanOptions = { replace?: string[]; republish?: string[]; prune?: boolean; json?: true }

export function planCommand(): Command {
  return new Command('plan')
    .description(
      'Compare what is registered here with what the SMP of SMP_URL and DNS say, and print what ' +
        'would have to be done. Writes nothing into the SMP.',
    )
    .argument('[ids...]', 'participants; all by default')
    .option('--replace <ids...>', 'participants that may take the place of another access point')
    .option('--republish <ids...>', 'participants whose withdrawal is given up')
    .option('--prune', 'also remove types that were written from here and are not registered')
    .addOption(asJson())
    .action(plan)
}

async function plan(
  participants: string[],
  { replace = [], republish = [], prune = false, json }: PlanOptions,
): Promise<void> {
  const asText = isForPeople(json ? { json } : {})
  let exitCode = 0
  try {
    await withStore((store) =>
      withRegistrar(readConfig(), store, async ({ needs, facts }) => {
        for (const warning of facts.warnings) report(warning)
        const wish = { participants, replace, republish, prune }
        for await (const one of planPublications(needs, facts, wish)) {
          process.stdout.write(`${asText ? describePlan(one) : jsonLine(toPlanEntry(one))}\n`)
          await adoptAgreeing({ ...needs, store }, one, commandActor)
          exitCode = Math.max(exitCode, exitCodeOf(one))
        }
      }),
    )
  } catch (error) {
    // 1 would say that there is a difference.
    reportError(error)
    exitCode = 2
  }
  process.exitCode = exitCode
}

/** 0 no difference, 1 a difference, 2 something could not be read. */
export function exitCodeOf({ steps, refusals, failure }: ParticipantPlan): 0 | 1 | 2 {
  if (failure) return 2
  return steps.length > 0 || refusals.length > 0 ? 1 : 0
}
