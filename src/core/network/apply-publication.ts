// Does in the SMP what the plan of a participant says, and reads back what came of it. Nothing that
// may have been done is repeated: what is there is read again, and the plan decides.
import {
  formatIdentifier,
  type Identifier,
  NetworkError,
  parseParticipant,
  type SmpWriter,
  type Step,
  servicesDigest,
  type WriterFault,
} from '../../peppol/index.ts'
import type { Publication, Store } from '../../store/index.ts'
import { isMovingIn, isUnderWay, noteMoveState } from './move-states.ts'
import {
  type ParticipantPlan,
  type PlanWish,
  type PublicationNeeds,
  planPublication,
  type SmpFacts,
  smpInDns,
} from './plan-publication.ts'
import type { RegistrarLease } from './registrar-lease.ts'
import { takeOver } from './take-over.ts'

export type ApplyNeeds = PublicationNeeds & {
  store: Pick<
    Store,
    | 'notePublication'
    | 'forgetPublication'
    | 'pauses'
    | 'setPublishedBy'
    | 'participantMoves'
    | 'noteParticipantMove'
  >
  writer: SmpWriter
  lease: RegistrarLease
  actor: string
}

export type Applied = {
  participant: string
  /** `pending`: it is written, and not read back so yet. */
  outcome: 'published' | 'waiting-for-dns' | 'pending' | 'refused' | 'failed'
  /** Document types that were written, in full, and `group`. */
  written: string[]
  code?: string
  detail?: string
  /** No other participant is to be written after it. */
  stops?: true
}

/** A whole run ended before all participants were looked at. */
export type Stopped = { stopped: string }

export type ApplyWish = Omit<PlanWish, 'participants'> & {
  /** In their short forms. */
  participants: readonly string[]
  /** More than `changesMax` of them may change. */
  all: boolean
}

const changesMax = 50
const failuresMax = 3
/** An SMP may serve an old copy for a while. */
const readBackMs = 15 * 60_000

/**
 * Why nothing may be written at all, a sentence each. `facts` as examineSmp has them; reads DNS for
 * some of the participants that are ours already.
 */
export async function whyNotWritten(
  needs: Pick<PublicationNeeds, 'network' | 'resolveNaptr' | 'smpUrl'> & {
    store: Pick<Store, 'pauses' | 'participantMoves'>
  },
  { warnings, own, hosts }: SmpFacts,
): Promise<string[]> {
  const isPaused = (await needs.store.pauses()).some(({ restored }) => restored)
  const paused =
    'The gateway was started with --paused-after-restore: what is registered here may be old. ' +
    'Compare with participant plan, and resume the queue.'
  // DNS names another SMP for these, or will soon.
  const moving = new Set(
    (await needs.store.participantMoves()).filter(isUnderWay).map(participantOf),
  )
  const named = await Promise.all(
    [...own]
      .filter((one) => !moving.has(one))
      .slice(0, sampled)
      .map((one) => smpInDns(needs, parseParticipant(one))),
  )
  const elsewhere = named.find((url) => url !== undefined && !hosts.includes(new URL(url).host))
  const isHere = named.some((url) => url !== undefined && hosts.includes(new URL(url).host))
  return [
    ...(isPaused ? [paused] : []),
    ...warnings,
    ...(elsewhere !== undefined && !isHere
      ? [`DNS names ${elsewhere} for participants of SMP_USER, and ${needs.smpUrl} for none.`]
      : []),
  ]
}

const sampled = 20

const participantOf = ({ participant }: { participant: string }) => participant

/**
 * The first are those whose group was created or taken over, and perhaps has no types yet: none
 * reaches them.
 */
export async function* applyPublications(
  needs: ApplyNeeds,
  facts: SmpFacts,
  wish: ApplyWish,
): AsyncGenerator<Applied | Stopped> {
  let changed = 0
  let failures = 0
  for (const participant of await inOrder(needs, wish.participants)) {
    const mayChange = wish.all || changed < changesMax
    const applied = await applyOne(needs, facts, { ...wish, participant, mayChange })
    if (isPublished(applied)) await takeOver(needs, participant, needs.actor)
    yield applied
    if (applied.written.length > 0) changed += 1
    failures = applied.outcome === 'failed' ? failures + 1 : 0
    if (applied.stops) return yield { stopped: applied.detail ?? 'The run ends here.' }
    if (failures === failuresMax)
      return yield { stopped: `${failuresMax} participants failed one after the other.` }
  }
}

