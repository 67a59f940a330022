// What an access point does for a document at each step of the floor (floor.ts), on a database of
// its own. Steps 1 and 2 keep the bytes and one record, by commits that are gathered as ours are.
import type { Pool } from 'pg'
import type { HttpMessage } from '../../src/as4/index.ts'
import { batchLimits, openBatching } from '../../src/store/postgres/batch.ts'
import { cryptography, sizes } from './floor-cryptography.ts'
import { keep, type Step } from './floor-database.ts'
import { newId, openMessages } from './floor-messages.ts'

/** Each resolves once what it does is stored. */
export type Work = {
  /** The message to be posted, and what is done with the answer to it. */
  submit(
    submitted: Buffer,
  ): Promise<{ message: HttpMessage; end(answer: HttpMessage): Promise<void> }>
  /** The receipt. */
  receive(message: HttpMessage): Promise<HttpMessage>
}

/** Step 1: RSA, AES, SHA-256 and gzip as in one AS4 message and its receipt. */
export function cryptographyAlone(database: Pool): Work {
  const { build, judge, receive } = cryptography()
  const writes = openWrites(database)
  const ofSize = (size: number) => ({ contentType: 'text/plain', body: Buffer.alloc(size) })
  return {
    async submit() {
      const id = newId()
      await writes.submitted(id, async () => build())
      const end = () => writes.ended(id, async () => judge())
      return { message: ofSize(sizes.request), end }
    },
    async receive() {
      await writes.arrived(newId(), async () => receive())
      return ofSize(sizes.receipt)
    },
  }
}

/** Step 2: JSON is read, UBL written; the message is a real one, and so are its checks. */
export function messagesAsWell(database: Pool): Work {
  const { build, judge, receive } = openMessages()
  const writes = openWrites(database)
  return {
    async submit(submitted) {
      const built = await writes.submitted(newId(), (id) => build(id, submitted))
      const end = async (answer: HttpMessage) => {
        await writes.ended(built.id, () => judge(built, answer))
      }
      return { message: built.request, end }
    },
    receive: (message) =>
      writes.arrived(newId(), () => receive(message, async (_, __, makeReceipt) => makeReceipt())),
  }
}

function openWrites(database: Pool) {
  return {
    submitted: gathering(database, 'new', ['submitted', 'ubl', 'request']),
    ended: gathering(database, 'done', ['receipt']),
    arrived: gathering(database, 'new', ['sbd', 'ubl', 'receipt']),
  }
}

/** As the gateway gathers what it writes. */
function gathering(database: Pool, step: Step, kinds: Parameters<typeof keep>[3]) {
  const { expect, write } = openBatching(
    async (ids: string[]) => {
      await keep(database, step, ids, kinds)
      return ids
    },
    batchLimits,
    () => true,
  )
  const weight = kinds.reduce((sum, kind) => sum + sizes[kind], 0)
  return async <Made>(id: string, prepare: (id: string) => Promise<Made>): Promise<Made> => {
    const done = expect()
    await ownTick()
    const made = await prepare(id)
    await write(id, weight)
    done()
    return made
  }
}

/** Of the event loop: requests that came together are prepared one after the other. */
export function ownTick(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}
