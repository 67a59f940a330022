// A request to `/as4`, from its bytes to its answer. A message is stored, with its receipt, before
// the receipt leaves; when we cannot store it, or cannot tell whether to trust its signer, the
// answer is HTTP 503 and no ebMS signal, so that the sender tries again.
import { type As4Request, sizeOf } from '../../as4/index.ts'
import {
  type AccessPoint,
  type As4Answer,
  type ReceiveOutcome,
  RequestEnded,
  receiveMessage,
} from '../../reception/index.ts'
import type { Served } from '../../store/index.ts'
import type { Gateway } from '../gateway.ts'
import { registrationFor } from '../network/registrations.ts'
import { announcingWrite } from '../runtime/announce-write.ts'
import { isDiskFull, NoRoomError } from '../runtime/storage.ts'
import { keepArrival } from './keep-arrival.ts'

/** Rejects when the request ended early: no answer can be sent. */
export async function receive(gateway: Gateway, request: As4Request): Promise<As4Answer> {
  // A body that is still on its way holds up no other work.
  return Buffer.isBuffer(request.body)
    ? announcingWrite(gateway, 'arrival', () => receiveInTurn(gateway, request))
    : receiveInTurn(gateway, request)
}

async function receiveInTurn(gateway: Gateway, request: As4Request): Promise<As4Answer> {
  const { inbound, log, metrics, draining, now } = gateway
  await inbound.ownTick()
  if (draining.now || (await isDiskFull(gateway))) return again
  const begun = performance.now()
  try {
    const outcome = await receiveMessage(request, accessPointOf(gateway))
    metrics.received(resultOf(outcome), performance.now() - begun)
    if (outcome.kind === 'refused') {
      const { code, detail, refToMessageId: messageId, cause } = outcome.error
      const because = cause instanceof Error ? { because: cause.message } : {}
      inbound.logRefusal({ messageId, code, detail, ...because })
    }
    return outcome.answer
  } catch (error) {
    if (error instanceof RequestEnded) throw error
    if (error instanceof NoRoomError) {
      metrics.received('no-room', performance.now() - begun)
      inbound.logRefusal({ detail: error.message })
      return again
    }
    metrics.received('failed', performance.now() - begun)
    log.error({ err: error, at: now() }, 'a message could not be received')
    return again
  }
}

const again: As4Answer = { status: 503, body: Buffer.alloc(0) }

function resultOf(outcome: ReceiveOutcome): string {
  if (outcome.kind === 'refused') return outcome.error.code
  return outcome.isRepeat ? 'repeat' : 'stored'
}

/** We, as the receiver of one message. */
function accessPointOf(gateway: Gateway): AccessPoint<Served> {
  const { peppolAccess, allKeys, inbound, now } = gateway
  const { keys, network, revocationOf } = peppolAccess
  return {
    limits: inbound.limits,
    keys,
    otherKeys: allKeys().filter((other) => other !== keys),
    trust: network.trust,
    revocationOf,
    spool: inbound.spool,
    serves: async (header) => (await registrationFor(gateway, header)) ?? false,
    keep(arrival, makeReceipt) {
      const keep = () => keepArrival(gateway, arrival, makeReceipt)
      const isLarge = sizeOf(arrival.sbd) > gateway.delivery.inlineBytesMax
      return isLarge ? inbound.concurrency.run(keep) : keep()
    },
    now,
  }
}
