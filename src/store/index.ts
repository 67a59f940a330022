// The door of the store: facts in Postgres, on a server or embedded. The only room with SQL.
export type { Accept, Accepted } from './accept.ts'
export { type ArrivalKeys, instanceDigest, type KnownArrival } from './arrivals.ts'
export type { AttemptEnd } from './attempts.ts'
export { filesDigest, isChainIntact } from './audit.ts'
export { type AuditEvent, type ToldEvent, toldAs } from './audit-events.ts'
export type { AuditHead, CoveredLine } from './audit-heads.ts'
export type { Audited, AuditedState } from './audited.ts'
export type { BegunDelivery } from './begun.ts'
export { FolderInUseError } from './embedded/lock.ts'
export type { EventPage, StoredEvent } from './events.ts'
export type { Period, ServiceLevel } from './exchanges.ts'
export type { Write } from './expect.ts'
export * from './facts.ts'
export type { FigureStep } from './figures.ts'

export type { KeyClaim, KeyHold, StoredAnswer } from './idempotency.ts'
export type { InboundClaim } from './inbound.ts'
export type { InboundSender } from './inbound-senders.ts'
export type { Claimed, ClaimedJob, JobClaim } from './jobs.ts'
export type { Taken } from './keys.ts'
export type { LaneEnd, Places } from './lanes.ts'
export type { ListQuery, ListSort } from './list.ts'
export { installationLog, isLogLineIntact, type LogFilter } from './log.ts'
export { numberFacts, numberFrom, recordTextMax } from './numbers.ts'
export { beginStore, type Opening, openStore, type Store } from './open.ts'
export { isDatabaseAway, isPayloadStoreAway } from './outage.ts'
export { CursorError, type Page, type PageQuery } from './pages.ts'

export { type RecordRow, recordDigest, recordDigestIn } from './record-digest.ts'
export type { Registration } from './registrations.ts'
export { isUuid } from './rows.ts'
export type { Storing } from './stored-bytes.ts'
export type { Orphans } from './tenants.ts'
export type { NewToken } from './tokens.ts'
export type {
  ClaimedDelivery,
  WebhookAttempt,
  WebhookDelivery,
  WebhookPlaces,
} from './webhook-deliveries.ts'
export type { Webhook } from './webhooks.ts'
