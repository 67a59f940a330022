// What an access point does with a request to `/as4` after the AS4 receiver: the SBD against the
// header, served or not, kept, answered. It has no store: that comes in as `keep`.
export type {
  AccessPoint,
  Arrival,
  Kept,
} from './access-point.ts'
export { type As4Listener, listenForMessages } from './http-listener.ts'
export { type As4Answer, receiveMessage } from './receive-message.ts'
