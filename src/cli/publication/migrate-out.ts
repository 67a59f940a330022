// `fourcorner participant migrate-out ID`: the key with which another SMP takes a participant over,
// shown once; `--cancel` makes it worthless, and `--finish` ends the move. Exit codes: 0 it is
// done, 1 not yet, 2 nothing could be done.
import { Command, Option } from 'commander'
import { readConfig } from '../../config/config.ts'
import type { ApplyNeeds } from '../../core/network/apply-publication.ts'
import { finishMove } from '../../core/network/finish-move.ts'
import { askMoveKey, cancelMove, noteKeyShown } from '../../core/network/move-out.ts'
import type { MoveEnd } from '../../core/network/move-states.ts'
import type { SmpFacts } from '../../core/network/plan-publication.ts'
import { formatParticipant, parseParticipant } from '../../peppol/index.ts'
import { secretsKeyFor } from '../../setup/secrets-key.ts'
import { asJson, isForPeople } from '../beside-gateway.ts'
import { jsonLine } from '../foreign-text.ts'
import { withStore } from '../with-store.ts'
import { isConfirmed } from './confirm.ts'
import { reportError } from './open-registrar.ts'
import { underLease } from './under-lease.ts'

type MoveOptions = { finish?: true; cancel?: true; confirm?: string; json?: true }

export function migrateOutCommand(): Command {
  return new Command('migrate-out')
    .description(
      'Show the migration key with which another SMP takes a participant over. It is served here ' +
        'until --finish.',
    )
    .argument('<id>', 'such as 0208:0123456749')
    .addOption(new Option('--finish', 'remove it from our SMP once it was taken'))
    .addOption(new Option('--cancel', 'make the key worthless').conflicts('finish'))
    .option('--confirm <id>', 'the identifier once more, for the key')
    .addOption(asJson())
    .action(migrateOut)
}

async function migrateOut(id: string, options: MoveOptions): Promise<void> {
  const participant = formatParticipant(parseParticipant(id))
  await withStore(async (store) => {
    if (options.finish || options.cancel) {
      const move = options.finish ? finishMove : cancelMove
      process.exitCode = await underLease(store, async (needs, facts) =>
        ended(await move(needs, facts, participant)),
      )
      return
    }
    const consequence = 'Another SMP can take it with the key.'
    process.exitCode = 2
    if (!(await isConfirmed(participant, options.confirm, consequence))) return
    try {
      const secretsKey = await secretsKeyFor(readConfig(), store)
      process.exitCode = await underLease(store, (needs, facts) =>
        giveKey({ ...needs, secretsKey }, facts, { ...options, participant }),
      )
    } catch (error) {
      reportError(error)
    }
  })
}

function ended(end: MoveEnd): number {
  process.stdout.write(`${jsonLine(end)}\n`)
  if (end.outcome === 'refused') return 2
  return end.outcome === 'finished' || end.outcome === 'cancelled' ? 0 : 1
}

async function giveKey(
  needs: ApplyNeeds & { secretsKey: Buffer },
  facts: SmpFacts,
  { participant, json }: MoveOptions & { participant: string },
): Promise<number> {
  const asked = await askMoveKey(needs, facts, participant)
  if ('outcome' in asked) return ended(asked)
  const { key } = asked
  const asText = isForPeople(json ? { json } : {})
  const text = asText ? key : jsonLine({ participant, outcome: 'key-given', key })
  process.stdout.write(`${text}\n`)
  await noteKeyShown(needs, participant)
  return 0
}