function isPublished({ outcome, written }: Applied): boolean {
  return written.length > 0 || outcome === 'published' || outcome === 'waiting-for-dns'
}

async function inOrder({ store }: ApplyNeeds, participants: readonly string[]): Promise<string[]> {
  const notes = await store.publications()
  const isBegun = new Set([
    ...notes.filter(({ state }) => state === 'creating').map(participantOf),
    ...(await store.participantMoves()).filter(isMovingIn).map(participantOf),
  ])
  const first = participants.filter((one) => isBegun.has(one))
  return [...first, ...participants.filter((one) => !isBegun.has(one))]
}

type Order = Omit<ApplyWish, 'participants' | 'all'> & { participant: string; mayChange: boolean }

/** Notes of a plan that has nothing to apply, whatever the SMP has. */
export const notApplied = ['not-registered-here', 'withdrawn', 'published-elsewhere']

/** A lost answer of a group and of a type leave one round each, and one reads back. */
const roundsMax = 4

async function applyOne(needs: ApplyNeeds, facts: SmpFacts, order: Order): Promise<Applied> {
  const { participant } = order
  const written: string[] = []
  const faults = new Map<string, WriterFault>()
  for (let round = 0; round < roundsMax; round++) {
    const plan = await planAgain(needs, facts, order)
    if (plan.failure) return { participant, written, outcome: 'failed', ...plan.failure }
    const why = plan.notes.find(({ code }) => notApplied.includes(code))
    if (why) return { participant, written, outcome: 'refused', ...why }
    const steps = await stepsToTake(needs, plan)
    if (!Array.isArray(steps)) return { participant, written, ...steps }
    const isStuck = steps.some((step) => step.step === 'create-group' && faults.has(keyOf(step)))
    const next = isStuck ? [] : steps.filter((step) => !faults.has(keyOf(step)))
    if (next.length === 0) {
      const conclusion = await conclude(needs, plan, { written, faults })
      if (conclusion.outcome === 'published') await endMoveIn(needs, participant)
      return { participant, written, ...conclusion }
    }
    if (!order.mayChange) return { participant, written, ...tooMany }
    const stop = await takeSteps(needs, { participant, steps: next, written, faults })
    if (stop) return { participant, written, outcome: 'failed', stops: true, ...stop }
  }
  const detail = 'It was written several times, and each time something else differed.'
  return { participant, written, outcome: 'failed', code: 'publication.differs', detail }
}

async function endMoveIn(needs: ApplyNeeds, participant: string): Promise<void> {
  const move = await needs.store.participantMoveOf(participant)
  if (isMovingIn(move))
    await noteMoveState(needs, { participant, direction: 'in', state: 'finished' })
}

const tooMany = {
  outcome: 'pending',
  code: 'publication.limit',
  detail: `A run changes ${changesMax} participants: begin another, or say --all.`,
  stops: true,
} as const

// Whose the participants are changes with each group that is created.
async function planAgain(
  needs: ApplyNeeds,
  facts: SmpFacts,
  order: Order,
): Promise<ParticipantPlan> {
  try {
    return await planPublication(needs, { ...facts, own: await needs.smp.own() }, order)
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    const failure = { code: error.code, detail: error.message }
    const { participant } = order
    return { participant, steps: [], refusals: [], unknown: [], notes: [], failure }
  }
}

type Write = Exclude<Step, { step: 'wait-for-dns' }>

function keyOf(step: Step): string {
  switch (step.step) {
    case 'wait-for-dns':
      return step.step
    case 'create-group':
      return `${step.step} ${step.inSml}`
    default:
      return `${step.step} ${formatIdentifier(step.documentType)}`
  }
}

/**
 * Without what was written a moment ago and may not be served yet. What was written long ago and
 * still reads back otherwise stops the run: the SMP, or another client of it, changes it.
 */
