// Shared by the tests of the receiver: limits, an honest message, and outcomes as strings.
import {
  As4Error,
  buildUserMessage,
  type HttpMessage,
  type ReceiverOptions,
  receiveUserMessage,
  type SentMessage,
  type UserMessage,
  type Verified,
} from '../../src/as4/index.ts'
import { readKeys } from './captured.ts'
import { newMessage } from './peer.ts'

export const limits = {
  bodyBytesMax: 3_000_000,
  inflatedBytesMax: 2_000_000,
  ratioMax: 200,
  partsMax: 10,
}

export const keys = readKeys()

/** From POP000001 to POP000002, as our sender makes it. */
export function buildHonestMessage(): Promise<HttpMessage & { sent: SentMessage }> {
  return buildUserMessage(newMessage, keys.sender, keys.receiver.certificate)
}

/** Opens as POP000002, trusting everybody by default. */
export function receive(
  message: HttpMessage,
  change: Partial<ReceiverOptions> = {},
): Promise<Verified<UserMessage>> {
  return receiveUserMessage(message, { keys: [keys.receiver], checkSigner() {}, limits, ...change })
}

/** `EBMS:0101 detail` of a refusal, or `accepted`. */
export async function outcomeOf(opened: Promise<unknown>): Promise<string> {
  try {
    await opened
    return 'accepted'
  } catch (error) {
    if (error instanceof As4Error) return `${error.code} ${error.detail}`
    throw error
  }
}
