// Step 3 of the floor (floor.ts): the rows of a document as well, written by the program's own
// statements: where it stands, its files, attempts, audit lines, and the keys of duplicates.
import type { HttpMessage } from '../../src/as4/index.ts'
import { readConfig, storeOptions } from '../../src/config/config.ts'
import { laneOfEndpoint } from '../../src/core/network/lane.ts'
import { statedIn } from '../../src/core/record-facts.ts'
import { announcingWrite } from '../../src/core/runtime/announce-write.ts'
import { moveOn } from '../../src/core/status.ts'
import { fingerprint, sha256 } from '../../src/crypto/index.ts'
import { formatIdentifier, formatParticipant } from '../../src/peppol/index.ts'
import type { Arrival } from '../../src/reception/index.ts'
import { openConfiguredStore } from '../../src/setup/open-store.ts'
import { type Document, instanceDigest, type NewFile, type Store } from '../../src/store/index.ts'
import { type Built, newId, openMessages } from './floor-messages.ts'
import { ownTick, type Work } from './floor-work.ts'

const { delivery } = readConfig().limits
const owner = 'floor'
const accessPoint = 'PSW000002'
const lane = laneOfEndpoint('http://127.0.0.1/as4')
/** Nobody stands in line. */
const slots = { ...delivery.slots, total: 1_000, ofTenant: 1_000, ofEndpoint: 1_000 }
const dayMs = 24 * 3_600_000

export async function rowsAsWell(): Promise<Work> {
  const { build, judge, receive } = openMessages()
  const store = await openConfiguredStore(storeOptions(readConfig()))
  const { id: tenantId } = await store.ensureTenant(
    { id: newId(), name: 'floor', participants: ['*'], duplicates: 'refuse' },
    { actor: 'bench', at: new Date() },
  )
  return {
    submit: (submitted) =>
      announcingWrite({ store }, 'document', async () => {
        await ownTick()
        const built = await build(newId(), submitted)
        const sending = await accept(store, tenantId, built, submitted)
        const end = (answer: HttpMessage) =>
          announcingWrite({ store }, 'ending', async () => {
            await ownTick()
            await finish(store, sending, await judge(built, answer), answer)
          })
        return { message: built.request, end }
      }),
    receive: (message) =>
      announcingWrite({ store }, 'arrival', async () => {
        await ownTick()
        return receive(message, async (arrival, read, makeReceipt) => {
          const receipt = await makeReceipt()
          await keep(store, arrival, { tenantId, ...statedIn(read) }, receipt)
          return receipt
        })
      }),
  }
}

type Sending = Pick<Parameters<Store['finishAttempt']>[0], 'jobId' | 'epoch' | 'documentId'> & {
  attempt: { id: string; number: number; messageId: string; startedAt: Date }
}

async function accept(
  store: Store,
  tenantId: string,
  built: Built,
  submitted: Buffer,
): Promise<Sending> {
  const { id, at, read, addressed, sbd, messageId, request, sent, sessionKey } = built
  const document: Document = {
    ...{ id, tenantId, direction: 'outbound', ...statedIn(read), ...addressed },
    ...{ instanceIdentifier: id, mlsType: 'FAILURE_ONLY', status: 'accepted' },
    ...{ certainty: 'not-sent', ...always(at) },
  }
  const attempt = {
    ...{ id: newId(), number: 1, startedAt: at, messageId, accessPoint, sessionKey },
    ...{ endpointUrl: lane, certificateFingerprint: fingerprint(sent.receiver) },
  }
  const stored = await store.acceptDocument({
    document,
    allowDuplicate: false,
    move: moveOn(undefined, 'submitted', 'token:floor'),
    files: [file('submitted', submitted), file('ubl', read.ubl)],
    job: {
      ...{ runAt: at, lane, bytes: read.ubl.length },
      start: {
        ...{ owner, at, slots, attempt, leaseUntil: new Date(at.getTime() + delivery.leaseMs) },
        move: moveOn('accepted', 'claimed', owner),
        files: [file('sbd', sbd), file('as4-request', request.body)],
      },
    },
  })
  if (stored.kind !== 'stored') throw new Error(stored.kind)
  if (stored.start) return { ...stored.start, documentId: id, attempt }
  // Its turn to take a place did not come in time. A gateway has it in line; here is no line.
  const move = moveOn('accepted', 'cancelled', 'token:floor')
  await store.cancelDocument({ documentId: id, tenantId, move, now: new Date() })
  return accept(store, tenantId, { ...built, id: newId() }, submitted)
}