async function stepsToTake(
  { store, now, lease, actor }: ApplyNeeds,
  { participant, steps }: ParticipantPlan,
): Promise<Write[] | Omit<Applied, 'participant' | 'written'>> {
  const notes = new Map(
    (await store.publications(participant)).map((note) => [note.documentType, note]),
  )
  const writes: Write[] = []
  for (const step of steps) {
    if (step.step === 'wait-for-dns') continue
    const note = step.step === 'put-type' ? noteOfSame(notes, step) : undefined
    if (!note) writes.push(step)
    else if (now().getTime() - note.since.getTime() > readBackMs) {
      const { documentType } = note
      const detail = `It was written as wanted 15 minutes ago and more, and still differs.`
      const by = { at: now(), by: actor }
      const state = 'differs'
      await store.notePublication({
        epoch: lease.epoch,
        participant,
        documentType,
        state,
        detail,
        ...by,
      })
      return { outcome: 'failed', code: 'publication.differs', detail, stops: true }
    }
  }
  return writes
}

function noteOfSame(
  notes: ReadonlyMap<string, Publication>,
  step: Extract<Step, { step: 'put-type' }>,
): Publication | undefined {
  const note = notes.get(formatIdentifier(step.documentType))
  return note?.state === 'written' && note.sha256 === servicesDigest(step) ? note : undefined
}

type Taking = {
  participant: string
  steps: Write[]
  /** What is written is added. */
  written: string[]
  /** What failed is added, by its step: it is not repeated in this run. */
  faults: Map<string, WriterFault>
}

/** Resolves with the reason when the whole run has to stop. */
async function takeSteps(
  needs: ApplyNeeds,
  { participant, steps, written, faults }: Taking,
): Promise<Pick<WriterFault, 'code' | 'detail'> | typeof leaseLost | undefined> {
  for (const step of steps) {
    const before = await noteBefore(needs, participant, step)
    if (before === 'lease-lost') return leaseLost
    const fault = await write(needs.writer, parseParticipant(participant), step)
    if (!fault) {
      written.push(step.step === 'create-group' ? 'group' : formatIdentifier(step.documentType))
      if (!(await noteAfter(needs, participant, step))) return leaseLost
      continue
    }
    faults.set(keyOf(step), fault)
    if (!isPerhapsDone(step, fault))
      await noteNotDone(needs, { participant, step, ...(before ? { before } : {}) })
    if (fault.next === 'stop') return { code: fault.code, detail: fault.detail }
    // Another type may fare better where this one was looked at.
    if (step.step === 'create-group' || fault.next === 'wait') return undefined
  }
  return undefined
}

export const leaseLost = {
  code: 'publication.lease-lost',
  detail: 'Another process writes into the SMP now.',
} as const

function write(
  writer: SmpWriter,
  participant: Identifier,
  step: Write,
): Promise<WriterFault | undefined> {
  switch (step.step) {
    case 'create-group':
      return writer.createGroup(participant, step)
    case 'put-type':
      return writer.putType(participant, step)
    case 'delete-type':
      return writer.deleteType(participant, step.documentType)
  }
}

/**
 * Resolves with the note as it was. After a restart a group that was begun is the first to get its
 * types; and what was written of a type is known, though the answer may be lost.
 */
async function noteBefore(
  needs: ApplyNeeds,
  participant: string,
  step: Write,
): Promise<Publication | undefined | 'lease-lost'> {
  const notes = await needs.store.publications(participant)
  const before = notes.find(({ documentType }) => documentType === typeOf(step))
  const isHeld =
    step.step === 'create-group'
      ? await noteGroup(needs, participant, { state: 'creating' })
      : step.step === 'put-type'
        ? await noteType(needs, participant, step, 'writing')
        : true
  return isHeld ? before : 'lease-lost'
}

/** Empty for a group. */
function typeOf(step: Write): string {
  return step.step === 'create-group' ? '' : formatIdentifier(step.documentType)
}

/** What the SMP refused was not written, and the note is as it was. */
async function noteNotDone(
  needs: ApplyNeeds,
  { participant, step, before }: { participant: string; step: Write; before?: Publication },
): Promise<void> {
  const { store, lease, now, actor } = needs
  const about = { epoch: lease.epoch, participant, documentType: typeOf(step) }
  if (!before) return void (await store.forgetPublication(about))
  const { state, sha256, detail } = before
  await store.notePublication({
    ...{ ...about, state, at: now(), by: actor },
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(detail === undefined ? {} : { detail }),
  })
}

