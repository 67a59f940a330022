// Every statement of the store, under the name by which it is called. Each takes the pool first;
// the store binds it (open.ts). Each call is one transaction; malformed ids find nothing.

export { addLogLine, logChains, logLinesAfter, logPage } from './access/log.ts'
export {
  addParticipants,
  changeTenant,
  createTenant,
  ensureTenant,
  isListedByAnother,
  maySend,
  orphans,
  removeTenant,
  tenantById,
  tenants,
} from './access/tenants.ts'
export {
  changeToken,
  countTokens,
  createToken,
  listTokens,
  noteTokenUse,
  replaceToken,
  revokeToken,
  tokenById,
  tokenByPublicId,
  tokensOf,
  validPublicIds,
} from './access/tokens.ts'
export { acceptDocument } from './documents/accept.ts'
export { countAttention, setAside } from './documents/attention.ts'
export { auditOf, auditPage } from './documents/audit.ts'
export {
  addHead,
  headOver,
  headsAfter,
  lastHead,
  linesNow,
  uncover,
  uncoveredLines,
} from './documents/audit-heads.ts'
export { auditedAfter } from './documents/audited.ts'
export { documentById, documentByReference, sameNumber, versions } from './documents/documents.ts'
export { figures } from './documents/figures.ts'
export { filePieces } from './documents/file-pieces.ts'
export { fileById, filesOf, filesPage, latestFile, readFile } from './documents/files.ts'
export {
  addForecast,
  claimForecast,
  forecastById,
  forecastRules,
  forecastsPage,
  nextToForecast,
  noteForecast,
} from './documents/forecasts.ts'
export { forgetDocument } from './documents/forget.ts'
export {
  addForgetting,
  claimForgetting,
  forgettingById,
  leftOf,
  nextToForget,
  noteForgetting,
} from './documents/forgettings.ts'
export { claimKey, forgetAnswers, releaseKey, renewKey } from './documents/idempotency.ts'
export { listDocuments } from './documents/list.ts'
export { recordOf } from './documents/record-digest.ts'
export {
  addReleaseForecasts,
  forgetForecasts,
  tellForecasts,
} from './documents/release-forecasts.ts'
export {
  areBytesKept,
  claimSchedule,
  removeBytesLeft,
  removeOldBytes,
  removeOldMonth,
} from './documents/retention.ts'
export { searchDocuments } from './documents/search.ts'
export { forgetStoredBytes, reserveBytes } from './documents/stored-bytes.ts'
export {
  reportingChangedAt,
  reportsAbout,
  taxReportLevels,
  taxReportsPage,
} from './documents/tax-reports.ts'
export { removeTenantBytes, tenantsWithDays } from './documents/tenant-retention.ts'
export { countRepeat, keepArrival, keepRepeatedArrival, knownArrival } from './inbound/arrivals.ts'
export {
  countExchanges,
  endUserGroups,
  exchangeGroups,
  ownServiceLevel,
  participantsWithoutCountry,
  partnerServiceLevel,
} from './inbound/exchanges.ts'
export {
  acknowledgeInbound,
  claimInbound,
  endInbound,
  giveWord,
  openInbound,
} from './inbound/inbound.ts'
export { beginSenderAnswer, claimSenders, settleSender } from './inbound/inbound-senders.ts'
export {
  addAnswer,
  answeredBy,
  answersTo,
  markMlsOverdue,
  mlsAnswerTo,
  noteAbout,
  recordMls,
  sentDocument,
  unresolvedStatuses,
} from './inbound/mls.ts'
export {
  addRegistration,
  changeRegistration,
  dropTypes,
  noteTypesGone,
  registeredParticipants,
  registrationOf,
  registrationsLosingTypes,
  registrationsOf,
  removeRegistration,
  setPublishedBy,
} from './inbound/registrations.ts'
export {
  identificationOf,
  identifications,
  recordIdentification,
} from './network/identifications.ts'
export { joinNodes, leaveNodes, liveNodes, seeNode } from './network/nodes.ts'
export {
  noteParticipantMove,
  participantMoveOf,
  participantMoves,
} from './network/participant-moves.ts'
export {
  duePublicationWishes,
  forgetPublicationWish,
  notePublicationWish,
  publicationWish,
  wishPublication,
} from './network/publication-wishes.ts'
export {
  endRegistrarLease,
  forgetPublication,
  forgetPublications,
  notePublication,
  publications,
  removeWithdrawn,
  renewRegistrarLease,
  takeRegistrarLease,
} from './network/publications.ts'
export {
  claimRevocationFetch,
  failRevocation,
  forgetRevocations,
  keepRevocation,
  revocationBytes,
  revocationSource,
} from './network/revocation.ts'
export { keepSmpAnswers, smpAnswer } from './network/smp-answers.ts'
export { sweepPayloads } from './payloads/sweep.ts'
export { announceWrite } from './postgres/announce.ts'
export { makeMonths } from './postgres/months.ts'
export { attemptsOf, finishAttempt, recordAttempt } from './queue/attempts.ts'
export {
  backlog,
  cancelDocument,
  claimJobs,
  oldestInQueue,
  renewLease,
  retryDocument,
} from './queue/jobs.ts'
export {
  changeLane,
  failingLanes,
  pauseQueue,
  pauseRestored,
  pausesOf as pauses,
  resumeQueue,
} from './queue/lanes.ts'
export { queue } from './queue/queue.ts'
export {
  addCertificateEvent,
  eventPage,
  forgetEvents,
  lastEvents,
  numberEvents,
} from './webhooks/events.ts'
export {
  claimDeliveries,
  concludeDelivery,
  deliveriesOf,
  deliveryById,
  redeliver,
} from './webhooks/webhook-deliveries.ts'
export {
  addTestEvent,
  anyWebhookSecret,
  changeWebhook,
  createWebhook,
  deleteWebhook,
  hasEnabledWebhook,
  replaceWebhookSecret,
  webhookById,
  webhooksOf,
} from './webhooks/webhooks.ts'
