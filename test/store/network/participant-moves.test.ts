// The last move of each participant, noted by the holder of the lease alone; each new state is a
// line in the log.
import { expect, it } from 'vitest'
import { installationLog } from '../../../src/store/index.ts'
import { testDatabase } from '../database.ts'

const { store } = await testDatabase()
const at = (minute: number) => new Date(Date.UTC(2026, 10, 29, 12, minute))
const participant = '9915:moves'

it('keeps state, answers and key, and forgets what is not said again', async () => {
  const epoch = (await store.takeRegistrarLease(60_000))!
  const note = (minute: number) => ({
    ...({ epoch, participant, direction: 'out', by: 'command' } as const),
    at: at(minute),
  })
  const sealedKey = Buffer.from('sealed')
  const known = { participant, direction: 'out' }
  expect(await store.participantMoveOf(participant)).toBeUndefined()
  expect(await store.noteParticipantMove({ ...note(0), state: 'asked' })).toBe(true)
  await store.noteParticipantMove({ ...note(1), state: 'asked', sealedKey, detail: 'x' })
  expect(await store.participantMoves()).toEqual([
    { ...known, state: 'asked', sealedKey, detail: 'x', since: at(0) },
  ])
  const named = { url: 'https://smp.example', from: at(2), to: at(3), count: 2 }
  await store.noteParticipantMove({ ...note(3), state: 'taken', named })
  expect(await store.participantMoveOf(participant)).toEqual({
    ...known,
    ...{ state: 'taken', named, since: at(3) },
  })
  expect(await store.noteParticipantMove({ ...note(4), epoch: epoch - 1, state: 'failed' })).toBe(
    false,
  )
  expect(await store.participantMoveOf(participant)).toMatchObject({ state: 'taken' })
  // The same state in the other direction is another move.
  await store.noteParticipantMove({ ...note(5), direction: 'in', state: 'taken' })
  const { items } = await store.logPage({ chain: installationLog }, { limit: 9 })
  expect(items.map(({ event, actor, subject, detail }) => [event, actor, subject, detail])).toEqual(
    [
      ['move.taken', 'command', participant, '{"direction": "in"}'],
      ['move.taken', 'command', participant, '{"smp": "https://smp.example", "direction": "out"}'],
      ['move.asked', 'command', participant, '{"direction": "out"}'],
    ],
  )
})