/** Only a request for a type may have been done by an SMP that was not reached. */
function isPerhapsDone({ step }: Pick<Step, 'step'>, { code }: WriterFault): boolean {
  return code === 'smp.outcome-unknown' || (code === 'smp.unavailable' && step !== 'create-group')
}

async function noteAfter(needs: ApplyNeeds, participant: string, step: Write): Promise<boolean> {
  if (step.step === 'create-group') return true
  const { lease, store } = needs
  const { epoch } = lease
  const documentType = formatIdentifier(step.documentType)
  if (step.step === 'delete-type')
    return store.forgetPublication({ epoch, participant, documentType })
  return noteType(needs, participant, step, 'written')
}

function noteType(
  { store, lease, now, actor }: ApplyNeeds,
  participant: string,
  step: Extract<Step, { step: 'put-type' }>,
  state: 'writing' | 'written',
): Promise<boolean> {
  const documentType = formatIdentifier(step.documentType)
  const note = { epoch: lease.epoch, participant, documentType, at: now(), by: actor }
  return store.notePublication({ ...note, state, sha256: servicesDigest(step) })
}

type GroupNote = {
  state: 'creating' | 'waiting-for-dns' | 'published' | 'withdrawing' | 'withdrawn'
  detail?: string
}

function noteGroup(
  { store, lease, now, actor }: ApplyNeeds,
  participant: string,
  { state, detail }: GroupNote,
): Promise<boolean> {
  return store.notePublication({
    ...{ epoch: lease.epoch, participant, at: now(), by: actor, state },
    ...(detail === undefined ? {} : { detail }),
  })
}

/** What the last plan says of all that was written, which is noted. */
async function conclude(
  needs: ApplyNeeds,
  plan: ParticipantPlan,
  { written, faults }: { written: readonly string[]; faults: ReadonlyMap<string, WriterFault> },
): Promise<Pick<Applied, 'outcome' | 'code' | 'detail'>> {
  const { participant, steps, refusals } = plan
  const left = new Set(steps.map(keyOf))
  const [fault] = [...faults].filter(([key]) => left.has(key)).map(([, one]) => one)
  const notes = await needs.store.publications(participant)
  await noteReadBack(needs, plan, notes)
  const isWaiting = steps.some(({ step }) => step === 'wait-for-dns')
  const isCreated = !steps.some(({ step }) => step === 'create-group')
  const isHere = plan.refusals.every(({ documentType }) => documentType !== undefined)
  const state = !isCreated ? 'creating' : isWaiting ? 'waiting-for-dns' : 'published'
  const group = notes.find(({ documentType }) => documentType === '')
  const isNoted = group?.state === state && group.detail === fault?.detail
  // What the sandbox publishes by itself is not adopted: it is withdrawn by itself, too.
  const isAdopted = group || written.length > 0 || needs.network.name !== 'sandbox'
  if (isHere && !isNoted && (isCreated ? isAdopted : fault?.code === 'smp.outcome-unknown'))
    await noteGroup(needs, participant, { state, ...(fault ? { detail: fault.detail } : {}) })
  if (fault) return { outcome: 'failed', code: fault.code, detail: fault.detail }
  const [refusal] = refusals
  if (refusal) return { outcome: 'refused', code: refusal.code, detail: refusal.detail }
  if (steps.length > (isWaiting ? 1 : 0))
    return {
      ...{ outcome: 'pending', code: 'publication.not-read-back' },
      detail: 'It is written, and the SMP still serves what it had before.',
    }
  return { outcome: isWaiting ? 'waiting-for-dns' : 'published' }
}

/** What was written and differs no more. A plan says nothing of what it refuses, or leaves. */
async function noteReadBack(
  { store, lease, now, actor }: ApplyNeeds,
  { participant, steps, refusals, unknown }: ParticipantPlan,
  notes: readonly Publication[],
): Promise<void> {
  if (refusals.some(({ documentType }) => documentType === undefined)) return
  const left = new Set(steps.map(keyOf))
  const unsaid = new Set([...unknown, ...refusals.map(({ documentType }) => documentType)])
  for (const { documentType, state } of notes) {
    const isLeft = left.has(`put-type ${documentType}`) || unsaid.has(documentType)
    if (documentType === '' || state === 'published' || isLeft) continue
    const note = { epoch: lease.epoch, participant, documentType, at: now(), by: actor }
    await store.notePublication({ ...note, state: 'published' })
  }
}
