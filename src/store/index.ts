// The door of the store: facts in Postgres, on a server or embedded. The only room with SQL.

export { installationLog, isLogLineIntact, type LogFilter } from './access/log.ts'
export type { Orphans, TenantChange } from './access/tenants.ts'
export type { NewToken } from './access/tokens.ts'
export type { Accept, Accepted } from './documents/accept.ts'
export {
  type Attention,
  type AttentionCount,
  attentionCountMax,
  attentions,
} from './documents/attention.ts'
export { filesDigest, forgottenFacts, isChainIntact } from './documents/audit.ts'
export { type AuditEvent, type ToldEvent, toldAs } from './documents/audit-events.ts'
export type { AuditHead, CoveredLine } from './documents/audit-heads.ts'
export type { Audited, AuditedState } from './documents/audited.ts'
export type { FigureStep } from './documents/figures.ts'
export type {
  ClaimedForecast,
  Forecast,
  ForecastDocument,
  ForecastStep,
} from './documents/forecasts.ts'
export type { ForgetResult } from './documents/forget.ts'
export type { ForgettingRequest } from './documents/forgettings.ts'
export type { KeyClaim, KeyHold, StoredAnswer } from './documents/idempotency.ts'
export type { Taken } from './documents/keys.ts'
export type { ListQuery, ListSort } from './documents/list-query.ts'
export { numberFacts, numberFrom, recordTextMax } from './documents/numbers.ts'
export {
  isWithoutTexts,
  type RecordRow,
  recordDigest,
  recordDigestIn,
  recordDigestOf,
} from './documents/record-digest.ts'
export { type SearchHits, searchHitsMax } from './documents/search.ts'
export type { DeliveryStart } from './documents/started.ts'
export type { Storing } from './documents/stored-bytes.ts'
export type { ListedReport, ReportFilter, TaxReportLevels } from './documents/tax-reports.ts'
export { FolderInUseError } from './embedded/lock.ts'
export * from './facts.ts'
export { type ArrivalKeys, instanceDigest, type KnownArrival } from './inbound/arrivals.ts'
export type { Period, ServiceLevel } from './inbound/exchanges.ts'
export type { InboundClaim } from './inbound/inbound.ts'
export type { InboundSender } from './inbound/inbound-senders.ts'
export type { MlsReceipt, UnresolvedStatuses } from './inbound/mls.ts'
export type { PublishedBy, Registration, Served } from './inbound/registrations.ts'
export type { Identification } from './network/identifications.ts'
export type { Node, SeenNode } from './network/nodes.ts'
export type {
  NamedElsewhere,
  ParticipantMove,
  ParticipantMoveNote,
} from './network/participant-moves.ts'
export type { PublicationWish } from './network/publication-wishes.ts'
export type { Publication } from './network/publications.ts'
export { beginStore, type Opening, openStore, type Store } from './open.ts'
export type { Write } from './postgres/announce.ts'
export { isDatabaseAway, isPayloadStoreAway } from './postgres/outage.ts'
export { CursorError, type Page, type PageQuery } from './postgres/pages.ts'
export { isUuid } from './postgres/rows.ts'
export type { AttemptEnd } from './queue/attempts.ts'
export type { Claimed, ClaimedJob, JobClaim } from './queue/jobs.ts'
export type { LaneEnd, PauseInForce, SlotLimits } from './queue/lanes.ts'
export type { EventPage, StoredEvent } from './webhooks/events.ts'
export type {
  ClaimedDelivery,
  WebhookAttempt,
  WebhookDelivery,
  WebhookSlots,
} from './webhooks/webhook-deliveries.ts'
export type { Webhook } from './webhooks/webhooks.ts'
