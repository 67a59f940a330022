// Takes a participant out of our SMP, and reads back that it is gone. It is served here for another
// day, since others may have looked it up before.
import {
  type Actual,
  formatIdentifier,
  type Identifier,
  NetworkError,
  parseParticipant,
  planWithdrawal,
  type WithdrawalStep,
  type WriterFault,
} from '../../peppol/index.ts'
import type { Publication } from '../../store/index.ts'
import { type ApplyNeeds, leaseLost } from './apply-publication.ts'
import { isUnderWay } from './move-states.ts'
import { readPlaces, readTypes, type SmpFacts } from './plan-publication.ts'

export type Withdrawn = {
  participant: string
  outcome: 'withdrawn' | 'waiting-for-dns' | 'refused' | 'failed'
  code?: string
  detail?: string
}

/** A lost answer leaves one round more, and one reads back. */
const roundsMax = 4

/** Nothing that may have been done is repeated: DNS and the SMP are read, and decide. */
export async function withdrawPublication(
  needs: ApplyNeeds,
  facts: SmpFacts,
  participant: string,
): Promise<Withdrawn> {
  if (isUnderWay(await needs.store.participantMoveOf(participant)))
    return { participant, outcome: 'refused', ...moving }
  const faults = new Map<string, WriterFault>()
  for (let round = 0; round < roundsMax; round++) {
    const actual = await readAll(needs, parseParticipant(participant))
    if (actual instanceof NetworkError)
      return { participant, outcome: 'failed', code: actual.code, detail: actual.message }
    if (actual.dns === undefined && (await isInTheMaking(needs, participant)))
      return { participant, outcome: 'waiting-for-dns', ...tooFresh }
    const plan = planWithdrawal(needs.endpoint, actual, {
      smpHosts: facts.hosts,
      isFollowing: round > 0 || (await isGoneLately(needs, participant)),
    })
    const [fault] = plan.steps.flatMap((step) => faults.get(keyOf(step)) ?? [])
    if (fault) return { participant, outcome: 'failed', code: fault.code, detail: fault.detail }
    if (plan.steps.length === 0) return conclude(needs, participant, plan)
    for (const step of plan.steps) {
      if (!(await note(needs, participant, 'withdrawing')))
        return { participant, outcome: 'failed', ...leaseLost }
      const failed = await take(needs, parseParticipant(participant), step)
      if (!failed) continue
      faults.set(keyOf(step), failed)
      break
    }
  }
  const detail = 'It was withdrawn several times, and each time something else was left.'
  return { participant, outcome: 'failed', code: 'publication.differs', detail }
}

const moving = {
  code: 'publication.moving',
  detail:
    'It is moving to another SMP, or from there. Finish that first, or cancel it with ' +
    'participant migrate-out --cancel.',
}

/** How long the SML may need until DNS has a new entry. */
const listedMs = 3_600_000

const tooFresh = {
  code: 'publication.too-fresh',
  detail:
    'It was written less than an hour ago, and DNS does not name the SMP yet. Withdrawn now, it ' +
    'would stay in the SML: repeat this when DNS does, or after that hour.',
}

function isInTheMaking(needs: ApplyNeeds, participant: string): Promise<boolean> {
  return isLately(needs, participant, ['creating', 'waiting-for-dns'])
}

function isGoneLately(needs: ApplyNeeds, participant: string): Promise<boolean> {
  return isLately(needs, participant, ['withdrawing', 'withdrawn'])
}

/** Whether the group got one of these states less than an hour ago. */
async function isLately(
  { store, now }: ApplyNeeds,
  participant: string,
  states: readonly Publication['state'][],
): Promise<boolean> {
  const group = (await store.publications(participant)).find((one) => one.documentType === '')
  if (!group || !states.includes(group.state)) return false
  return now().getTime() - group.since.getTime() < listedMs
}

function keyOf(step: WithdrawalStep): string {
  return step.step === 'delete-type'
    ? formatIdentifier(step.documentType)
    : `${step.step} ${step.inSml}`
}

async function readAll(needs: ApplyNeeds, participant: Identifier): Promise<Actual | NetworkError> {
  try {
    const { group, ...named } = await readPlaces(needs, await needs.smp.own(), participant)
    if (!group) return named
    const types = group.isOurs ? await readTypes(needs, participant, group.documentTypes) : []
    return { ...named, group: { ...group, types } }
  } catch (error) {
    if (error instanceof NetworkError) return error
    throw error
  }
}

function take(
  { writer }: ApplyNeeds,
  participant: Identifier,
  step: WithdrawalStep,
): Promise<WriterFault | undefined> {
  switch (step.step) {
    case 'create-group':
      return writer.createGroup(participant, step)
    case 'delete-group':
      return writer.deleteGroup(participant, step)
    case 'delete-type':
      return writer.deleteType(participant, step.documentType)
  }
}

async function conclude(
  needs: ApplyNeeds,
  participant: string,
  { refusals: [refusal], isWaiting }: ReturnType<typeof planWithdrawal>,
): Promise<Withdrawn> {
  if (refusal)
    return { participant, outcome: 'refused', code: refusal.code, detail: refusal.detail }
  if (isWaiting) return { participant, outcome: 'waiting-for-dns' }
  return (await note(needs, participant, 'withdrawn'))
    ? { participant, outcome: 'withdrawn' }
    : { participant, outcome: 'failed', ...leaseLost }
}

function note(
  { store, lease, now, actor }: ApplyNeeds,
  participant: string,
  state: 'withdrawing' | 'withdrawn',
): Promise<boolean> {
  return store.notePublication({ epoch: lease.epoch, participant, state, at: now(), by: actor })
}
