// A participant that comes from another SMP, with the key that its provider there gave. From when
// the SML has moved it until its types are here it can be reached by no one, so all that can be
// known is looked at before.
import {
  formatIdentifier,
  parseParticipant,
  planParticipant,
  type WriterFault,
} from '../../peppol/index.ts'
import type { ParticipantMove, Registration } from '../../store/index.ts'
import { type Applied, type ApplyNeeds, applyPublications } from './apply-publication.ts'
import { whyNotIdentified } from './identification.ts'
import { isAt, placesOf } from './move-places.ts'
import {
  isMovingIn,
  isMovingOut,
  lostLease,
  type MoveEnd,
  noteMoveState,
  refusedMove,
} from './move-states.ts'
import type { SmpFacts } from './plan-publication.ts'
import { servicesFor } from './received-types.ts'
import { takeOver } from './take-over.ts'

export type MoveInWish = {
  participant: string
  /** Asked for once it is needed; undefined when there is none. */
  readKey(): Promise<string | undefined>
}

/**
 * Takes the participant unless that is done, and then writes its types. May be repeated, also
 * without the key once it was taken.
 */
export async function moveIn(
  needs: ApplyNeeds,
  facts: SmpFacts,
  { participant, readKey }: MoveInWish,
): Promise<MoveEnd | Applied> {
  const { store } = needs
  const registration = await store.registrationOf(participant)
  if (!registration)
    return refusedMove(
      participant,
      'registration.not-found',
      'It is not registered here: participant create comes first.',
    )
  const move = await store.participantMoveOf(participant)
  const why =
    (await whyNotMoved(needs, participant, move)) ?? whyNotWritable(needs, facts, registration)
  if (why) return why
  const places = await placesOf(needs, parseParticipant(participant))
  if ('outcome' in places) return places
  const { dns, group } = places
  if (group && !(group.isOurs && isMovingIn(move)))
    return refusedMove(participant, 'move.group-exists', groupIsThere(group.isOurs))
  if (!group && dns === undefined)
    return refusedMove(
      participant,
      'move.not-in-dns',
      'DNS names no SMP for it: nothing is to be taken over, and participant apply publishes it.',
    )
  const isLost = isAt(facts, dns)
  if (!group && isLost && !isMovingIn(move))
    return refusedMove(
      participant,
      'move.is-here',
      'DNS names our SMP, which has no group: participant apply repairs that.',
    )
  if (!group && !isLost) {
    const failed = await take(needs, facts, { participant, readKey })
    if (failed) return failed
  }
  if (!(await note(needs, participant, 'taken'))) return lostLease(participant)
  await takeOver(needs, participant, needs.actor)
  return write(needs, facts, participant)
}

async function whyNotMoved(
  needs: ApplyNeeds,
  participant: string,
  move: ParticipantMove | undefined,
): Promise<MoveEnd | undefined> {
  if (isMovingOut(move))
    return refusedMove(
      participant,
      'publication.moving',
      'It is moving to another SMP: finish or cancel that with participant migrate-out.',
    )
  const group = (await needs.store.publications(participant)).find((one) => one.documentType === '')
  if (group?.state === 'withdrawing')
    return refusedMove(participant, 'publication.withdrawn', 'It is being withdrawn from the SMP.')
  // What was begun goes on: the participant may be in no SMP.
  const unknown = isMovingIn(move) ? undefined : await whyNotIdentified(needs, participant)
  return unknown && refusedMove(participant, unknown.code, unknown.detail)
}

/** Whether our SMP could be given all types of it, once it has an empty group. */
function whyNotWritable(
  { endpoint, network, smpUrl, now }: ApplyNeeds,
  { hosts }: SmpFacts,
  registration: Registration,
): MoveEnd | undefined {
  const { participant } = registration
  const services = servicesFor(registration.documentTypes)
  const known = services.map(({ documentType }) => formatIdentifier(documentType))
  const withoutProcess = registration.documentTypes.filter((type) => !known.includes(type))
  const { refusals, steps } = planParticipant(
    { participant: parseParticipant(participant), services, endpoint },
    { dns: smpUrl, group: { isOurs: true, documentTypes: [], types: [] } },
    {
      ...{ smpHosts: hosts, replace: false, now: now() },
      plainHttpAllowed: network.plainHttpAllowed,
    },
  )
  const [refusal] = refusals
  if (refusal) return refusedMove(participant, refusal.code, refusal.detail)
  if (withoutProcess.length === 0 && steps.length > 0) return undefined
  return refusedMove(
    participant,
    'type.without-process',
    `The code list has no process for ${withoutProcess.join(', ') || 'any type'}, so it would ` +
      'not be found once it is here.',
  )
}

function groupIsThere(isOurs: boolean): string {
  return isOurs
    ? 'Our SMP has its group already. If that is left over from a move to the other SMP, end ' +
        'that with participant migrate-out --finish, or remove it in the SMP without the SML.'
    : 'Our SMP has its group, and it belongs to another user of the SMP.'
}

/** Undefined when the SMP has it then, or DNS says that the SML has moved it. */
async function take(
  needs: ApplyNeeds,
  facts: SmpFacts,
  { participant, readKey }: MoveInWish,
): Promise<MoveEnd | undefined> {
  const key = await readKey()
  if (key === undefined)
    return refusedMove(
      participant,
      'move.key-missing',
      'The provider whose SMP DNS names has to give a migration key: --key-file names its file.',
    )
  const { store, lease } = needs
  // What was withdrawn a moment ago is not to be removed in a day.
  if (!(await store.forgetPublication({ epoch: lease.epoch, participant })))
    return lostLease(participant)
  if (!(await note(needs, participant, 'asked'))) return lostLease(participant)
  const fault = await needs.writer.takeMigration(parseParticipant(participant), key)
  if (!fault) return undefined
  const places = await placesOf(needs, parseParticipant(participant))
  const isMoved = !('outcome' in places) && (places.group?.isOurs || isAt(facts, places.dns))
  return isMoved ? undefined : takeFailed(needs, participant, fault)
}

async function takeFailed(
  needs: ApplyNeeds,
  participant: string,
  { code, detail: why }: WriterFault,
): Promise<MoveEnd> {
  const hint =
    'It is not here, as far as DNS and our SMP know. A key that is wrong, was used, or is of ' +
    'another participant looks like this, and so does an SML that fails.'
  const detail = code === 'smp.outcome-unknown' ? `${hint} ${why}` : why
  await note(needs, participant, 'failed', detail)
  return { participant, outcome: 'failed', code, detail }
}

/** Also notes the end, once DNS names our SMP. */
async function write(
  needs: ApplyNeeds,
  facts: SmpFacts,
  participant: string,
): Promise<Applied | MoveEnd> {
  const wish = { participants: [participant], replace: [], all: true }
  for await (const one of applyPublications(needs, facts, wish)) if (!('stopped' in one)) return one
  return lostLease(participant)
}

function note(
  needs: ApplyNeeds,
  participant: string,
  state: ParticipantMove['state'],
  detail?: string,
): Promise<boolean> {
  const move = { participant, direction: 'in', state } as const
  return noteMoveState(needs, detail === undefined ? move : { ...move, detail })
}
