// What an access point does with a request to `/as4` after the AS4 receiver: compares the SBD
// with the header, asks whether it is served, has it stored, and answers. The store is handed in
// as `keep`.
export type {
  AccessPoint,
  Arrival,
  Kept,
  ReceptionLimits,
} from './access-point.ts'
export { aheadMaxMs, readArrival } from './arrival.ts'
export { openAs4Endpoint, retryAfterSeconds } from './as4-endpoint.ts'
export { RequestEnded } from './body.ts'
export { type As4Listener, listenForMessages } from './http-listener.ts'
export { type OwnTick, openOwnTicks } from './one-per-tick.ts'
export { type Pace, watchPace } from './pace.ts'
export { beginInTurn } from './pipelining.ts'
export { type As4Answer, type ReceiveOutcome, receiveMessage } from './receive-message.ts'