async function finish(
  store: Store,
  { attempt, ...claim }: Sending,
  receiptId: string,
  { body }: HttpMessage,
): Promise<void> {
  const at = new Date()
  const { messageId, startedAt: sentAt } = attempt
  const finished = await store.finishAttempt({
    ...{ ...claim, at, completedAt: at, certainty: 'confirmed' },
    attempt: { ...attempt, outcome: 'delivered', endedAt: at, httpStatus: 200 },
    move: moveOn('sending', 'delivered', 'delivery', `receipt ${receiptId}`),
    as4: { messageId, receiptId, sentAt, receivedAt: at, accessPoint },
    files: [file('as4-response', body)],
    lane: {
      ...{ name: lane, health: 'works' },
      circuit: { failuresMax: slots.failuresMax, ...delivery.circuit },
    },
  })
  if (!finished) throw new Error('the attempt was not finished')
}

async function keep(
  store: Store,
  { message, header, sbd, document: content, at }: Arrival,
  stated: { tenantId: string } & ReturnType<typeof statedIn>,
  receipt: Buffer,
): Promise<void> {
  const { from, messageId, timestamp } = message
  const { instanceIdentifier, countryC1 } = header
  const [sender, receiver] = [header.sender, header.receiver].map(formatParticipant)
  const parties = { sender: sender!, receiver: receiver! }
  const [documentTypeId, processId] = [header.documentType, header.process].map(formatIdentifier)
  const types = { documentTypeId: documentTypeId!, processId: processId! }
  const receiptFile = file('as4-response', receipt)
  const kept = await store.keepArrival({
    document: {
      ...{ id: newId(), direction: 'inbound', ...stated, ...types, countryC1 },
      ...{ sender: { id: parties.sender }, receiver: { id: parties.receiver } },
      ...{ instanceIdentifier, mlsType: 'FAILURE_ONLY', status: 'available' },
      ...{ certainty: 'confirmed', ...always(at) },
      as4: { messageId, sentAt: timestamp, receivedAt: at, accessPoint: from },
    },
    keys: {
      accessPoint: from,
      messageId,
      instance: instanceDigest({ ...parties, instanceIdentifier }),
    },
    sbdSha256: sha256(sbd as Buffer).toString('hex'),
    documentSha256: sha256(content as Buffer).toString('hex'),
    files: [file('sbd', sbd as Buffer), file('ubl', content as Buffer), receiptFile],
    receiptId: receiptFile.id,
    move: moveOn(undefined, 'received', `access-point:${from}`),
    opening: moveOn('received', 'opened', 'reception'),
    exchange: {
      ...{ at, direction: 'inbound', accessPoint: from, ...types, countryC1 },
      endUser: parties.receiver,
    },
  })
  if (kept !== 'stored') throw new Error(`the arrival is ${kept}`)
}

function always(at: Date) {
  return {
    ...{ test: false, warnings: [], repeats: 0, attempts: 0, attemptsBefore: 0 },
    validation: {
      ...{ mode: 'off' as const, verdict: 'not-validated' as const },
      ...{ errors: 0, warnings: 0, ruleSets: [] },
    },
    ...{ deadline: new Date(at.getTime() + dayMs), createdAt: at, updatedAt: at },
  }
}

function file(kind: NewFile['kind'], bytes: Buffer): NewFile {
  return { id: newId(), kind, name: `${kind}.bin`, mediaType: 'application/octet-stream', bytes }
}
