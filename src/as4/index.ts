// The AS4 message of the Peppol profile: build it, open it and judge the answer. No network, clock
// or log.
export {
  judgeAnswer,
  type Post,
  type PostAnswer,
  type PostOutcome,
  type Verdict,
} from './answer.ts'
export { type AnswerCertainty, answerCases } from './answer-cases.ts'
export {
  bytesOf,
  type Content,
  chunksOf,
  type Spool,
  type Spooled,
  sizeOf,
  sliceOf,
} from './content.ts'
export { As4Error, type As4ErrorCode } from './error.ts'
export type { HttpMessage } from './mime.ts'
export { judgeOutcome, type SendingFailureCode } from './outcome.ts'
export { profile } from './profile.ts'
export {
  buildReceipt,
  type ReceiverLimits,
  type ReceiverOptions,
  receiveUserMessage,
  SignerUndecided,
  type UserMessage,
  type Verified,
} from './receiver.ts'
export type { As4Request } from './request.ts'
export {
  buildLargeUserMessage,
  buildUserMessage,
  type LargeHttpMessage,
  type NewUserMessage,
  readSentMessage,
  type SentMessage,
} from './sender.ts'
export { buildErrorSignal, type EbmsError } from './signal.ts'
export { isMessageId } from './user-message.ts'
