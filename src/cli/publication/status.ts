// `fourcorner participant status`: what was written into the SMP from here, since when something is
// waited for, and what moves. It asks the database alone.
import { Command } from 'commander'
import { formatParticipant, parseParticipant } from '../../peppol/index.ts'
import type { ParticipantMove, Publication } from '../../store/index.ts'
import { asJson } from '../beside-gateway.ts'
import { type Columns, printList } from '../table.ts'
import { withStore } from '../with-store.ts'

export function statusCommand(): Command {
  return new Command('status')
    .description('Show what was written into the SMP, and what is waited for.')
    .argument('[id]', 'a participant; all by default')
    .addOption(asJson())
    .action(status)
}

async function status(id: string | undefined, { json }: { json?: true }): Promise<void> {
  await withStore(async (store) => {
    const participant = id === undefined ? id : formatParticipant(parseParticipant(id))
    const moves = await store.participantMoves(participant)
    const rows = byParticipant(await store.publications(participant), moves)
    const none = 'Nothing was written from here.'
    await printList(rows, { columns, none, ...(json ? { json } : {}) })
  })
}

type Status = {
  participant: string
  /** That of the group; absent while it was not written from here. */
  state?: string
  /** When it got there. */
  since?: Date
  /** How many types are in each state. */
  types: Record<string, number>
  detail?: string
  /** The last one from another SMP or to it. */
  move?: Omit<ParticipantMove, 'participant' | 'sealedKey'>
}

/** `publications` has the rows of each together. */
function byParticipant(
  publications: readonly Publication[],
  moves: readonly ParticipantMove[],
): Status[] {
  const found = new Map<string, Status>()
  for (const { participant, documentType, state, since, detail } of publications) {
    const one = found.get(participant) ?? { participant, types: {} }
    found.set(participant, one)
    if (documentType === '') Object.assign(one, { state, since, ...(detail ? { detail } : {}) })
    else one.types[state] = (one.types[state] ?? 0) + 1
  }
  for (const { participant, sealedKey: _, ...move } of moves) {
    const one = found.get(participant) ?? { participant, types: {} }
    found.set(participant, { ...one, move })
  }
  return [...found.values()]
}

const columns: Columns<Status> = {
  participant: ({ participant }) => participant,
  group: ({ state }) => state,
  since: ({ since }) => since?.toISOString(),
  types: ({ types }) =>
    Object.entries(types)
      .map(([state, count]) => `${count} ${state}`)
      .join(', '),
  move: ({ move }) => move && `${move.direction}, ${move.state} since ${move.since.toISOString()}`,
  'last fault': ({ detail, move }) => detail ?? move?.detail,
}
